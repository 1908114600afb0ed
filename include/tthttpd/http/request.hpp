#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tthttpd/http/body.hpp"
#include "tthttpd/http/endpoint.hpp"
#include "tthttpd/http/headers.hpp"

namespace tthttpd::http {

/// The methods the server itself knows something about; every other token is `other`. Methods are
/// case-sensitive (RFC 9110 section 9.1): "get" is `other`.
enum class Method : std::uint8_t {
  get,
  head,
  post,
  put,
  delete_,
  options,
  patch,
  trace,
  connect,
  other
};

Method method_from(std::string_view name);

/// One request head, and the way to its content. A fresh one for each turn of the connection loop.
struct Request {
  Method method = Method::get;
  std::string method_name;  ///< as sent
  std::string target;       ///< as sent, for logs and REQUEST_URI in origin-form
  int version_minor = 1;    ///< HTTP/1.x; other majors are refused before

  /// Decoded once, dot segments and empty segments removed; starts with '/'. May hold any byte but
  /// NUL. A slash at the end is kept: it asks for a directory. "*" for `OPTIONS *`.
  std::string path;
  std::string query;  ///< after the first literal '?', not decoded
  bool has_query = false;
  /// Host field or authority of an absolute-form target, checked; empty for a 1.0 request without.
  std::string authority;
  /// Of `authority`, an IPv6 address in its brackets: "[::1]:8080" -> "[::1]" and "8080". Empty
  /// when there is none. Views into `authority`. REQUIRES that it has been checked (parse/).
  [[nodiscard]] std::string_view host() const;
  [[nodiscard]] std::string_view port() const;
  Headers headers;

  RequestBody* body = nullptr;  ///< never null once served; owned by the connection
  const Peer* peer = nullptr;   ///< never null once served; outlives the request

  std::string client_address;  ///< the peer's, or what a trusted proxy says
  bool secure = false;         ///< the client came by https to a trusted proxy

  std::string user;  ///< set by an authentication filter after success, else empty
};

}  // namespace tthttpd::http
