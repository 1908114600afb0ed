#include "support/raw_client.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <cstring>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <utility>

namespace tthttpd::support {

namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void fail(const std::string& what, int error) {
  throw ClientError(what + ": " + std::strerror(error));
}

bool wait_for(int socket, short events, Clock::time_point end) {
  while (true) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
    pollfd entry{socket, events, 0};
    const int ready = ::poll(&entry, 1, static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
    if (ready > 0) {
      return true;
    }
    if (ready == 0) {
      return false;
    }
    if (errno != EINTR) {
      fail("poll", errno);
    }
  }
}

}  // namespace

std::string loopback(Family family) { return family == Family::v4 ? "127.0.0.1" : "::1"; }

RawClient::RawClient(Family family, std::uint16_t port) { connect(family, port, nullptr); }

RawClient::RawClient(const char* source, std::uint16_t port) { connect(Family::v4, port, source); }

void RawClient::connect(Family family, std::uint16_t port, const char* source) {
  sockaddr_storage storage{};
  socklen_t size = 0;
  if (family == Family::v4) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    size = sizeof address;
    std::memcpy(&storage, &address, size);
  } else {
    sockaddr_in6 address{};
    address.sin6_family = AF_INET6;
    address.sin6_port = htons(port);
    address.sin6_addr = in6addr_loopback;
    size = sizeof address;
    std::memcpy(&storage, &address, size);
  }
  socket_ = ::socket(storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (socket_ < 0) {
    fail("socket", errno);
  }
  if (source != nullptr) {
    sockaddr_in from{};
    from.sin_family = AF_INET;
    if (::inet_pton(AF_INET, source, &from.sin_addr) != 1 ||
        ::bind(socket_, reinterpret_cast<const sockaddr*>(&from), sizeof from) != 0) {
      const int error = errno;
      close();
      fail(std::string("bind to ") + source, error);
    }
  }
  if (::connect(socket_, reinterpret_cast<const sockaddr*>(&storage), size) != 0) {
    const int error = errno;
    close();
    fail("connect to " + loopback(family) + " port " + std::to_string(port), error);
  }
  const int at_once = 1;  // each send() is to be a packet of its own
  ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof at_once);
}

RawClient::RawClient(const std::string& socket_path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (socket_path.size() >= sizeof address.sun_path) {
    throw ClientError("socket path too long: " + socket_path);
  }
  std::copy(socket_path.begin(), socket_path.end(), address.sun_path);
  socket_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (socket_ < 0) {
    fail("socket", errno);
  }
  if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    const int error = errno;
    close();
    fail("connect to " + socket_path, error);
  }
}

RawClient::~RawClient() { close(); }

RawClient::RawClient(RawClient&& other) noexcept
    : socket_(std::exchange(other.socket_, -1)),
      unread_(std::move(other.unread_)),
      patience_(other.patience_) {}

void RawClient::send(std::string_view bytes) {
  if (!try_send(bytes)) {
    throw ClientError("the server does not take the request");
  }
}

bool RawClient::try_send(std::string_view bytes) {
  const auto end = deadline();
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    } else if (errno == EPIPE || errno == ECONNRESET) {
      return false;
    } else if (errno == EAGAIN) {
      if (!wait_for(socket_, POLLOUT, end)) {
        throw ClientError("timed out while sending");
      }
    } else if (errno != EINTR) {
      fail("send", errno);
    }
  }
  return true;
}

void RawClient::half_close() {
  if (::shutdown(socket_, SHUT_WR) != 0) {
    fail("shutdown", errno);
  }
}

void RawClient::reset() {
  const linger at_once{1, 0};
  if (::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once) != 0) {
    fail("SO_LINGER", errno);
  }
  close();
}

void RawClient::close() {
  if (socket_ >= 0) {
    ::close(std::exchange(socket_, -1));
  }
}

Clock::time_point RawClient::deadline() const { return Clock::now() + patience_; }

bool RawClient::fill(Clock::time_point end) {
  std::array<char, 65536> buffer;  // NOLINT: filled by recv
  while (true) {
    if (!wait_for(socket_, POLLIN, end)) {
      throw ClientError("timed out while reading; got so far: " + unread_.substr(0, 400));
    }
    const ssize_t got = ::recv(socket_, buffer.data(), buffer.size(), 0);
    if (got >= 0) {
      unread_.append(buffer.data(), static_cast<std::size_t>(got));
      return got > 0;
    }
    if (errno != EINTR) {
      fail("recv (got so far: " + unread_.substr(0, 400) + ")", errno);
    }
  }
}

Reply RawClient::read_reply(bool head) {
  const auto end = deadline();
  ReplyContext context{head, false};
  while (true) {
    if (auto reply = take_reply(unread_, context)) {
      return *std::move(reply);
    }
    context.ended = !fill(end);
  }
}

Reply RawClient::ask(std::string_view bytes) {
  send(bytes);
  return read_reply(bytes.substr(0, 5) == "HEAD ");
}

std::string RawClient::read_until(std::string_view mark) {
  const auto end = deadline();
  std::size_t at = unread_.find(mark);
  while (at == std::string::npos) {
    if (!fill(end)) {
      throw ClientError("closed before \"" + std::string(mark) +
                        "\"; got: " + unread_.substr(0, 400));
    }
    at = unread_.find(mark);
  }
  std::string taken = unread_.substr(0, at + mark.size());
  unread_.erase(0, at + mark.size());
  return taken;
}

std::string RawClient::read_to_end() {
  const auto end = deadline();
  while (fill(end)) {
  }
  return std::exchange(unread_, {});
}

bool RawClient::server_closes() { return unread_.empty() && !fill(deadline()); }

bool RawClient::is_closed_now() {
  char byte = 0;
  const ssize_t got = ::recv(socket_, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  return got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR);
}

bool RawClient::has_answer_now() {
  char byte = 0;
  return ::recv(socket_, &byte, 1, MSG_PEEK | MSG_DONTWAIT) >= 0 ||
         (errno != EAGAIN && errno != EINTR);
}

std::string get(std::string_view path, std::string_view extra) {
  return request("GET", path, extra);
}

std::string request(std::string_view method, std::string_view path, std::string_view extra) {
  std::string text(method);
  text.append(" ").append(path).append(" HTTP/1.1\r\nHost: example.test\r\n");
  return text.append(extra).append("\r\n");
}

std::string request_with_body(std::string_view method, std::string_view path, std::string_view body,
                              std::string_view extra) {
  std::string text = request(
      method, path, "Content-Length: " + std::to_string(body.size()) + "\r\n" + std::string(extra));
  return text.append(body);
}

std::string basic(std::string_view user, std::string_view password) {
  static constexpr std::string_view kLetters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const std::string pair = std::string(user).append(":").append(password);
  std::string text;
  for (std::size_t at = 0; at < pair.size(); at += 3) {
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const char letter = at + i < pair.size() ? pair[at + i] : '\0';
      bits = bits << 8U | static_cast<unsigned char>(letter);
    }
    for (std::size_t i = 0; i < 4; ++i) {
      text += at + i > pair.size() ? '=' : kLetters[bits >> (18U - 6U * i) & 63U];
    }
  }
  return "Authorization: Basic " + text + "\r\n";
}

}  // namespace tthttpd::support
