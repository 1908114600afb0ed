// Addresses: both families on sockets of their own, one of them alone, lists, UNIX sockets.
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/site.hpp"

namespace tthttpd::support {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class DualStack : public ::testing::Test {
 protected:
  void SetUp() override {
    site.file("a.txt", "0123456789");
    site.script("addr.cgi", shell_script("echo $REMOTE_ADDR"));
  }
  ServerProcess::Options plain(std::vector<std::string> arguments) const {
    ServerProcess::Options options;
    options.arguments = std::move(arguments);
    options.working_directory = site.path("www");
    return options;
  }
  static bool answers(Family family, std::uint16_t port) {
    try {
      return RawClient(family, port).ask(get("/a.txt")).status == 200;
    } catch (const ClientError&) {
      return false;
    }
  }

  Site site;
};

TEST_F(DualStack, ServesBothFamiliesByDefault) {
  const ServerProcess server(plain({"-p", "0", "-x"}));
  for (const Family family : {Family::v4, Family::v6}) {
    RawClient client(family, server.port(family));
    EXPECT_EQ(client.ask(get("/addr.cgi")).body, loopback(family) + "\n")
        << "IPv4 clients are written as IPv4";
  }
}

TEST_F(DualStack, UsesOnePortForBothFamilies) {
  const ServerProcess server(plain({"-p", "0"}));
  EXPECT_EQ(server.port(Family::v4), server.port(Family::v6));
}

TEST_F(DualStack, RestrictsItselfToOneFamily) {
  {
    const ServerProcess server(plain({"-4", "-p", "0"}));
    EXPECT_TRUE(answers(Family::v4, server.port(Family::v4)));
    EXPECT_FALSE(answers(Family::v6, server.port(Family::v4)));
    EXPECT_THAT(server.output(), Not(HasSubstr("[")));
  }
  const ServerProcess server(plain({"-6", "-p", "0"}));
  EXPECT_TRUE(answers(Family::v6, server.port(Family::v6)));
  EXPECT_FALSE(answers(Family::v4, server.port(Family::v6)));
  EXPECT_EQ(server.urls().size(), 1U);
}

TEST_F(DualStack, PrintsAUrlForEveryAddress) {
  site.start();
  ASSERT_EQ(site.server().urls().size(), 2U);
  EXPECT_THAT(site.server().output(), HasSubstr("http://127.0.0.1:"));
  EXPECT_THAT(site.server().output(), HasSubstr("http://[::1]:"));
  for (const Family family : {Family::v4, Family::v6}) {
    EXPECT_NE(site.server().port(family), 0);
    EXPECT_TRUE(answers(family, site.server().port(family)));
  }
}

TEST_F(DualStack, ServesAUnixSocket) {
  site.beside("unix.conf",
              "[global]\nroot = www\nlisten = unix:here.sock, 127.0.0.1:0\nspawnexec = on\n");
  {
    const ServerProcess server(plain({"-c", site.path("unix.conf")}));
    RawClient client(site.path("here.sock"));
    EXPECT_EQ(client.ask(get("/a.txt")).body, "0123456789");
    EXPECT_EQ(client.ask(get("/addr.cgi")).status, 200);
  }
  const ServerProcess again(plain({"-c", site.path("unix.conf")}));
  EXPECT_EQ(RawClient(site.path("here.sock")).ask(get("/a.txt")).body, "0123456789");
}

TEST_F(DualStack, BindsTheHostnameWhenNothingElseIsSaid) {
  site.beside("host.conf", "[global]\nroot = www\nhostname = 127.0.0.1\nport = 0\n");
  const ServerProcess server(plain({"-c", site.path("host.conf")}));
  ASSERT_EQ(server.urls().size(), 1U);
  EXPECT_EQ(server.urls().front().address, "127.0.0.1");
  EXPECT_TRUE(answers(Family::v4, server.port(Family::v4)));
}

TEST_F(DualStack, PrintsTheHostnameForAWildcardOnce) {
  site.beside("host.conf", "[global]\nroot = www\nhostname = here.example\nlisten = *:0\n");
  const ServerProcess server(plain({"-c", site.path("host.conf")}));
  EXPECT_THAT(server.output(), testing::StartsWith("http://here.example:"));
  EXPECT_THAT(server.output(), testing::Not(HasSubstr("127.0.0.1")));
  ASSERT_EQ(server.urls().size(), 1U);
  EXPECT_TRUE(answers(Family::v4, server.urls().front().port));
  EXPECT_TRUE(answers(Family::v6, server.urls().front().port));
}

}  // namespace
}  // namespace tthttpd::support
