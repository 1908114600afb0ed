#pragma once

#include <string_view>

#include "tthttpd/parse/request_reader.hpp"

namespace tthttpd::parse {

/// The three parts of a request line; views into it.
struct RequestLine {
  std::string_view method;
  std::string_view target;
  int version_minor = 1;  ///< 0 or 1; a later HTTP/1.x counts as 1.1 (RFC 9110 section 2.5)
};

/// Reads one request line without its line end (RFC 9112 section 3). 400: not exactly a token, a
/// target and a version with one space between each; 505: another major version. The target is not
/// looked into.
http::Result<RequestLine> parse_request_line(std::string_view line);

/// Turns one complete head, from the request line up to and including the empty line, into a
/// request (RFC 9112 sections 3 and 5; docs/security.md lists what is refused and why). Lines end
/// with CRLF or LF. The limits of a head are the reader's. Pure.
http::Result<RequestHead> parse_head(std::string_view head);

}  // namespace tthttpd::parse
