#include "tthttpd/handler/cgi_input.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "tthttpd/platform/child_process.hpp"

namespace tthttpd::handler {
namespace {

constexpr std::size_t kReadSize = 16 * 1024;
/// Taken in one call while the sender waits, so that it gets to look at the client again.
constexpr std::size_t kTakeInAtOnce = 1024 * 1024;

bool readable_now(platform::NativeHandle handle) {
  std::array<platform::WaitItem, 1> items{};
  items[0].handle = handle;
  items[0].want_read = true;
  const auto ready = platform::wait_for(items, platform::Deadline::min());
  return ready && items[0].can_read;
}

}  // namespace

CgiInput::CgiInput(http::RequestBody& body, Spool spool) : body_(body), spool_(std::move(spool)) {}

http::Result<void> CgiInput::spool_all() {
  while (!complete()) {
    if (auto taken = take(kReadSize); !taken) {
      return taken;
    }
  }
  return {};
}

http::Result<void> CgiInput::take(std::size_t most) {
  if (failure_) {
    return *failure_;
  }
  buffer_.resize(kReadSize);
  auto got = body_.read(std::span(buffer_).first(std::min(most, buffer_.size())));
  if (got && *got > 0 && !refused_) {
    auto kept = spool_.append({buffer_.data(), *got});
    if (!kept) {
      failure_ = kept.error();
    }
  } else if (got && *got == 0 && !body_.finished()) {
    failure_ = http::Error{400, "body-incomplete", {}};
  } else if (!got) {
    failure_ = got.error();
  }
  return failure_ ? http::Result<void>(*failure_) : http::Result<void>();
}

http::Result<void> CgiInput::prepare() {
  if (failure_) {
    return *failure_;
  }
  if (!wanted_ && wants_client()) {
    wanted_ = true;
    if (auto said = body_.want(); !said) {
      failure_ = said.error();
      return said;
    }
  }
  while (wants_client() && body_.has_buffered()) {
    if (auto taken = take(spool_.room()); !taken) {
      return taken;
    }
  }
  return {};
}

http::Result<void> CgiInput::take_some() { return take(spool_.room()); }

http::Result<void> CgiInput::take_rest() {
  while (!complete()) {
    if (auto taken = take(kReadSize); !taken) {
      return taken;
    }
  }
  return {};
}

bool CgiInput::take_in_request() {
  for (std::size_t rounds = kTakeInAtOnce / kReadSize; rounds > 0; --rounds) {
    if (failure_ || complete()) {
      return false;
    }
    if (!body_.has_buffered() && !readable_now(body_.wait_handle())) {
      return true;
    }
    static_cast<void>(take(kReadSize));  // a failure is told by prepare()
  }
  return true;
}

http::Result<bool> CgiInput::give(platform::Handle& pipe) {
  bool went = false;
  while (pipe.valid() && !spool_.empty()) {
    auto bytes = spool_.front();
    if (!bytes) {
      failure_ = bytes.error();
      return bytes.error();
    }
    auto written = platform::write_pipe(pipe, bytes->data(), bytes->size());
    if (!written) {
      if (written.error() == std::errc::operation_would_block) {
        return went;
      }
      refuse();  // broken_pipe: it does not want to know the rest, which is its right
      break;
    }
    went = true;
    spool_.consume(*written);
  }
  if (!outstanding()) {
    pipe.reset();
  }
  return went;
}

void CgiInput::refuse() {
  refused_ = true;
  spool_.clear();
}

}  // namespace tthttpd::handler
