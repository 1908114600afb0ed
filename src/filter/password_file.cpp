#include "tthttpd/filter/password_file.hpp"

#include <stdexcept>
#include <utility>

namespace tthttpd::filter {
namespace {

http::Error unreadable(const std::string& path, const std::error_code& code) {
  return {500, "authfile-unreadable", path + ": " + code.message()};
}

}  // namespace

PasswordFile::PasswordFile(std::string path, http::Diagnostics& diagnostics)
    : path_(std::move(path)), diagnostics_(diagnostics) {
  auto first = read(nullptr);
  if (!first) {
    throw std::runtime_error("cannot read the authfile " + first.error().detail);
  }
  latest_ = std::move(*first);
}

http::Result<std::shared_ptr<const PasswordList>> PasswordFile::current() {
  const auto stamp = platform::stamp_of(path_);
  auto snapshot = latest();
  if (stamp && snapshot->settled && snapshot->stamp == *stamp) {
    return snapshot->list;
  }
  const std::lock_guard lock(reading_);
  auto fresh = read(latest());
  if (!fresh) {
    if (!std::exchange(failed_, true)) {
      diagnostics_.error("authfile-unreadable: " + fresh.error().detail);
    }
    return std::move(fresh.error());
  }
  if (std::exchange(failed_, false)) {
    diagnostics_.warning("the authfile " + path_ + " can be read again");
  }
  snapshot = std::move(*fresh);
  const std::lock_guard latest_lock(latest_mutex_);
  latest_ = snapshot;
  return snapshot->list;
}

PasswordFile::SnapshotPtr PasswordFile::latest() const {
  const std::lock_guard lock(latest_mutex_);
  return latest_;
}

/// Gives `old` a new stamp and keeps its list when the content is the same.
http::Result<PasswordFile::SnapshotPtr> PasswordFile::read(const SnapshotPtr& old) const {
  auto whole = platform::read_whole_file(path_, kMostBytes);
  if (!whole) {
    return unreadable(path_, whole.error());
  }
  Snapshot fresh{whole->stamp, !platform::is_recent(whole->stamp), std::move(whole->content),
                 nullptr};
  if (old && old->content == fresh.content) {
    fresh.list = old->list;
  } else {
    fresh.list = std::make_shared<const PasswordList>(PasswordList::parse(fresh.content));
    complain(*fresh.list, old ? old->list.get() : nullptr);
  }
  return std::make_shared<const Snapshot>(std::move(fresh));
}

void PasswordFile::complain(const PasswordList& list, const PasswordList* old) const {
  for (const auto& complaint : list.complaints()) {
    diagnostics_.warning(path_ + ":" + std::to_string(complaint.line) + ": " + complaint.text);
  }
  if (list.plain_count() > 0 && (old == nullptr || old->plain_count() == 0)) {
    diagnostics_.warning(path_ + ": holds " + std::to_string(list.plain_count()) +
                         " password(s) as plain text; `htpasswd -B` writes them hashed");
  }
}

}  // namespace tthttpd::filter
