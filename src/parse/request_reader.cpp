#include "tthttpd/parse/request_reader.hpp"

#include <utility>

#include "tthttpd/http/ascii.hpp"
#include "tthttpd/parse/request_parser.hpp"

namespace tthttpd::parse {
namespace {

/// Empty lines before a request that are passed over: some clients send one after a body.
constexpr std::size_t kMaxEmptyLines = 4;

}  // namespace

// The bytes are judged one after the other, each from what came before it alone, and the first
// fault decides. So the answer cannot depend on how much has arrived.
http::Result<std::optional<RequestHead>> RequestReader::try_read(ReadBuffer& buffer) {
  std::string_view bytes = buffer.view();
  while (scanned_ < bytes.size()) {
    const char c = bytes[scanned_];
    if (c != '\n') {
      if (auto fine = check_byte(bytes); !fine) {
        return std::move(fine).error();
      }
      ++scanned_;
      continue;
    }
    const std::size_t next = scanned_ + 1;
    std::string_view line = bytes.substr(line_start_, scanned_ - line_start_);
    if (line.ends_with('\r')) {
      line.remove_suffix(1);
    }
    if (line.empty() && fields_start_ == 0) {
      if (++empty_lines_ > kMaxEmptyLines) {
        return http::Error{400, "too-many-empty-lines", {}};
      }
      buffer.consume(next);
      bytes = buffer.view();
      scanned_ = 0;
      continue;
    }
    if (line.empty()) {
      auto head = parse_head(bytes.substr(0, next));
      if (!head) {
        return std::move(head).error();
      }
      buffer.consume(next);
      return std::optional(*std::move(head));
    }
    if (auto fine = check_line(line, next); !fine) {
      return std::move(fine).error();
    }
    scanned_ = next;
    line_start_ = next;
  }
  return std::optional<RequestHead>();
}

http::Result<void> RequestReader::check_byte(std::string_view bytes) {
  const char c = bytes[scanned_];
  if (scanned_ > line_start_ && bytes[scanned_ - 1] == '\r') {
    return http::Error{400, "bare-cr", {}};
  }
  if (c == '\r') {
    return {};
  }
  started_ = true;
  if (http::is_control_but_tab(c)) {
    // At once, not at the end of a line that may never come: a TLS client on this port, say.
    return http::Error{400, "control-byte", {}};
  }
  const std::size_t count = scanned_ + 1;
  if (fields_start_ == 0) {
    if (count - line_start_ > limits_.max_request_line) {
      return http::Error{414, "request-line-too-long", {}};
    }
    return {};
  }
  if (scanned_ == line_start_ && ++fields_ > limits_.max_headers) {
    return http::Error{431, "too-many-fields", {}};
  }
  if (count - fields_start_ > limits_.max_header_bytes) {
    return http::Error{431, "fields-too-large", {}};
  }
  return {};
}

http::Result<void> RequestReader::check_line(std::string_view line, std::size_t next) {
  if (fields_start_ == 0) {
    // Here already, so that a client of HTTP/0.9, which sends no more, gets its answer.
    if (const auto parts = parse_request_line(line); !parts) {
      return parts.error();
    }
    fields_start_ = next;
  } else if (next - fields_start_ > limits_.max_header_bytes) {
    return http::Error{431, "fields-too-large", {}};
  }
  return {};
}

}  // namespace tthttpd::parse
