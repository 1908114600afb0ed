#pragma once

#include <string>
#include <string_view>

#include "tthttpd/http/error.hpp"

namespace tthttpd::parse {

/// A request target taken apart.
struct Target {
  std::string path;   ///< canonical: decoded once, no dot or empty segments; "*" for `*`
  std::string query;  ///< as sent
  bool has_query = false;
  bool has_path = true;   ///< false: "http://host", whose path is "/" or, for OPTIONS, "*"
  std::string authority;  ///< of an absolute-form target, as sent; else empty
};

/// Reads origin-form, absolute-form (http and https) and asterisk-form (RFC 9112 section 3.2).
/// Splits at the first literal '?', decodes percent once, leaves '+' alone. 400: bad escape, NUL,
/// a path above the root, control bytes, userinfo before the host (RFC 9110 section 4.2.4).
/// Example: "/a/../b//c%20d/?x=1" -> path "/b/c d/", query "x=1".
http::Result<Target> parse_target(std::string_view text);

/// Dot segments and empty segments removed from a decoded path that starts with '/'; 400 above the
/// root. A slash at the end stays, and "/a/." and "/a/.." end with one.
http::Result<std::string> canonical_path(std::string_view decoded);

/// Percent-decodes; error for a bad escape or a NUL.
http::Result<std::string> percent_decode(std::string_view text);

}  // namespace tthttpd::parse
