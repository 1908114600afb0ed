// Too much of anything: connections, bytes, time, descriptors.
#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/deadline.hpp"
#include "support/site.hpp"

namespace tthttpd::support {
namespace {

using ::testing::HasSubstr;

class Limits : public EndToEnd {
 protected:
  void SetUp() override { site.file("a.txt", "0123456789"); }
  /// A connection that may be refused, reset or told to come again is no answer yet.
  [[nodiscard]] bool serves_again(const char* path = "/a.txt") const {
    try {
      return status(get(path, "Connection: close\r\n")) == 200;
    } catch (const std::runtime_error&) {
      return false;
    }
  }
  static void send_in_pieces(RawClient& client, std::string_view bytes, std::size_t size) {
    for (std::size_t at = 0; at < bytes.size(); at += size) {
      if (!client.try_send(bytes.substr(at, size))) {
        return;
      }
    }
  }
};

TEST_P(Limits, ConnectionsUpToTheNumberAreServedAndTheNextGets503) {
  site.start("", "[limits]\nmax_connections = 4\n");
  std::vector<RawClient> open;
  for (int i = 0; i < 4; ++i) {
    open.push_back(connect());
    ASSERT_EQ(open.back().ask(get("/a.txt")).status, 200) << i;
  }
  for (int i = 0; i < 3; ++i) {
    RawClient more = connect();
    const Reply reply = more.read_reply();
    EXPECT_EQ(reply.status, 503);
    EXPECT_TRUE(reply.has("Retry-After"));
    EXPECT_EQ(reply.header("Connection"), "close");
    EXPECT_TRUE(more.server_closes());
  }
  for (RawClient& client : open) {
    EXPECT_EQ(client.ask(get("/a.txt")).status, 200) << "the others do not notice";
  }
  open.pop_back();
  EXPECT_TRUE(eventually([&] { return serves_again(); })) << "a place that is given back is used";
}

TEST(LimitsOfOneAddress, HoldForItAloneAndOpenAgain) {
  Site site;
  site.file("a.txt", "0123456789");
  site.start("", "[limits]\nmax_connections_per_address = 3\n");
  const auto port = site.server().port(Family::v4);
  std::vector<RawClient> open;
  for (int i = 0; i < 3; ++i) {
    open.emplace_back("127.0.0.2", port);
    ASSERT_EQ(open.back().ask(get("/a.txt")).status, 200) << i;
  }
  RawClient more("127.0.0.2", port);
  EXPECT_EQ(more.read_reply().status, 503);
  EXPECT_TRUE(more.server_closes());
  EXPECT_EQ(RawClient("127.0.0.3", port).ask(get("/a.txt")).status, 200);
  EXPECT_EQ(site.status(Family::v6, get("/a.txt")), 200);
  open.pop_back();
  EXPECT_TRUE(
      eventually([&] { return RawClient("127.0.0.2", port).ask(get("/a.txt")).status == 200; }));
  EXPECT_THAT(site.error_log(), HasSubstr("127.0.0.2 turned away: max_connections_per_address"));
}

TEST_P(Limits, AHalfRequestTimesOut) {
  site.start("", "[limits]\nheader_timeout = 1\n");
  RawClient client = connect();
  client.send("GET /a.txt HTTP/1.1\r\nHo");
  const Reply reply = client.read_reply();
  EXPECT_EQ(reply.status, 408);
  EXPECT_EQ(reply.header("Connection"), "close");
  EXPECT_TRUE(client.server_closes());
}

TEST_P(Limits, AReaderThatStopsIsLetGo) {
  site.file("big.bin", "x");
  std::filesystem::resize_file(site.path("www/big.bin"), 256U << 20U);
  site.start("", "[limits]\nsend_timeout = 1\n");
  const std::size_t before = count_descriptors(site.server().pid());
  RawClient client = connect();
  client.send(get("/big.bin"));
  client.read_until("\r\n\r\n");
  EXPECT_TRUE(eventually([&] { return count_descriptors(site.server().pid()) <= before; }));
}

TEST_P(Limits, LongLinesAreRefusedHoweverTheyArrive) {
  site.start();
  struct Case {
    const char* description;
    std::string request;
    int status;
  };
  std::string many;
  for (int i = 0; i < 10000; ++i) {
    many += "X-" + std::to_string(i) + ": 1\r\n";
  }
  const Case cases[] = {
      {"8 KiB target", get("/" + std::string(8300, 'x')), 414},
      {"64 KiB target", get("/" + std::string(65536, 'x')), 414},
      {"1 MiB target", get("/" + std::string(1U << 20U, 'x')), 414},
      {"64 KiB field", get("/a.txt", "X: " + std::string(65536, 'x') + "\r\n"), 431},
      {"1 MiB field", get("/a.txt", "X: " + std::string(1U << 20U, 'x') + "\r\n"), 431},
      {"10000 fields", get("/a.txt", many), 431},
  };
  for (const Case& c : cases) {
    for (const std::size_t size : {c.request.size(), std::size_t{100}, std::size_t{8191}}) {
      RawClient client = connect();
      send_in_pieces(client, c.request, size);
      EXPECT_EQ(client.read_reply().status, c.status) << c.description << " by " << size;
      EXPECT_TRUE(client.server_closes()) << c.description;
    }
  }
  EXPECT_EQ(status(get("/a.txt", "X: " + std::string(16000, 'x') + "\r\n")), 200);
}

/// Holds all it can get, looks at the CPU time meanwhile, lets go, and wants service again.
class Exhaustion : public Limits {
 protected:
  void SetUp() override {
    Limits::SetUp();
    site.script("hello.cgi", shell_script("echo hello"));
  }
  void hold(std::size_t connections) {
    for (std::size_t i = 0; i < connections; ++i) {
      try {
        held_.push_back(connect());
        held_.back().try_send("GET /a.txt HTTP/1.1\r\n");
      } catch (const std::runtime_error&) {
        return;  // the listen queue is full
      }
    }
  }
  void expect_calm_and_recovery() {
    const pid_t server = site.server().pid();
    const long before = cpu_milliseconds(server);
    std::this_thread::sleep_for(std::chrono::seconds(2));
    EXPECT_LT(cpu_milliseconds(server) - before, 1000) << "it spins";
    held_.clear();
    EXPECT_TRUE(eventually([&] { return serves_again(); }));
    EXPECT_TRUE(eventually([&] { return serves_again("/hello.cgi"); }));
  }

 private:
  std::vector<RawClient> held_;
};

TEST_P(Exhaustion, OfDescriptorsIsWaitedOut) {
  site.start("spawnexec = on", "[limits]\nheader_timeout = 600\n", {"prlimit", "--nofile=40:40"});
  hold(100);
  EXPECT_TRUE(eventually([&] { return count_descriptors(site.server().pid()) >= 38; }));
  expect_calm_and_recovery();
  EXPECT_THAT(site.error_log(), HasSubstr("files"));
}

TEST_P(Exhaustion, OfAddressSpaceTurnsConnectionsAwayUntilThereIsSome) {
  if (kSanitized) {
    GTEST_SKIP() << "the sanitizer itself needs more address space";
  }
  // A few threads' stacks and no more.
  site.start("spawnexec = on", "[limits]\nheader_timeout = 600\n",
             {"prlimit", "--as=" + std::to_string(std::size_t{48} << 20U)});
  hold(400);
  EXPECT_TRUE(
      eventually([&] { return site.error_log().find("turned away") != std::string::npos; }));
  expect_calm_and_recovery();
}

TEST_P(Limits, LeavingClientsLeaveNothingBehind) {
  site.script("hello.cgi", shell_script("cat >/dev/null; echo hello"));
  site.start("spawnexec = on");
  ASSERT_EQ(ask(get("/hello.cgi", "Connection: close\r\n")).body, "hello\n");
  const pid_t server = site.server().pid();
  EXPECT_TRUE(eventually([&] { return children(server).empty(); }));
  const std::size_t before = count_descriptors(server);
  for (int i = 0; i < 60; ++i) {
    RawClient client = connect();
    client.send(request_with_body("POST", "/hello.cgi", "x", "Connection: close\r\n"));
    if (i % 3 == 0) {
      client.reset();
    } else if (i % 3 == 1) {
      EXPECT_EQ(client.read_reply().body, "hello\n");
    }
  }
  EXPECT_TRUE(eventually([&] { return children(server).empty(); }));
  EXPECT_TRUE(eventually([&] { return count_descriptors(server) <= before; }));
}

INSTANTIATE_TEST_SUITE_P(BothFamilies, Limits, ::testing::Values(Family::v4, Family::v6),
                         family_name);
INSTANTIATE_TEST_SUITE_P(BothFamilies, Exhaustion, ::testing::Values(Family::v4, Family::v6),
                         family_name);

}  // namespace
}  // namespace tthttpd::support
