#pragma once

#include <cstdint>

#include "tthttpd/http/error.hpp"
#include "tthttpd/http/headers.hpp"

namespace tthttpd::parse {

/// How the content of a request is delimited (RFC 9112 section 6).
struct Framing {
  enum class Kind : std::uint8_t { none, length, chunked };
  Kind kind = Kind::none;
  std::uint64_t length = 0;       ///< for `length`
  bool expects_continue = false;  ///< Expect: 100-continue from a 1.1 client
};

/// Decides the framing, strictly: both Content-Length and Transfer-Encoding, differing or malformed
/// lengths, Transfer-Encoding in HTTP/1.0 -> 400; a coding other than a final, single chunked ->
/// 501; an expectation other than 100-continue -> 417.
http::Result<Framing> framing_of(const http::Headers& headers, int version_minor);

}  // namespace tthttpd::parse
