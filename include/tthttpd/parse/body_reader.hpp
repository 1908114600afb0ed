#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "tthttpd/http/body.hpp"
#include "tthttpd/parse/chunked_decoder.hpp"
#include "tthttpd/parse/framing.hpp"
#include "tthttpd/parse/read_buffer.hpp"

namespace tthttpd::parse {

/// What the reader needs of the connection it reads from; all outlive it.
struct BodyPlumbing {
  ReadBuffer& buffer;                                 ///< surplus bytes first, surplus back to it
  http::ByteSource& client;                           ///< then the socket, with its own deadline
  std::function<http::Result<void>()> send_continue;  ///< writes the interim 100 response
  platform::NativeHandle wait_handle;
};

/// The content of one request by its framing. More than `max_body` bytes: Error 413. A client that
/// ends before its content does: Error 400, never a short body taken for a whole one.
class BodyReader : public http::RequestBody {
 public:
  BodyReader(const Framing& framing, std::uint64_t max_body, BodyPlumbing plumbing);

  http::Result<std::size_t> read(std::span<char> into) override;
  [[nodiscard]] std::optional<std::uint64_t> length() const override;
  [[nodiscard]] bool finished() const override;
  http::Result<void> want() override;
  [[nodiscard]] bool has_buffered() const override;
  [[nodiscard]] platform::NativeHandle wait_handle() const override;

  /// Error 413 at once when the client announces more than `max_body`, before any byte is read.
  /// read() and want() check it too.
  [[nodiscard]] http::Result<void> check_length() const;
  /// Bytes of content not yet read; nothing for a chunked body.
  [[nodiscard]] std::optional<std::uint64_t> left() const {
    if (framing_.kind == Framing::Kind::chunked) {
      return std::nullopt;
    }
    return framing_.length - taken_;
  }
  /// Reads and drops what is left, at most `most` bytes; true when the body is finished and the
  /// connection is in step again. Never asks a waiting client for its content (Expect).
  bool drain(std::uint64_t most);
  /// The client waits for 100 Continue and has not been told to go on: it may or may not send the
  /// content, so the connection cannot be kept.
  [[nodiscard]] bool continue_pending() const { return continue_pending_; }
  /// The content is broken, incomplete or too long: what follows on the connection is no request.
  [[nodiscard]] bool failed() const { return failure_.has_value(); }

 private:
  http::Result<std::size_t> read_framed(std::span<char> into);
  http::Result<std::size_t> read_chunked(std::span<char> into);
  http::Result<std::size_t> read_raw(std::span<char> into);
  static http::Error ended_early();

  Framing framing_;
  std::uint64_t max_body_;
  BodyPlumbing plumbing_;
  ChunkedDecoder chunked_;
  std::uint64_t taken_ = 0;  ///< bytes of content given out
  bool continue_pending_;
  std::optional<http::Error> failure_;  ///< the first one; every later call gives it again
};

}  // namespace tthttpd::parse
