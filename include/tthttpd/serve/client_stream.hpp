#pragma once

#include <chrono>
#include <cstdint>
#include <string_view>

#include "tthttpd/http/body.hpp"
#include "tthttpd/platform/handle.hpp"
#include "tthttpd/platform/wait.hpp"

namespace tthttpd::serve {

/// The reason of the Error when a client has sent nothing until a deadline.
inline constexpr std::string_view kReceiveTimeout = "receive-timeout";

/// One client's socket with deadlines. Owns the socket. Used by one thread at a time; only
/// ConnectionRegistry touches the socket from elsewhere, to wake it.
///
/// The socket is non-blocking: each call is tried first and only when it would wait, the wait is
/// done by poll with the time that is left. (SO_RCVTIMEO would start anew with each byte.)
class ClientStream : public http::ByteSink {
 public:
  ClientStream(platform::Handle socket, std::chrono::milliseconds send_timeout);

  /// Receives at least one byte; 0: the client has ended its side. Errors: kReceiveTimeout at the
  /// deadline, "client-gone".
  http::Result<std::size_t> receive(std::span<char> into, platform::Deadline deadline);
  /// Waits until a byte or the end has come, without taking it; false at the deadline or when the
  /// connection is broken.
  bool wait_for_input(platform::Deadline deadline);

  http::Result<void> write(std::span<const std::string_view> pieces, bool more) override;
  /// Errors, besides those of write(): "file-shrunk", "file-read-error".
  http::Result<void> write_file(std::string_view head, const http::FileSlice& slice) override;

  /// While writing must wait for the client, `content` may take in request bytes; null: nobody.
  void set_input_taker(http::StreamBody* content) { input_taker_ = content; }

  /// Ends our side and drops what still comes until the client ends too, `quiet` without a byte, or
  /// `most` in all: closing with unread bytes would reset the connection and could take back the
  /// response (RFC 9112 section 9.6).
  void linger(std::chrono::milliseconds quiet, std::chrono::milliseconds most);

  [[nodiscard]] platform::NativeHandle native() const { return socket_.native(); }

 private:
  http::Result<void> wait_writable();
  http::Result<void> copy_file(http::FileSlice slice);

  platform::Handle socket_;
  std::chrono::milliseconds send_timeout_;
  http::StreamBody* input_taker_ = nullptr;
};

/// The client as a source of request content, with a deadline that each byte renews. Error 408
/// "body-timeout" when it has passed.
class TimedSource : public http::ByteSource {
 public:
  TimedSource(ClientStream& stream, std::chrono::milliseconds timeout)
      : stream_(stream), timeout_(timeout) {}
  http::Result<std::size_t> read(std::span<char> into) override;
  /// From now on no byte renews the deadline beyond `end`.
  void end_by(platform::Deadline end) { end_ = end; }

 private:
  ClientStream& stream_;
  std::chrono::milliseconds timeout_;
  platform::Deadline end_ = platform::kNever;
};

}  // namespace tthttpd::serve
