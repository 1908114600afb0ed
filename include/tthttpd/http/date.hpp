#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tthttpd::http {

/// The years 0 to 9999, which are all that a date of four digits can name.
inline constexpr std::int64_t kFirstSecond = -62'167'219'200;  ///< 0000-01-01T00:00:00Z
inline constexpr std::int64_t kLastSecond = 253'402'300'799;   ///< 9999-12-31T23:59:59Z

inline constexpr std::array<std::string_view, 12> kMonthNames = {
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

/// Seconds since 1970-01-01T00:00:00Z as an IMF-fixdate (RFC 9110 section 5.6.7):
/// 784111777 -> "Sun, 06 Nov 1994 08:49:37 GMT". Years outside 0..9999 are clamped.
std::string format_date(std::int64_t unix_seconds);

/// Reads any of the three date forms of RFC 9110 section 5.6.7 (IMF-fixdate, RFC 850, asctime);
/// nothing when the text is none of them or names no real day. `now` decides the century of a
/// two-digit year: one that would lie more than 50 years ahead is in the past.
std::optional<std::int64_t> parse_date(std::string_view text, std::int64_t now_unix_seconds);

}  // namespace tthttpd::http
