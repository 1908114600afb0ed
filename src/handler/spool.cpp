#include "tthttpd/handler/spool.hpp"

#include <algorithm>
#include <utility>

namespace tthttpd::handler {
namespace {

http::Error cannot_spool(const std::error_code& code) {
  auto error = http::error_from_system(code, "request content cannot be stored");
  if (code == std::errc::no_space_on_device || code == std::errc::file_too_large) {
    error.status = 507;
    error.reason = "no-room-to-spool";
  } else if (error.status < 500) {
    error.status = 500;  // a directory of ours that is missing is no 404
    error.reason = "cannot-spool";
  }
  return error;
}

}  // namespace

http::Result<void> Spool::append(std::string_view bytes) {
  if (taken_ > 0 && taken_ >= memory_.size() / 2) {
    memory_.erase(0, taken_);
    taken_ = 0;
  }
  const auto fits = std::min(bytes.size(), room());
  memory_.append(bytes.substr(0, fits));
  bytes.remove_prefix(fits);
  if (bytes.empty()) {
    return {};
  }
  if (!file_) {
    auto made = platform::TempFile::make(directory_);
    if (!made) {
      return cannot_spool(made.error());
    }
    file_ = std::move(*made);
  }
  if (auto written = file_->write_at(file_end_, bytes); !written) {
    return cannot_spool(written.error());
  }
  file_end_ += bytes.size();
  return {};
}

http::Result<std::string_view> Spool::front() {
  if (taken_ == memory_.size() && filed() > 0) {
    memory_.resize(static_cast<std::size_t>(std::min<std::uint64_t>(filed(), kMemory)));
    taken_ = 0;
    auto got = file_->read_at(file_begin_, memory_);
    if (!got || *got < memory_.size()) {
      memory_.clear();
      return got ? http::Error{500, "cannot-spool", "the temporary file has lost bytes"}
                 : cannot_spool(got.error());
    }
    file_begin_ += *got;
    if (filed() == 0) {
      // All read: start at the front again, so that a long upload does not fill the disk.
      file_begin_ = file_end_ = 0;
      if (auto cleared = file_->clear(); !cleared) {
        return cannot_spool(cleared.error());
      }
    }
  }
  return std::string_view(memory_).substr(taken_);
}

void Spool::consume(std::size_t count) {
  taken_ += count;
  if (taken_ == memory_.size()) {
    memory_.clear();
    taken_ = 0;
  }
}

void Spool::clear() {
  memory_.clear();
  taken_ = 0;
  file_.reset();
  file_begin_ = file_end_ = 0;
}

}  // namespace tthttpd::handler
