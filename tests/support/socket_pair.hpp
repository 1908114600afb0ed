#pragma once

#include <fcntl.h>
#include <stdexcept>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <unistd.h>

#include "tthttpd/platform/handle.hpp"

namespace tthttpd::support {

/// Two connected sockets: the server's end as the accept step makes it (non-blocking), and the
/// client's end, blocking, for the test.
class SocketPair {
 public:
  SocketPair() {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
      throw std::runtime_error("socketpair");
    }
    ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
    server = platform::Handle(ends[0]);
    client = platform::Handle(ends[1]);
  }

  /// False when the other end is closed.
  bool send(std::string_view text) const {
    while (!text.empty()) {
      const auto sent = ::send(fd(), text.data(), text.size(), MSG_NOSIGNAL);
      if (sent <= 0) {
        return false;
      }
      text.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }
  void end_sending() const { ::shutdown(fd(), SHUT_WR); }
  /// All bytes until the server closes.
  [[nodiscard]] std::string receive_all() const {
    std::string all;
    char buffer[4096];
    ssize_t got = 0;
    while ((got = ::recv(fd(), buffer, sizeof buffer, 0)) > 0) {
      all.append(buffer, static_cast<std::size_t>(got));
    }
    return all;
  }
  /// At least `count` bytes, unless the server closes before.
  [[nodiscard]] std::string receive(std::size_t count) const {
    std::string all(count, '\0');
    const auto got = ::recv(fd(), all.data(), count, MSG_WAITALL);
    all.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
    return all;
  }

  platform::Handle server;
  platform::Handle client;

 private:
  [[nodiscard]] int fd() const { return static_cast<int>(client.native()); }
};

}  // namespace tthttpd::support
