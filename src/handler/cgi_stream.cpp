#include "tthttpd/handler/cgi_stream.hpp"

#include <algorithm>
#include <utility>

namespace tthttpd::handler {

CgiStream::CgiStream(std::unique_ptr<CgiRun> run, std::string first,
                     std::optional<std::uint64_t> length, bool content_expected)
    : run_(std::move(run)),
      first_(std::move(first)),
      length_(length),
      content_expected_(content_expected) {}

std::size_t CgiStream::take_first(std::span<char> into) {
  const auto count = first_.copy(into.data(), into.size(), first_taken_);
  first_taken_ += count;
  if (first_taken_ == first_.size()) {
    first_.clear();
    first_taken_ = 0;
  }
  return count;
}

http::Result<std::size_t> CgiStream::read(std::span<char> into) {
  for (;;) {
    auto got = first_.empty() ? run_->pump(into) : http::Result<std::size_t>(take_first(into));
    if (!got) {
      if (got.error().status < 500) {
        return got;  // the client's own doing
      }
      run_->diagnostics().error(std::string(got.error().reason) + ": " + got.error().detail);
      if (all_given() && content_expected_) {
        return std::size_t{0};  // the client has it all; only the script did not end
      }
      return got;
    }
    if (*got == 0) {
      return end();
    }
    const auto wanted = length_ ? std::min<std::uint64_t>(*got, *length_ - given_) : *got;
    given_ += wanted;
    if (wanted > 0) {
      return static_cast<std::size_t>(wanted);
    }
    // More than it has announced: dropped, but read, so that it can finish.
  }
}

http::Result<std::size_t> CgiStream::end() {
  if (!content_expected_ || all_given()) {
    return std::size_t{0};
  }
  const auto& status = run_->exit_status();
  std::string detail = run_->log_prefix();
  if (status && status->by_signal) {
    detail += " was killed by signal " + std::to_string(status->code);
  } else if (length_) {
    detail += " gave " + std::to_string(given_) + " bytes of the " + std::to_string(*length_) +
              " that its Content-Length promised";
  } else {
    return std::size_t{0};
  }
  http::Error error{502, "cgi-cut-short", std::move(detail)};
  run_->diagnostics().error(std::string(error.reason) + ": " + error.detail);
  return error;
}

}  // namespace tthttpd::handler
