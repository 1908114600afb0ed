#pragma once

#include <string>
#include <string_view>

namespace tthttpd::http {

/// A decoded path written for a URL: every byte but unreserved characters, sub-delimiters, ':', '@'
/// and '/' as %XX (RFC 3986 section 3.3). "/a b?" -> "/a%20b%3F".
std::string percent_encode_path(std::string_view path);

/// Text made safe for HTML content and attribute values: & < > " ' become references.
std::string escape_html(std::string_view text);

}  // namespace tthttpd::http
