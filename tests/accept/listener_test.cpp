#include "tthttpd/accept/listener.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdexcept>
#include <sys/socket.h>
#include <sys/stat.h>

#include <gtest/gtest.h>

#include "support/temp_dir.hpp"

namespace tthttpd::accept {
namespace {

std::string port_of(const Listener& listener) {
  const auto colon = listener.url().rfind(':');
  return listener.url().substr(colon + 1, listener.url().size() - colon - 2);
}

std::string failure(const std::vector<ListenAddress>& addresses, Families families) {
  try {
    static_cast<void>(open_listeners(addresses, families));
  } catch (const std::runtime_error& reason) {
    return reason.what();
  }
  return "";
}

TEST(Listener, OpensOneSocketForEachFamilyOnTheSamePort) {
  const auto listeners = open_listeners({{"", "0", ""}}, Families::both);
  ASSERT_EQ(listeners.size(), 2U);
  EXPECT_EQ(port_of(listeners[0]), port_of(listeners[1]));
  EXPECT_NE(port_of(listeners[0]), "0");
  int v6_sockets = 0;
  for (const auto& listener : listeners) {
    const int fd = static_cast<int>(listener.native());
    sockaddr_storage address{};
    socklen_t size = sizeof address;
    ASSERT_EQ(::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size), 0);
    EXPECT_NE(::fcntl(fd, F_GETFD) & FD_CLOEXEC, 0);
    EXPECT_NE(::fcntl(fd, F_GETFL) & O_NONBLOCK, 0);
    if (address.ss_family == AF_INET6) {
      ++v6_sockets;
      int only = 0;
      size = sizeof only;
      ::getsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &only, &size);
      EXPECT_EQ(only, 1);
      EXPECT_EQ(listener.url().rfind("http://[::1]:", 0), 0U) << listener.url();
    } else {
      EXPECT_EQ(listener.url().rfind("http://127.0.0.1:", 0), 0U) << listener.url();
    }
  }
  EXPECT_EQ(v6_sockets, 1);
}

TEST(Listener, OpensOnlyTheFamilyThatIsAskedFor) {
  const auto v4 = open_listeners({{"", "0", ""}}, Families::ipv4);
  ASSERT_EQ(v4.size(), 1U);
  EXPECT_EQ(v4[0].url().rfind("http://127.0.0.1:", 0), 0U);
  const auto v6 = open_listeners({{"*", "0", ""}}, Families::ipv6);
  ASSERT_EQ(v6.size(), 1U);
  EXPECT_EQ(v6[0].url().rfind("http://[::1]:", 0), 0U);
}

TEST(Listener, TakesAddressesWithAndWithoutBrackets) {
  EXPECT_EQ(open_listeners({{"[::1]", "0", ""}}, Families::both).size(), 1U);
  EXPECT_EQ(open_listeners({{"::1", "0", ""}, {"127.0.0.1", "0", ""}}, Families::both).size(), 2U);
}

TEST(Listener, SaysWhyAnAddressCannotBeBound) {
  const auto first = open_listeners({{"127.0.0.1", "0", ""}}, Families::both);
  const auto port = port_of(first[0]);
  const auto taken = failure({{"127.0.0.1", port, ""}}, Families::both);
  EXPECT_NE(taken.find("127.0.0.1:" + port), std::string::npos) << taken;
  EXPECT_NE(taken.find("in use"), std::string::npos) << taken;
  EXPECT_NE(failure({{"192.0.2.1", "0", ""}}, Families::both).find("192.0.2.1:0"),
            std::string::npos);
  EXPECT_NE(failure({{"", "no-such-service", ""}}, Families::both).find("no-such-service"),
            std::string::npos);
  EXPECT_NE(failure({{"127.0.0.1", "0", ""}}, Families::ipv6).find("family"), std::string::npos);
}

TEST(Listener, BindsAllAddressesOrNone) {
  const auto first = open_listeners({{"127.0.0.1", "0", ""}}, Families::both);
  const auto other = open_listeners({{"127.0.0.1", "0", ""}}, Families::both);
  const auto free_port = port_of(other[0]);
  { const auto closing = std::move(const_cast<std::vector<Listener>&>(other)); }
  EXPECT_NE(
      failure({{"127.0.0.1", free_port, ""}, {"127.0.0.1", port_of(first[0]), ""}}, Families::both),
      "");
  EXPECT_EQ(failure({{"127.0.0.1", free_port, ""}}, Families::both), "")
      << "the first address was given back";
}

TEST(Listener, MakesAUnixSocketAndRemovesItAgain) {
  const support::TempDir dir;
  const std::string path = dir.path() / "s.sock";
  {
    const auto listeners = open_listeners({{"", "", path}}, Families::both);
    ASSERT_EQ(listeners.size(), 1U);
    EXPECT_EQ(listeners[0].url(), "unix:" + path);
    struct stat found {};
    EXPECT_EQ(::lstat(path.c_str(), &found), 0);
    EXPECT_NE(failure({{"", "", path}}, Families::both).find("in use"), std::string::npos);
  }
  struct stat found {};
  EXPECT_NE(::lstat(path.c_str(), &found), 0);
}

TEST(Listener, ReplacesAUnixSocketThatNobodyAnswers) {
  const support::TempDir dir;
  const std::string path = dir.path() / "s.sock";
  {
    auto listeners = open_listeners({{"", "", path}}, Families::both);
    ::rename(path.c_str(), (path + ".kept").c_str());
  }
  ::rename((path + ".kept").c_str(), path.c_str());  // as after a crash: the file, no listener
  EXPECT_EQ(open_listeners({{"", "", path}}, Families::both).size(), 1U);
  EXPECT_NE(failure({{"", "", "/" + std::string(200, 'x')}}, Families::both), "");
}

}  // namespace
}  // namespace tthttpd::accept
