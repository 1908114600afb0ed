#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include "tthttpd/platform/socket.hpp"

namespace tthttpd::platform {
namespace {

std::error_code last_error() { return {errno, std::generic_category()}; }

SocketAddress to_text(const sockaddr_storage& storage) {
  SocketAddress result;
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (storage.ss_family == AF_INET) {
    const auto& v4 = reinterpret_cast<const sockaddr_in&>(storage);
    inet_ntop(AF_INET, &v4.sin_addr, text.data(), text.size());
    result.port = ntohs(v4.sin_port);
  } else if (storage.ss_family == AF_INET6) {
    const auto& v6 = reinterpret_cast<const sockaddr_in6&>(storage);
    if (IN6_IS_ADDR_V4MAPPED(&v6.sin6_addr)) {
      inet_ntop(AF_INET, &v6.sin6_addr.s6_addr[12], text.data(), text.size());
    } else {
      inet_ntop(AF_INET6, &v6.sin6_addr, text.data(), text.size());
    }
    result.port = ntohs(v6.sin6_port);
  }
  result.address = text.data();
  return result;
}

int descriptor(NativeHandle handle) { return static_cast<int>(handle); }

}  // namespace

Outcome<AcceptedSocket> accept_connection(NativeHandle listener) {
  sockaddr_storage remote{};
  socklen_t size = sizeof remote;
  const int fd = ::accept4(descriptor(listener), reinterpret_cast<sockaddr*>(&remote), &size,
                           SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (fd < 0) {
    const int code = errno;
    // Errors of the new connection itself, delivered through accept (accept(2), "Error handling").
    if (code == EINTR || code == EPROTO || code == ENETDOWN || code == EHOSTUNREACH ||
        code == ENETUNREACH || code == EHOSTDOWN || code == ENOPROTOOPT || code == EOPNOTSUPP) {
      return std::make_error_code(std::errc::connection_aborted);
    }
    if (code == ENFILE) {
      return std::make_error_code(std::errc::too_many_files_open);
    }
    if (code == ENOBUFS) {
      return std::make_error_code(std::errc::not_enough_memory);
    }
    return std::error_code(code, std::generic_category());
  }
  AcceptedSocket accepted{Handle(fd), to_text(remote), {}};
  if (remote.ss_family != AF_UNIX) {
    const int on = 1;
    ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    sockaddr_storage local{};
    size = sizeof local;
    if (::getsockname(fd, reinterpret_cast<sockaddr*>(&local), &size) == 0) {
      accepted.local = to_text(local);
    }
  }
  return accepted;
}

Outcome<std::size_t> receive_some(NativeHandle socket, std::span<char> into) {
  for (;;) {
    const ssize_t got = ::recv(descriptor(socket), into.data(), into.size(), MSG_DONTWAIT);
    if (got >= 0) {
      return static_cast<std::size_t>(got);
    }
    if (errno != EINTR) {
      return last_error();
    }
  }
}

Outcome<std::size_t> send_some(NativeHandle socket, std::span<const std::string_view> pieces,
                               bool more) {
  std::array<iovec, kMaxPieces> vectors{};
  const std::size_t count = std::min(pieces.size(), vectors.size());
  for (std::size_t i = 0; i < count; ++i) {
    // The kernel only reads through this pointer; iovec has no const form.
    vectors[i] = {const_cast<char*>(pieces[i].data()), pieces[i].size()};
  }
  msghdr message{};
  message.msg_iov = vectors.data();
  message.msg_iovlen = count;
  const int flags = MSG_NOSIGNAL | MSG_DONTWAIT | (more ? MSG_MORE : 0);
  for (;;) {
    const ssize_t sent = ::sendmsg(descriptor(socket), &message, flags);
    if (sent >= 0) {
      return static_cast<std::size_t>(sent);
    }
    if (errno != EINTR) {
      return last_error();
    }
  }
}

void shutdown_sending(NativeHandle socket) { ::shutdown(descriptor(socket), SHUT_WR); }

void shutdown_both(NativeHandle socket) { ::shutdown(descriptor(socket), SHUT_RDWR); }

void set_close_on_exec(NativeHandle handle) {
  const int flags = ::fcntl(descriptor(handle), F_GETFD);
  if (flags >= 0) {
    ::fcntl(descriptor(handle), F_SETFD, flags | FD_CLOEXEC);
  }
}

void ignore_broken_pipe_signal() { ::signal(SIGPIPE, SIG_IGN); }

}  // namespace tthttpd::platform
