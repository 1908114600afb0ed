#pragma once

#include <string_view>

namespace tthttpd::parse {

/// Whether `text` is a host with an optional port that RFC 9110 section 7.2 allows in a Host field:
/// a name, an IPv4 address or a bracketed IPv6 address. The empty text is not one, and neither is
/// one with userinfo before it (section 4.2.4).
/// Example: "[::1]:8080" yes, "::1" no, "a b" no, "host:65536" no, "user@host" no.
bool is_valid_authority(std::string_view text);

}  // namespace tthttpd::parse
