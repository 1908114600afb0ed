// Deadlines: every wait for a client ends, and 408 is said where a request had begun. Each test
// shortens the deadline it is about and leaves the others at values that no test waits for.
#include <chrono>
#include <filesystem>
#include <thread>

#include "wire/exchange.hpp"

namespace tthttpd::support {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

class Deadlines : public Wire {
 protected:
  void start(std::string_view limit) {
    site.start("spawnexec = on",
               "[limits]\nheader_timeout = 300\nkeepalive_timeout = 300\nbody_timeout = 300\n"
               "send_timeout = 300\ncgi_timeout = 300\n" +
                   std::string(limit) + "\n");
  }
  /// Sends a byte every 100 ms until the server answers; gives up after many times the deadline.
  static void drip(RawClient& client, std::string_view bytes) {
    for (const auto end = Clock::now() + kPatience; Clock::now() < end;) {
      for (const char c : bytes) {
        if (client.has_answer_now() || !client.try_send({&c, 1})) {
          return;
        }
        std::this_thread::sleep_for(milliseconds(100));
      }
    }
  }
};

TEST_P(Deadlines, ASilentConnectionIsClosedInSilence) {
  start("header_timeout = 1");
  RawClient client = connect();
  EXPECT_EQ(client.read_to_end(), "");
}

TEST_P(Deadlines, EmptyLinesAloneAreNoRequest) {
  start("header_timeout = 1");
  RawClient client = connect();
  client.send("\r\n\r\n");
  EXPECT_EQ(client.read_to_end(), "");
}

TEST_P(Deadlines, AHeadThatStopsGets408) {
  start("header_timeout = 1");
  for (const char* bytes : {"G", "GET /a.txt HTTP/1.1\r\n", "GET /a.txt HTTP/1.1\r\nHost: h\r\n"}) {
    RawClient client = connect();
    client.send(bytes);
    const Reply reply = client.read_reply();
    EXPECT_EQ(reply.status, 408) << bytes;
    EXPECT_EQ(reply.header("Connection"), "close");
    EXPECT_EQ(client.read_to_end(), "");
  }
}

TEST_P(Deadlines, AHeadThatDripsGets408AllTheSame) {
  start("header_timeout = 1");
  RawClient client = connect();
  std::string fields;
  for (int i = 0; i < 90; ++i) {
    fields += "X-" + std::to_string(i) + ": y\r\n";
  }
  drip(client, "GET /a.txt HTTP/1.1\r\nHost: h\r\n" + fields);
  EXPECT_EQ(client.read_reply().status, 408);
}

TEST_P(Deadlines, AHeadThatDripsAfterARequestGets408) {
  start("header_timeout = 1");
  RawClient client = connect();
  EXPECT_EQ(client.ask(probe()).status, 200);
  drip(client, "GET /a.txt HTTP/1.1\r\nHost: h\r\nX: " + std::string(300, 'y'));
  EXPECT_EQ(client.read_reply().status, 408);
}

TEST_P(Deadlines, AnIdleConnectionIsClosedInSilence) {
  start("keepalive_timeout = 1");
  RawClient client = connect();
  EXPECT_EQ(client.ask(probe()).status, 200);
  EXPECT_EQ(client.read_to_end(), "");
  RawClient with_empty_line = connect();
  EXPECT_EQ(with_empty_line.ask(probe() + "\r\n").status, 200);
  EXPECT_EQ(with_empty_line.read_to_end(), "") << "an empty line begins no request";
}

TEST_P(Deadlines, AnIdleConnectionIsNotClosedEarly) {
  start("header_timeout = 1");  // which is over long before the second request
  RawClient client = connect();
  EXPECT_EQ(client.ask(probe()).status, 200);
  std::this_thread::sleep_for(milliseconds(1500));
  EXPECT_EQ(client.ask(probe()).status, 200);
}

TEST_P(Deadlines, ContentThatStopsGets408) {
  start("body_timeout = 1");
  for (const std::string& bytes :
       {request("POST", "/post.cgi", "Content-Length: 5\r\n"),
        request("POST", "/post.cgi", "Content-Length: 5\r\n") + "hel",
        request("POST", "/post.cgi", "Transfer-Encoding: chunked\r\n"),
        request("POST", "/post.cgi", "Transfer-Encoding: chunked\r\n") + "5\r\nhel"}) {
    RawClient client = connect();
    client.send(bytes);
    EXPECT_EQ(client.read_reply().status, 408) << bytes;
    EXPECT_EQ(client.read_to_end(), "");
  }
  EXPECT_TRUE(eventually([&] { return children(site.server().pid()).empty(); }));
}

TEST_P(Deadlines, ContentThatNobodyWantsIsNotWaitedForLong) {
  start("body_timeout = 1");
  RawClient client = connect();
  client.send(request("POST", "/a.txt", "Content-Length: 5\r\n") + "hel");
  EXPECT_EQ(client.read_reply().status, 405) << "the answer does not wait for the content";
  EXPECT_EQ(client.read_to_end(), "");
}

TEST_P(Deadlines, AReaderThatStopsIsClosed) {
  site.file("big.bin", "x");
  std::filesystem::resize_file(site.path("www/big.bin"), 256U << 20U);
  site.script("big.cgi", shell_script("head -c 268435456 /dev/zero"));
  start("send_timeout = 1");
  const std::size_t before = count_descriptors(site.server().pid());
  for (const char* target : {"/big.bin", "/big.cgi"}) {
    RawClient client = connect();
    client.send(get(target));
    client.read_until("\r\n\r\n");
    EXPECT_GT(count_descriptors(site.server().pid()), before);
    EXPECT_TRUE(eventually([&] { return count_descriptors(site.server().pid()) <= before; }))
        << target;
  }
  EXPECT_TRUE(eventually([&] { return children(site.server().pid()).empty(); }));
}

TEST_P(Deadlines, ASlowReaderThatReadsOnIsServed) {
  site.file("big.bin", std::string(std::size_t{24} << 20U, 'x'));
  start("send_timeout = 2");
  RawClient client = connect();
  client.send(get("/big.bin"));
  std::this_thread::sleep_for(milliseconds(700));
  EXPECT_EQ(client.read_reply().body.size(), std::size_t{24} << 20U);
}

INSTANTIATE_TEST_SUITE_P(BothFamilies, Deadlines, ::testing::Values(Family::v4, Family::v6),
                         family_name);

}  // namespace
}  // namespace tthttpd::support
