#include "tthttpd/accept/listener.hpp"

#include <stdexcept>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <utility>

#include <asio/basic_socket_acceptor.hpp>
#include <asio/generic/stream_protocol.hpp>
#include <asio/io_context.hpp>
#include <asio/ip/tcp.hpp>
#include <asio/ip/v6_only.hpp>
#include <asio/local/stream_protocol.hpp>

#include "tthttpd/platform/socket.hpp"

namespace tthttpd::accept {
namespace {

using tcp = asio::ip::tcp;

constexpr int kBacklog = 1024;
constexpr int kPortTries = 16;

/// The URL's host for someone on this machine: a wildcard is no address to go to.
std::string url_host(const asio::ip::address& address) {
  if (address.is_v6()) {
    const auto shown =
        address.is_unspecified() ? asio::ip::address_v6::loopback() : address.to_v6();
    return '[' + shown.to_string() + ']';
  }
  return address.is_unspecified() ? "127.0.0.1" : address.to_string();
}

std::string name_of(const tcp::endpoint& endpoint) {
  const auto text = endpoint.address().to_string();
  return (endpoint.address().is_v6() ? '[' + text + ']' : text) + ":" +
         std::to_string(endpoint.port());
}

[[noreturn]] void fail(const std::string& where, const std::error_code& code) {
  std::string message = "cannot listen on " + where + ": " + code.message();
  if (code == std::errc::address_in_use) {
    message += " (another program has it; -p 0 takes any free port)";
  } else if (code == std::errc::permission_denied) {
    message += " (ports below 1024 need special rights; try -p 8080)";
  }
  throw std::runtime_error(message);
}

/// The socket of an acceptor that asio has opened; asio lets go of it.
platform::Handle take_socket(tcp::acceptor& acceptor, std::error_code& code) {
  const auto fd = acceptor.release(code);
  return code ? platform::Handle() : platform::Handle(fd);
}

Listener listen_tcp(asio::io_context& io, const tcp::endpoint& endpoint,
                    const std::string& shown_host, std::error_code& code) {
  tcp::acceptor acceptor(io);
  acceptor.open(endpoint.protocol(), code);
  if (!code) {
    platform::set_close_on_exec(acceptor.native_handle());
    acceptor.set_option(tcp::acceptor::reuse_address(true), code);
  }
  if (!code && endpoint.protocol() == tcp::v6()) {
    acceptor.set_option(asio::ip::v6_only(true), code);
  }
  if (!code) {
    acceptor.bind(endpoint, code);
  }
  if (!code) {
    acceptor.listen(kBacklog, code);
  }
  if (!code) {
    acceptor.non_blocking(true, code);
  }
  if (code) {
    return {platform::Handle(), {}, {}};
  }
  const auto bound = acceptor.local_endpoint(code);
  const auto host = shown_host.empty() ? url_host(bound.address()) : shown_host;
  const auto url = "http://" + host + ':' + std::to_string(bound.port()) + '/';
  return {take_socket(acceptor, code), url, {}, bound.port()};
}

Listener listen_unix(asio::io_context& io, const std::string& path) {
  using local = asio::local::stream_protocol;
  std::error_code code;
  if (path.size() >= sizeof(sockaddr_un::sun_path)) {
    fail("unix:" + path, std::make_error_code(std::errc::filename_too_long));
  }
  const local::endpoint endpoint(path);
  // A socket file that an earlier run left behind is in the way; one that answers is in use.
  struct stat found {};
  if (::lstat(path.c_str(), &found) == 0 && S_ISSOCK(found.st_mode)) {
    local::socket probe(io);
    probe.connect(endpoint, code);
    if (!code) {
      fail("unix:" + path, std::make_error_code(std::errc::address_in_use));
    }
    ::unlink(path.c_str());
  }
  local::acceptor acceptor(io);
  acceptor.open(endpoint.protocol(), code);
  if (!code) {
    platform::set_close_on_exec(acceptor.native_handle());
    acceptor.bind(endpoint, code);
  }
  if (!code) {
    acceptor.listen(kBacklog, code);
  }
  if (!code) {
    acceptor.non_blocking(true, code);
  }
  if (code) {
    fail("unix:" + path, code);
  }
  return {platform::Handle(acceptor.release()), "unix:" + path, path};
}

bool wanted(const tcp::endpoint& endpoint, Families families) {
  return families == Families::both ||
         (families == Families::ipv6) == (endpoint.protocol() == tcp::v6());
}

std::vector<tcp::endpoint> resolve(asio::io_context& io, const ListenAddress& address,
                                   Families families) {
  const bool wildcard = address.host.empty() || address.host == "*";
  std::string host = address.host;
  if (host.size() > 2 && host.front() == '[' && host.back() == ']') {
    host = host.substr(1, host.size() - 2);
  }
  tcp::resolver resolver(io);
  std::error_code code;
  const auto found =
      resolver.resolve(wildcard ? "" : host, address.port, tcp::resolver::passive, code);
  if (code) {
    const bool bad_service = code.value() == EAI_SERVICE || code.value() == EAI_NONAME;
    throw std::runtime_error(
        "cannot listen on " + (wildcard ? "*" : address.host) + ":" + address.port + ": " +
        (wildcard && bad_service ? "no such port or service name" : code.message()));
  }
  std::vector<tcp::endpoint> endpoints;
  for (const auto& entry : found) {
    if (wanted(entry.endpoint(), families)) {
      endpoints.push_back(entry.endpoint());
    }
  }
  if (endpoints.empty()) {
    throw std::runtime_error("cannot listen on " + (wildcard ? "*" : address.host) + ":" +
                             address.port + ": no address of the asked-for family");
  }
  return endpoints;
}

bool no_such_family(const std::error_code& code) {
  return code == std::errc::address_family_not_supported ||
         code == std::errc::address_not_available;
}

/// All endpoints of one configured address. With port 0 the first socket's port is used for the
/// others; when one of them is taken there, the whole set is tried again.
std::vector<Listener> listen_all(asio::io_context& io, std::vector<tcp::endpoint> endpoints,
                                 const std::string& shown_host, bool may_leave_out) {
  const bool any_port = endpoints.front().port() == 0;
  for (int tries = 1;; ++tries) {
    std::vector<Listener> listeners;
    unsigned short port = endpoints.front().port();
    std::error_code code;
    tcp::endpoint failed;
    for (auto endpoint : endpoints) {
      endpoint.port(port);
      Listener listener = listen_tcp(io, endpoint, shown_host, code);
      if (code && may_leave_out && no_such_family(code)) {
        failed = endpoint;
        continue;
      }
      if (code) {
        failed = endpoint;
        break;
      }
      if (any_port && port == 0) {
        port = listener.port();
      }
      listeners.push_back(std::move(listener));
    }
    const bool taken = code == std::errc::address_in_use && any_port;
    if (taken && tries < kPortTries) {
      continue;
    }
    if (listeners.empty() || (code && !(may_leave_out && no_such_family(code)))) {
      fail(name_of(failed), code);
    }
    return listeners;
  }
}

}  // namespace

Listener::Listener(platform::Handle socket, std::string url, std::string unix_path,
                   std::uint16_t port)
    : socket_(std::move(socket)),
      url_(std::move(url)),
      unix_path_(std::move(unix_path)),
      port_(port) {}

Listener::Listener(Listener&& other) noexcept
    : socket_(std::move(other.socket_)),
      url_(std::move(other.url_)),
      unix_path_(std::exchange(other.unix_path_, {})),
      port_(other.port_) {}

Listener::~Listener() {
  if (!unix_path_.empty()) {
    ::unlink(unix_path_.c_str());
  }
}

std::vector<Listener> open_listeners(const std::vector<ListenAddress>& addresses,
                                     Families families) {
  asio::io_context io;
  std::vector<Listener> all;
  for (const auto& address : addresses) {
    if (!address.unix_path.empty()) {
      all.push_back(listen_unix(io, address.unix_path));
      continue;
    }
    const bool wildcard = address.host.empty() || address.host == "*";
    const bool ipv6_literal =
        address.url_host.find(':') != std::string::npos && address.url_host.front() != '[';
    const auto shown = ipv6_literal ? '[' + address.url_host + ']' : address.url_host;
    auto listeners = listen_all(io, resolve(io, address, families), shown,
                                wildcard && families == Families::both);
    for (auto& listener : listeners) {
      all.push_back(std::move(listener));
    }
  }
  return all;
}

}  // namespace tthttpd::accept
