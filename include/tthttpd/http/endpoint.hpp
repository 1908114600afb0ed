#pragma once

#include <cstdint>
#include <string>

namespace tthttpd::http {

/// One end of a connection as people write it.
struct Endpoint {
  std::string address;  ///< "127.0.0.1", "::1"; never v4-mapped; empty for a UNIX socket
  std::uint16_t port = 0;
};

/// Both ends of one connection; made once when it is accepted.
struct Peer {
  Endpoint remote;
  Endpoint local;
};

}  // namespace tthttpd::http
