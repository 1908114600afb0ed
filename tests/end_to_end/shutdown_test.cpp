// The end: signals, running requests, a restart on the same port.
#include <chrono>
#include <filesystem>
#include <signal.h>
#include <string>

#include <gtest/gtest.h>

#include "support/deadline.hpp"
#include "support/gate.hpp"
#include "support/site.hpp"

namespace tthttpd::support {
namespace {

class Shutdown : public EndToEnd {
 protected:
  void SetUp() override { site.file("a.txt", "0123456789"); }
};

TEST_P(Shutdown, DoesNotWaitForIdleConnections) {
  site.start("", "[limits]\nkeepalive_timeout = 600\nheader_timeout = 600\n");
  RawClient idle = connect();
  EXPECT_EQ(idle.ask(get("/a.txt")).status, 200);
  const RawClient silent = connect();
  for (const int number : {SIGTERM}) {
    const auto begin = std::chrono::steady_clock::now();
    site.server().signal(number);
    EXPECT_EQ(site.server().wait_for_end(), 0);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
  }
  EXPECT_TRUE(idle.server_closes());
}

TEST_P(Shutdown, IsAskedForByEachOfThreeSignals) {
  for (const int number : {SIGTERM, SIGINT, SIGQUIT}) {
    site.start();
    EXPECT_EQ(status(get("/a.txt")), 200);
    site.server().signal(number);
    EXPECT_EQ(site.server().wait_for_end(), 0) << "signal " << number;
  }
}

TEST_P(Shutdown, FinishesWhatRunsAndAcceptsNothingNew) {
  const Gate gate(site.path("gate"));
  site.script("slow.cgi", shell_script("echo first\n" + gate.wait_line() + "echo last"));
  site.start("spawnexec = on");
  RawClient running = connect();
  running.send(get("/slow.cgi"));
  running.read_until("first\n");
  site.server().signal(SIGTERM);
  EXPECT_TRUE(eventually([&] {
    try {
      RawClient late = connect();
      return false;
    } catch (const ClientError&) {
      return true;
    }
  })) << "the listening socket is closed first";
  ASSERT_TRUE(gate.open());
  EXPECT_NE(running.read_until("0\r\n\r\n").find("last\n"), std::string::npos);
  EXPECT_TRUE(running.server_closes());
  EXPECT_EQ(site.server().wait_for_end(), 0);
}

TEST_P(Shutdown, FinishesARunningDownload) {
  constexpr std::uintmax_t kSize = 64U << 20U;
  site.file("big.bin", "x");
  std::filesystem::resize_file(site.path("www/big.bin"), kSize);
  site.start();
  RawClient client = connect();
  client.send(get("/big.bin"));
  client.read_until("\r\n\r\n");
  site.server().signal(SIGTERM);
  EXPECT_EQ(client.read_to_end().size(), kSize);
  EXPECT_EQ(site.server().wait_for_end(), 0);
}

TEST_P(Shutdown, IsImmediateAfterASecondSignal) {
  site.script("forever.cgi", shell_script("echo $$ >../pid; echo started; exec sleep 1000"));
  site.start("spawnexec = on");
  RawClient client = connect();
  client.send(get("/forever.cgi"));
  client.read_until("started\n");
  const auto script = static_cast<pid_t>(std::stol(read_file(site.path("pid"))));
  const auto begin = std::chrono::steady_clock::now();
  site.server().signal(SIGINT);
  // The first signal is seen once the port is closed; only then the second one is a second one.
  EXPECT_TRUE(eventually([&] {
    try {
      RawClient late = connect();
      return false;
    } catch (const ClientError&) {
      return true;
    }
  }));
  site.server().signal(SIGINT);
  EXPECT_EQ(site.server().wait_for_end(), 0);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(9))
      << "the deadline for running requests is 10 s";
  EXPECT_TRUE(eventually([&] { return !runs(script); })) << "the script must not be left behind";
}

TEST_P(Shutdown, LeavesThePortFreeAtOnce) {
  site.start();
  RawClient client = connect();
  EXPECT_EQ(client.ask(get("/a.txt")).status, 200);
  const std::uint16_t port = site.server().port(GetParam());
  EXPECT_EQ(site.server().stop(), 0);
  const std::string address = GetParam() == Family::v4 ? "127.0.0.1:" : "[::1]:";
  site.beside("again.conf",
              "[global]\nroot = www\nlisten = " + address + std::to_string(port) + "\n");
  ServerProcess::Options options;
  options.arguments = {"-c", site.path("again.conf")};
  const ServerProcess server(options);
  EXPECT_EQ(RawClient(GetParam(), port).ask(get("/a.txt")).body, "0123456789");
}

INSTANTIATE_TEST_SUITE_P(BothFamilies, Shutdown, ::testing::Values(Family::v4, Family::v6),
                         family_name);

}  // namespace
}  // namespace tthttpd::support
