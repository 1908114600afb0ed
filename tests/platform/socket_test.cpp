#include "tthttpd/platform/socket.hpp"

#include <arpa/inet.h>
#include <array>
#include <csignal>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <gtest/gtest.h>

#include "support/socket_pair.hpp"
#include "tthttpd/platform/wait.hpp"

namespace tthttpd::platform {
namespace {

/// A dual-stack listener on a free port, the kind that shows IPv4 clients as mapped addresses.
Handle listen_on_both(std::uint16_t& port) {
  Handle listener(::socket(AF_INET6, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  const int fd = static_cast<int>(listener.native());
  const int off = 0;
  ::setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
  sockaddr_in6 address{};
  address.sin6_family = AF_INET6;
  EXPECT_EQ(::bind(fd, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  EXPECT_EQ(::listen(fd, 8), 0);
  socklen_t size = sizeof address;
  ::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size);
  port = ntohs(address.sin6_port);
  return listener;
}

AcceptedSocket accept_one(const Handle& listener) {
  std::array<WaitItem, 1> items{};
  items[0].handle = listener.native();
  items[0].want_read = true;
  EXPECT_TRUE(wait_for(items, Clock::now() + std::chrono::seconds(30)));
  auto accepted = accept_connection(listener.native());
  EXPECT_TRUE(accepted);
  return *std::move(accepted);
}

TEST(Socket, ShowsAnIpv4ClientOfADualStackListenerInThePlainForm) {
  std::uint16_t port = 0;
  const Handle listener = listen_on_both(port);
  const Handle client(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  ASSERT_EQ(::connect(static_cast<int>(client.native()), reinterpret_cast<sockaddr*>(&address),
                      sizeof address),
            0);
  const auto accepted = accept_one(listener);
  EXPECT_EQ(accepted.remote.address, "127.0.0.1");
  EXPECT_EQ(accepted.local.address, "127.0.0.1");
  EXPECT_EQ(accepted.local.port, port);
}

TEST(Socket, AcceptsNonBlockingCloseOnExecAndWithoutDelay) {
  std::uint16_t port = 0;
  const Handle listener = listen_on_both(port);
  const Handle client(::socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in6 address{};
  address.sin6_family = AF_INET6;
  address.sin6_port = htons(port);
  address.sin6_addr = in6addr_loopback;
  ASSERT_EQ(::connect(static_cast<int>(client.native()), reinterpret_cast<sockaddr*>(&address),
                      sizeof address),
            0);
  const auto accepted = accept_one(listener);
  const int fd = static_cast<int>(accepted.socket.native());
  EXPECT_EQ(accepted.remote.address, "::1");
  EXPECT_NE(::fcntl(fd, F_GETFD) & FD_CLOEXEC, 0);
  EXPECT_NE(::fcntl(fd, F_GETFL) & O_NONBLOCK, 0);
  int no_delay = 0;
  socklen_t size = sizeof no_delay;
  ::getsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &no_delay, &size);
  EXPECT_NE(no_delay, 0);
}

TEST(Socket, SaysThatNoConnectionIsWaiting) {
  std::uint16_t port = 0;
  const Handle listener = listen_on_both(port);
  const auto accepted = accept_connection(listener.native());
  ASSERT_FALSE(accepted);
  EXPECT_EQ(accepted.error(), std::errc::resource_unavailable_try_again);
}

TEST(Socket, SendsPiecesInOrderAndReceivesWithoutWaiting) {
  const support::SocketPair pair;
  std::array<char, 8> buffer{};
  EXPECT_EQ(receive_some(pair.server.native(), buffer).error(),
            std::errc::resource_unavailable_try_again);
  const std::array<std::string_view, 3> pieces{"ab", "", "cd"};
  EXPECT_EQ(*send_some(pair.server.native(), pieces, false), 4U);
  EXPECT_EQ(pair.receive(4), "abcd");
  pair.send("xyz");
  EXPECT_EQ(*receive_some(pair.server.native(), buffer), 3U);
}

TEST(Socket, GivesAnErrorNotASignalWhenNobodyReads) {
  support::SocketPair pair;
  pair.client.reset();
  const std::array<std::string_view, 1> pieces{"x"};
  EXPECT_EQ(send_some(pair.server.native(), pieces, false).error(), std::errc::broken_pipe);
}

TEST(Socket, EndsOneSideOrBoth) {
  const support::SocketPair first;
  shutdown_sending(first.server.native());
  EXPECT_EQ(first.receive(1), "");
  first.send("x");
  std::array<char, 8> buffer{};
  EXPECT_EQ(*receive_some(first.server.native(), buffer), 1U) << "the other side still works";
  const support::SocketPair second;
  shutdown_both(second.server.native());
  EXPECT_EQ(*receive_some(second.server.native(), buffer), 0U);
}

TEST(Socket, MarksDescriptorsOfLibrariesAndIgnoresBrokenPipes) {
  const Handle plain(::socket(AF_INET, SOCK_STREAM, 0));
  set_close_on_exec(plain.native());
  EXPECT_NE(::fcntl(static_cast<int>(plain.native()), F_GETFD) & FD_CLOEXEC, 0);
  ignore_broken_pipe_signal();
  struct sigaction now {};
  ::sigaction(SIGPIPE, nullptr, &now);
  EXPECT_EQ(now.sa_handler, SIG_IGN);
}

}  // namespace
}  // namespace tthttpd::platform
