#include "tthttpd/filter/password_list.hpp"

#include <algorithm>
#include <utility>

namespace tthttpd::filter {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

/// The stored password without Apache's comment field. No hash holds a colon.
std::string_view without_comment(std::string_view stored) {
  return stored.starts_with('$') || stored.starts_with("{SHA}") ? stored.substr(0, stored.find(':'))
                                                                : stored;
}

}  // namespace

PasswordList PasswordList::parse(std::string_view content) {
  PasswordList list;
  if (content.starts_with(kByteOrderMark)) {
    content.remove_prefix(kByteOrderMark.size());
  }
  for (std::size_t number = 1; !content.empty(); ++number) {
    const std::size_t end = std::min(content.find('\n'), content.size());
    std::string_view line = content.substr(0, end);
    content.remove_prefix(std::min(end + 1, content.size()));
    if (line.ends_with('\r')) {
      line.remove_suffix(1);
    }
    list.add_line(line, number);
  }
  for (const auto& [user, password] : list.users_) {
    if (list.costliest_ == nullptr ||
        check_cost(password.kind, password.stored) >
            check_cost(list.costliest_->kind, list.costliest_->stored)) {
      list.costliest_ = &password;
    }
  }
  return list;
}

void PasswordList::add_line(std::string_view line, std::size_t number) {
  if (line.starts_with('#') || line.find_first_not_of(" \t") == std::string_view::npos) {
    return;
  }
  const auto complain = [&](const char* text) { complaints_.push_back({number, text}); };
  const auto colon = line.find(':');
  if (colon == std::string_view::npos) {
    complain("no colon between user and password; line skipped");
    return;
  }
  const std::string_view stored = without_comment(line.substr(colon + 1));
  if (colon == 0 || stored.empty()) {
    complain(colon == 0 ? "no user before the colon; line skipped"
                        : "no password behind the colon; line skipped");
    return;
  }
  const PasswordKind kind = password_kind(stored);
  const auto [entry, added] = users_.try_emplace(std::string(line.substr(0, colon)),
                                                 StoredPassword{std::string(stored), kind});
  if (!added) {
    complain("this user has a line above, which counts; line skipped");
    return;
  }
  if (kind == PasswordKind::never) {
    complain("unknown or broken kind of password hash; no password will match it");
  }
  plain_count_ += kind == PasswordKind::plain ? 1 : 0;
}

const StoredPassword* PasswordList::find(const std::string& user) const {
  const auto found = users_.find(user);
  return found == users_.end() ? nullptr : &found->second;
}

}  // namespace tthttpd::filter
