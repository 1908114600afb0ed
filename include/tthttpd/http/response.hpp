#pragma once

#include <string>
#include <string_view>

#include "tthttpd/http/body.hpp"
#include "tthttpd/http/headers.hpp"

namespace tthttpd::http {

/// What a filter or handler answers. It says nothing about framing, HEAD, Date, Server or keeping
/// the connection: those are decided once, by serve/ and write/.
struct Response {
  int status = 200;
  std::string phrase;  ///< empty: the registered one
  Headers headers;
  Body body;
  /// Content-Length to announce without a body at hand (HEAD, 304); nothing: from the body.
  std::optional<std::uint64_t> announced_length;
  /// The body's bytes are the whole answer, status line included (a script's NPH reply); the
  /// connection is closed after it.
  bool raw = false;
  /// The connection cannot be used again.
  bool must_close = false;
  /// Not empty: answer instead with what a GET of this local path and query gives (RFC 3875
  /// section 6.2.2); only scripts set it.
  std::string local_redirect;
  /// For the log; why an error was answered, empty otherwise.
  std::string_view reason;
};

}  // namespace tthttpd::http
