#include "tthttpd/serve/client_stream.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "tthttpd/platform/send_file.hpp"
#include "tthttpd/platform/socket.hpp"

namespace tthttpd::serve {
namespace {

/// Up to this size a file is read and sent together with its head in one call; beyond, sendfile is
/// cheaper than the copy.
constexpr std::size_t kOneWriteLimit = 16 * 1024;
constexpr std::size_t kCopySize = 64 * 1024;

http::Error no_answer(std::string_view reason, std::string detail = {}) {
  return {http::kNoAnswer, reason, std::move(detail)};
}

bool would_block(const std::error_code& code) {
  return code == std::errc::operation_would_block ||
         code == std::errc::resource_unavailable_try_again;
}

bool is_clients_end(const std::error_code& code) {
  return code == std::errc::broken_pipe || code == std::errc::connection_reset;
}

http::Error shrunk() {
  return no_answer("file-shrunk", "the file is shorter than when its size was taken");
}

http::Error unreadable(const std::error_code& code) {
  return no_answer("file-read-error", code.message());
}

}  // namespace

ClientStream::ClientStream(platform::Handle socket, std::chrono::milliseconds send_timeout)
    : socket_(std::move(socket)), send_timeout_(send_timeout) {}

http::Result<std::size_t> ClientStream::receive(std::span<char> into, platform::Deadline deadline) {
  for (;;) {
    auto got = platform::receive_some(socket_.native(), into);
    if (got) {
      return *got;
    }
    if (!would_block(got.error())) {
      return no_answer("client-gone", got.error().message());
    }
    std::array<platform::WaitItem, 1> items{};
    items[0].handle = socket_.native();
    items[0].want_read = true;
    auto ready = platform::wait_for(items, deadline);
    if (!ready) {
      return no_answer("client-gone", ready.error().message());
    }
    if (*ready == 0) {
      return no_answer(kReceiveTimeout);
    }
  }
}

bool ClientStream::wait_for_input(platform::Deadline deadline) {
  std::array<platform::WaitItem, 1> items{};
  items[0].handle = socket_.native();
  items[0].want_read = true;
  auto ready = platform::wait_for(items, deadline);
  return ready && *ready > 0 && items[0].can_read;
}

http::Result<void> ClientStream::wait_writable() {
  auto deadline = platform::Clock::now() + send_timeout_;
  for (;;) {
    std::array<platform::WaitItem, 1> items{};
    items[0].handle = socket_.native();
    items[0].want_write = true;
    items[0].want_read = input_taker_ != nullptr;
    auto ready = platform::wait_for(items, deadline);
    if (!ready) {
      return no_answer("client-gone", ready.error().message());
    }
    if (*ready == 0) {
      return no_answer("send-timeout");
    }
    if (items[0].can_write || items[0].broken) {
      return {};  // a broken one is told by the next send
    }
    if (items[0].can_read && input_taker_ != nullptr) {
      if (!input_taker_->take_in_request()) {
        input_taker_ = nullptr;
      }
      deadline = platform::Clock::now() + send_timeout_;
    }
  }
}

http::Result<void> ClientStream::write(std::span<const std::string_view> pieces, bool more) {
  std::array<std::string_view, platform::kMaxPieces> left{};
  const std::size_t count = std::min(pieces.size(), left.size());
  std::copy_n(pieces.begin(), count, left.begin());
  std::size_t first = 0;
  for (;;) {
    while (first < count && left[first].empty()) {
      ++first;
    }
    if (first == count) {
      return {};
    }
    auto sent =
        platform::send_some(socket_.native(), std::span(left).subspan(first, count - first), more);
    if (!sent) {
      if (!would_block(sent.error())) {
        return no_answer("client-gone", sent.error().message());
      }
      if (auto room = wait_writable(); !room) {
        return room;
      }
      continue;
    }
    std::size_t gone = *sent;
    while (gone > 0) {
      const std::size_t part = std::min(gone, left[first].size());
      left[first].remove_prefix(part);
      gone -= part;
      if (left[first].empty()) {
        ++first;
      }
    }
  }
}

http::Result<void> ClientStream::write_file(std::string_view head, const http::FileSlice& slice) {
  if (slice.length <= kOneWriteLimit) {
    std::array<char, kOneWriteLimit> content;  // NOLINT: filled right below
    const auto length = static_cast<std::size_t>(slice.length);
    auto got = slice.file->read_at(slice.offset, std::span(content).first(length));
    if (!got) {
      return unreadable(got.error());
    }
    if (*got < length) {
      return shrunk();
    }
    const std::array<std::string_view, 2> pieces{head, {content.data(), length}};
    return write(pieces, false);
  }
  const std::array<std::string_view, 1> pieces{head};
  if (auto sent = write(pieces, true); !sent) {
    return sent;
  }
  std::uint64_t done = 0;
  while (done < slice.length) {
    auto sent = platform::send_file_some(socket_.native(), *slice.file, slice.offset + done,
                                         slice.length - done);
    if (sent) {
      if (*sent == 0) {
        return shrunk();
      }
      done += *sent;
    } else if (would_block(sent.error())) {
      if (auto room = wait_writable(); !room) {
        return room;
      }
    } else if (is_clients_end(sent.error())) {
      return no_answer("client-gone", sent.error().message());
    } else {
      // Some file systems cannot do it. What else may be wrong, the copy shows on which side.
      return copy_file({slice.file, slice.offset + done, slice.length - done});
    }
  }
  return {};
}

http::Result<void> ClientStream::copy_file(http::FileSlice slice) {
  std::vector<char> piece(kCopySize);
  while (slice.length > 0) {
    const auto most = static_cast<std::size_t>(std::min<std::uint64_t>(slice.length, kCopySize));
    const auto got = slice.file->read_at(slice.offset, std::span(piece).first(most));
    if (!got) {
      return unreadable(got.error());
    }
    if (*got == 0) {
      return shrunk();
    }
    slice.offset += *got;
    slice.length -= *got;
    const std::array<std::string_view, 1> pieces{std::string_view(piece.data(), *got)};
    if (auto sent = write(pieces, slice.length > 0); !sent) {
      return sent;
    }
  }
  return {};
}

void ClientStream::linger(std::chrono::milliseconds quiet, std::chrono::milliseconds most) {
  platform::shutdown_sending(socket_.native());
  const auto end = platform::Clock::now() + most;
  std::array<char, 4096> dropped;  // NOLINT: only written
  for (;;) {
    auto got = receive(dropped, std::min(end, platform::Clock::now() + quiet));
    if (!got || *got == 0) {
      return;
    }
    if (platform::Clock::now() >= end) {
      return;
    }
  }
}

http::Result<std::size_t> TimedSource::read(std::span<char> into) {
  auto got =
      stream_.receive(into, std::min<platform::Deadline>(end_, platform::Clock::now() + timeout_));
  if (!got && got.error().reason == kReceiveTimeout) {
    return http::Error{408, "body-timeout", {}};
  }
  return got;
}

}  // namespace tthttpd::serve
