#pragma once

#include <string_view>

namespace tthttpd::parse {

/// Whether `text` is a host with an optional port, as in a Host field (RFC 9110 section 7.2): a
/// name, an IPv4 address or a bracketed IPv6 address. Narrower than the grammar: no escapes and no
/// marks that no name has. The empty text is not one, nor one with userinfo (section 4.2.4).
/// Example: "[::1]:8080" yes, "::1" no, "a b" no, "host:65536" no, "user@host" no.
bool is_valid_authority(std::string_view text);

}  // namespace tthttpd::parse
