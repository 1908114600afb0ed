#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tthttpd/platform/handle.hpp"

namespace tthttpd::accept {

/// Which address families are asked for (-4, -6).
enum class Families : std::uint8_t { both, ipv4, ipv6 };

/// An address to listen on, as configured.
struct ListenAddress {
  std::string host;       ///< name or address; empty or "*": every local address of each family
  std::string port;       ///< number or service name; "0": any free port
  std::string unix_path;  ///< not empty: a UNIX socket, host and port are not used
  std::string url_host =
      {};  ///< host of the printed URL, a name or an address; empty: what was bound
};

/// A bound and listening socket. Owns it; a UNIX socket's file is removed with it.
class Listener {
 public:
  Listener(platform::Handle socket, std::string url, std::string unix_path, std::uint16_t port = 0);
  Listener(Listener&&) noexcept;
  Listener& operator=(Listener&&) = delete;
  ~Listener();

  [[nodiscard]] platform::NativeHandle native() const { return socket_.native(); }
  /// What to click on: "http://127.0.0.1:8080/", "http://[::1]:8080/", or "unix:/path".
  [[nodiscard]] const std::string& url() const { return url_; }
  /// The bound port; 0 for a UNIX socket.
  [[nodiscard]] std::uint16_t port() const { return port_; }

 private:
  platform::Handle socket_;
  std::string url_;
  std::string unix_path_;
  std::uint16_t port_;
};

/// Binds every asked-for address, one socket for each family (IPv6 always V6ONLY, so that the
/// result does not depend on a system setting). With port 0 all sockets of one entry get the same
/// free port. A wildcard's URL names the loopback address unless `url_host` is given. Throws
/// std::runtime_error naming address, port and the system's reason when any of them cannot be
/// bound: all or nothing.
///
/// A family that the machine does not have is left out of a wildcard when no family was asked for;
/// if none is left, or one was named, that is an error.
std::vector<Listener> open_listeners(const std::vector<ListenAddress>& addresses,
                                     Families families);

}  // namespace tthttpd::accept
