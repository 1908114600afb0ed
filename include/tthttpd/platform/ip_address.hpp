#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tthttpd::platform {

/// An IPv4 or IPv6 address as a value. A v4-mapped IPv6 address (::ffff:a.b.c.d, RFC 4291 section
/// 2.5.5.2) is the IPv4 address it stands for, so that both spellings compare equal.
struct IpAddress {
  std::array<std::uint8_t, 16> bytes{};  ///< network order; the first size() of them count
  bool v6 = false;

  [[nodiscard]] std::size_t size() const { return v6 ? 16 : 4; }
  friend bool operator==(const IpAddress&, const IpAddress&) = default;
};

/// Reads "192.0.2.1" or "2001:db8::1", nothing else: no port, no brackets, no abbreviated IPv4
/// forms. A zone behind an IPv6 address ("fe80::1%eth0") is dropped.
std::optional<IpAddress> parse_ip_address(std::string_view text);

/// The address as people write it (RFC 5952).
std::string to_text(const IpAddress& address);

/// The address with all but its first `bits` bits cleared.
IpAddress network_of(const IpAddress& address, std::size_t bits);

/// What stands for the client where clients are counted: an IPv4 address itself, the /64 of an IPv6
/// one, within which one client can choose addresses at will (RFC 4291 section 2.5.1). Anything
/// else is returned as it is.
std::string client_network(std::string_view address);

/// A block of addresses of one family.
struct IpNetwork {
  IpAddress first;
  std::size_t bits = 0;

  [[nodiscard]] bool contains(const IpAddress& address) const;
};

/// Reads an address alone or with a prefix length: "10.0.0.0/8", "2001:db8::/32", "::1". Bits
/// behind the prefix are ignored: "10.1.2.3/8" is "10.0.0.0/8".
std::optional<IpNetwork> parse_ip_network(std::string_view text);

}  // namespace tthttpd::platform
