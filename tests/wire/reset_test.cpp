// Clients that reset the connection, wherever in an exchange they are: no descriptor, thread or
// script is left, and others are served.
#include "wire/exchange.hpp"

namespace tthttpd::support {
namespace {

class Resets : public Wire {
 protected:
  /// Sends the first bytes of each length, then resets; looks after each for what is left.
  void reset_within(const std::string& bytes, std::size_t step) {
    const pid_t server = site.server().pid();
    EXPECT_EQ(ask(get("/a.txt", "Connection: close\r\n")).status, 200);
    const std::size_t descriptors = count_descriptors(server);
    for (std::size_t length = 0; length <= bytes.size(); length += step) {
      RawClient client = connect();
      client.try_send(std::string_view(bytes).substr(0, length));
      client.reset();
    }
    EXPECT_TRUE(eventually([&] { return count_descriptors(server) <= descriptors; }))
        << count_descriptors(server) << " descriptors, " << descriptors << " before";
    EXPECT_TRUE(eventually([&] { return children(server).empty(); }));
    EXPECT_EQ(ask(get("/a.txt", "Connection: close\r\n")).status, 200);
  }
};

TEST_P(Resets, WithinAHeadLeaveNothing) {
  site.start();
  reset_within(probe() + probe(), 1);
}

TEST_P(Resets, WithinContentLeaveNoScript) {
  site.start("spawnexec = on");
  reset_within(request_with_body("POST", "/post.cgi", "0123456789"), 3);
  reset_within(request("POST", "/post.cgi", "Transfer-Encoding: chunked\r\n") +
                   "5\r\nhello\r\n5\r\nhello\r\n0\r\n\r\n",
               4);
}

TEST_P(Resets, WhileAScriptIsSilentEndIt) {
  site.script("silent.cgi", "#!/bin/sh\nsleep 600\n");
  site.start("spawnexec = on");
  std::vector<RawClient> clients;
  for (int i = 0; i < 8; ++i) {
    clients.push_back(connect());
    clients.back().send(get("/silent.cgi"));
  }
  EXPECT_TRUE(eventually([&] { return children(site.server().pid()).size() == 8; }));
  for (RawClient& client : clients) {
    client.reset();
  }
  EXPECT_TRUE(eventually([&] { return children(site.server().pid()).empty(); }));
}

TEST_P(Resets, WithinAnAnswerLeaveNothing) {
  site.file("big.bin", std::string(std::size_t{8} << 20U, 'x'));
  site.script("endless.cgi", shell_script("while echo xxxxxxxxxxxxxxxx; do :; done"));
  site.start("spawnexec = on");
  const pid_t server = site.server().pid();
  EXPECT_EQ(ask(get("/a.txt", "Connection: close\r\n")).status, 200);
  const std::size_t descriptors = count_descriptors(server);
  for (const char* target : {"/big.bin", "/endless.cgi", "/big.bin", "/endless.cgi"}) {
    RawClient client = connect();
    client.send(get(target));
    client.read_until("xxxxxxxx");
    client.reset();
  }
  EXPECT_TRUE(eventually([&] { return count_descriptors(server) <= descriptors; }));
  EXPECT_TRUE(eventually([&] { return children(server).empty(); }));
}

INSTANTIATE_TEST_SUITE_P(BothFamilies, Resets, ::testing::Values(Family::v4, Family::v6),
                         family_name);

}  // namespace
}  // namespace tthttpd::support
