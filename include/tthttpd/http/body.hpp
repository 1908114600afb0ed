#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "tthttpd/http/error.hpp"
#include "tthttpd/platform/file.hpp"

namespace tthttpd::http {

/// Where bytes come from.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  /// Waits for at least one byte, puts up to into.size() of them there and says how many; 0 is the
  /// end. After an Error nothing more comes.
  virtual Result<std::size_t> read(std::span<char> into) = 0;
};

/// The content of a request, decoded from its framing. Lives for one request; used by the thread
/// that serves it. What nobody reads is drained or ends the connection, never read as a request.
class RequestBody : public ByteSource {
 public:
  /// Content-Length when it was sent; nothing for a chunked body. 0 when there is no body.
  [[nodiscard]] virtual std::optional<std::uint64_t> length() const = 0;
  /// All content has been read.
  [[nodiscard]] virtual bool finished() const = 0;
  /// Says that the content is wanted: sends "100 Continue" once when the client waits for it
  /// (RFC 9110 section 10.1.1). read() does it by itself; call it before waiting on wait_handle().
  virtual Result<void> want() = 0;
  /// True when read() has bytes at hand and would not wait for the client.
  [[nodiscard]] virtual bool has_buffered() const = 0;
  /// The client's socket, to wait on together with other handles.
  [[nodiscard]] virtual platform::NativeHandle wait_handle() const = 0;
};

/// The content of a response that is made while it is sent.
class StreamBody : public ByteSource {
 public:
  /// Content-Length when it is known beforehand; the sender holds the stream to it.
  [[nodiscard]] virtual std::optional<std::uint64_t> length() const { return std::nullopt; }
  /// True when read() has bytes (or the end) at hand and would not wait. The sender then puts the
  /// response head and the first bytes into one packet.
  [[nodiscard]] virtual bool ready() const { return false; }
  /// The sender calls it when the client does not take bytes but has some to give: take in pending
  /// request content without waiting, so that a client that sends all before it reads cannot block
  /// both sides. False when no request content is outstanding any more.
  virtual bool take_in_request() { return false; }
};

/// Part of an open file.
struct FileSlice {
  std::shared_ptr<const platform::File> file;
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
};

/// The content of a response: none, text, part of a file, or a stream.
using Body = std::variant<std::monostate, std::string, FileSlice, std::unique_ptr<StreamBody>>;

/// Where bytes go: the client. Every call waits until all is taken, within the send timeout that
/// counts from the last progress.
class ByteSink {
 public:
  virtual ~ByteSink() = default;
  /// Sends the pieces in order, in as few system calls as possible. `more`: further bytes of the
  /// same response follow at once, so a partly filled packet may wait for them.
  virtual Result<void> write(std::span<const std::string_view> pieces, bool more) = 0;
  /// Sends `head` and then the slice without copying it through user space. Fewer bytes in the
  /// file than the slice promises is an Error: the connection must be closed.
  virtual Result<void> write_file(std::string_view head, const FileSlice& slice) = 0;
};

}  // namespace tthttpd::http
