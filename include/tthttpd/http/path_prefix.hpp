#pragma once

#include <string_view>

namespace tthttpd::http {

/// "/a/" and "/a//" are "/a", "/" is "".
std::string_view without_end_slash(std::string_view path);

/// Whether a rule for `prefix` holds for `path`, by whole segments: "/a" covers "/a", "/a/" and
/// "/a/b", never "/ab". "/" covers everything, "*" (RFC 9112 section 3.2.4) too. A slash at the end
/// of the prefix makes no difference. Both are decoded paths.
bool prefix_covers(std::string_view prefix, std::string_view path);

}  // namespace tthttpd::http
