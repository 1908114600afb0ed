#include <algorithm>
#include <arpa/inet.h>
#include <charconv>
#include <netinet/in.h>
#include <sys/socket.h>

#include "tthttpd/platform/ip_address.hpp"

namespace tthttpd::platform {
namespace {

constexpr std::size_t kMappedBits = 96;  ///< ::ffff:0:0/96 holds all of IPv4

bool is_mapped(const IpAddress& address) {
  static constexpr std::array<std::uint8_t, 12> kMapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
  return address.v6 && std::equal(kMapped.begin(), kMapped.end(), address.bytes.begin());
}

IpAddress unmapped(const IpAddress& address) {
  if (!is_mapped(address)) {
    return address;
  }
  IpAddress v4;
  std::copy(address.bytes.begin() + 12, address.bytes.end(), v4.bytes.begin());
  return v4;
}

/// The address as it is written, v4-mapped kept apart.
std::optional<IpAddress> parse_as_written(std::string_view text) {
  IpAddress address;
  address.v6 = text.find(':') != std::string_view::npos;
  if (address.v6) {
    const auto percent = text.find('%');
    if (percent != std::string_view::npos && percent + 1 == text.size()) {
      return std::nullopt;
    }
    text = text.substr(0, percent);
  }
  // inet_pton would stop at a NUL and call the rest fine.
  if (text.size() >= INET6_ADDRSTRLEN || text.find('\0') != std::string_view::npos) {
    return std::nullopt;
  }
  const std::string terminated(text);
  if (::inet_pton(address.v6 ? AF_INET6 : AF_INET, terminated.c_str(), address.bytes.data()) != 1) {
    return std::nullopt;
  }
  return address;
}

}  // namespace

std::optional<IpAddress> parse_ip_address(std::string_view text) {
  const auto address = parse_as_written(text);
  return address ? std::optional(unmapped(*address)) : std::nullopt;
}

std::string to_text(const IpAddress& address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  const char* written = ::inet_ntop(address.v6 ? AF_INET6 : AF_INET, address.bytes.data(),
                                    text.data(), static_cast<socklen_t>(text.size()));
  return written == nullptr ? std::string() : std::string(written);
}

IpAddress network_of(const IpAddress& address, std::size_t bits) {
  IpAddress network = address;
  for (std::size_t i = 0; i < address.size(); ++i) {
    const std::size_t kept = bits > 8 * i ? std::min<std::size_t>(bits - 8 * i, 8) : 0;
    network.bytes[i] = static_cast<std::uint8_t>(address.bytes[i] & (0xff00U >> kept));
  }
  return network;
}

std::string client_network(std::string_view address) {
  constexpr std::size_t kInterfaceStart = 64;
  const auto ip = parse_ip_address(address);
  return ip && ip->v6 ? to_text(network_of(*ip, kInterfaceStart)) : std::string(address);
}

bool IpNetwork::contains(const IpAddress& address) const {
  return address.v6 == first.v6 && network_of(address, bits) == first;
}

std::optional<IpNetwork> parse_ip_network(std::string_view text) {
  const auto slash = text.find('/');
  auto address = parse_as_written(text.substr(0, slash));
  if (!address) {
    return std::nullopt;
  }
  std::size_t bits = 8 * address->size();
  if (slash != std::string_view::npos) {
    const std::string_view length = text.substr(slash + 1);
    const char* const end = length.data() + length.size();
    std::size_t given = 0;
    const auto read = std::from_chars(length.data(), end, given);
    if (read.ec != std::errc() || read.ptr != end || given > bits) {
      return std::nullopt;
    }
    bits = given;
  }
  if (is_mapped(*address) && bits >= kMappedBits) {
    address = unmapped(*address);
    bits -= kMappedBits;
  }
  return IpNetwork{network_of(*address, bits), bits};
}

}  // namespace tthttpd::platform
