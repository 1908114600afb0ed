#include "tthttpd/filter/forwarded.hpp"

#include <algorithm>
#include <stdexcept>
#include <string_view>

#include "tthttpd/http/ascii.hpp"
#include "tthttpd/http/headers.hpp"
#include "tthttpd/platform/ip_address.hpp"

namespace tthttpd::filter {
namespace {

/// A peer on a UNIX socket has no address; proxies write "unix:" for one.
bool is_unix(std::string_view text) { return text == "unix" || text == "unix:"; }

bool is_port(std::string_view text) {
  return !text.empty() && text.size() <= 5 && std::all_of(text.begin(), text.end(), http::is_digit);
}

/// One member of X-Forwarded-For: an address; IPv6 also in brackets, and some proxies add the port.
std::optional<platform::IpAddress> parse_member(std::string_view text) {
  if (text.starts_with('[')) {
    const auto close = text.find(']');
    if (close == std::string_view::npos) {
      return std::nullopt;
    }
    const std::string_view behind = text.substr(close + 1);
    if (!behind.empty() && !(behind.front() == ':' && is_port(behind.substr(1)))) {
      return std::nullopt;
    }
    const auto address = platform::parse_ip_address(text.substr(1, close - 1));
    return address && address->v6 ? address : std::nullopt;
  }
  const auto colon = text.find(':');
  if (colon != std::string_view::npos && is_port(text.substr(colon + 1)) &&
      text.find('.') < colon) {
    text = text.substr(0, colon);
  }
  return platform::parse_ip_address(text);
}

}  // namespace

struct Forwarded::State {
  [[nodiscard]] bool trusts(const platform::IpAddress& address) const {
    return std::any_of(networks.begin(), networks.end(),
                       [&](const auto& network) { return network.contains(address); });
  }
  [[nodiscard]] bool trusts_peer(const std::string& address) const {
    if (address.empty()) {
      return unix_sockets;
    }
    const auto ip = platform::parse_ip_address(address);
    return ip && trusts(*ip);
  }
  /// The client's address, or nothing when the field does not say it.
  [[nodiscard]] std::optional<std::string> find_client(const http::Headers& headers) const;

  std::vector<platform::IpNetwork> networks;
  bool unix_sockets = false;
};

std::optional<std::string> Forwarded::State::find_client(const http::Headers& headers) const {
  const auto field = headers.find_joined("X-Forwarded-For", ",");
  if (!field) {
    return std::nullopt;
  }
  // Each proxy adds its own peer on the right; what stands left of the first stranger is only what
  // that stranger claims.
  const auto members = http::split_list(*field);
  std::optional<std::string> client;
  for (auto member = members.rbegin(); member != members.rend(); ++member) {
    if (is_unix(*member) && unix_sockets) {
      continue;
    }
    const auto address = parse_member(*member);
    if (!address) {
      return std::nullopt;
    }
    client = to_text(*address);
    if (!trusts(*address)) {
      break;
    }
  }
  return client;
}

Forwarded::Forwarded(const std::vector<std::string>& trusted) {
  auto state = std::make_unique<State>();
  for (const std::string& entry : trusted) {
    if (is_unix(entry)) {
      state->unix_sockets = true;
    } else if (const auto network = platform::parse_ip_network(entry)) {
      state->networks.push_back(*network);
    } else {
      throw std::runtime_error("trusted_proxy: '" + entry +
                               "' is no address like 192.0.2.1, no block like 10.0.0.0/8 or "
                               "2001:db8::/32, and not unix");
    }
  }
  state_ = std::move(state);
}

Forwarded::~Forwarded() = default;

std::optional<http::Response> Forwarded::check(http::Request& request, const route::Resource&) {
  if (!state_->trusts_peer(request.peer->remote.address)) {
    return std::nullopt;
  }
  if (auto client = state_->find_client(request.headers)) {
    request.client_address = std::move(*client);
  }
  // Several proxies may each have added a value: it is secure only if all of them say so.
  const auto scheme = request.headers.find_joined("X-Forwarded-Proto", ",");
  const auto schemes = http::split_list(scheme ? std::string_view(*scheme) : std::string_view());
  request.secure =
      !schemes.empty() && std::all_of(schemes.begin(), schemes.end(), [](std::string_view one) {
        return http::equal_case_blind(one, "https");
      });
  return std::nullopt;
}

}  // namespace tthttpd::filter
