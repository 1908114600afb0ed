#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tthttpd::http {

/// Seconds since 1970-01-01T00:00:00Z as an IMF-fixdate (RFC 9110 section 5.6.7):
/// 784111777 -> "Sun, 06 Nov 1994 08:49:37 GMT". Years outside 0..9999 are clamped.
std::string format_date(std::int64_t unix_seconds);

/// Reads any of the three date forms of RFC 9110 section 5.6.7 (IMF-fixdate, RFC 850, asctime);
/// nothing when the text is none of them or names no real day. `now` decides the century of a
/// two-digit year: one that would lie more than 50 years ahead is in the past.
std::optional<std::int64_t> parse_date(std::string_view text, std::int64_t now_unix_seconds);

}  // namespace tthttpd::http
