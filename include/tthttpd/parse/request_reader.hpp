#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "tthttpd/http/request.hpp"
#include "tthttpd/parse/framing.hpp"
#include "tthttpd/parse/read_buffer.hpp"

namespace tthttpd::parse {

/// Limits of a request head; a larger value costs memory per connection.
struct HeadLimits {
  std::size_t max_request_line = 8 * 1024;   ///< bytes without its line end -> 414
  std::size_t max_header_bytes = 32 * 1024;  ///< bytes of all fields, line ends included -> 431
  std::size_t max_headers = 100;             ///< fields -> 431
};

/// A request head and how its content is framed.
struct RequestHead {
  http::Request request;
  Framing framing;
};

/// Finds one request head in the bytes received so far; the answer does not depend on how they were
/// split over packets. One reader per request; keeps only how far it has looked.
class RequestReader {
 public:
  explicit RequestReader(const HeadLimits& limits) : limits_(limits) {}

  /// A head: it has been consumed from `buffer`, the rest is left there. Nothing: more bytes are
  /// needed. Error: answer it and close; what follows cannot be trusted.
  http::Result<std::optional<RequestHead>> try_read(ReadBuffer& buffer);

  /// Whether any byte of a request has arrived (empty lines before it do not count, RFC 9112
  /// section 2.2): decides between 408 and a silent close.
  [[nodiscard]] bool started() const { return started_; }

 private:
  /// Judges the byte at scanned_, which is no LF.
  http::Result<void> check_byte(std::string_view bytes);
  /// Judges a complete line that is not empty; the next one starts at `next`.
  http::Result<void> check_line(std::string_view line, std::size_t next);

  HeadLimits limits_;
  std::size_t scanned_ = 0;  ///< bytes of the buffer already looked at
  std::size_t line_start_ = 0;
  std::size_t fields_start_ = 0;  ///< 0 while the request line is incomplete
  std::size_t fields_ = 0;
  std::size_t empty_lines_ = 0;
  bool started_ = false;
};

}  // namespace tthttpd::parse
