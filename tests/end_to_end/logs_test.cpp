// The access log: one line a request, nothing in it that a client could forge.
#include <algorithm>
#include <filesystem>
#include <regex>
#include <signal.h>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/deadline.hpp"
#include "support/site.hpp"

namespace tthttpd::support {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

class Logs : public EndToEnd {
 protected:
  void SetUp() override { site.file("a.txt", "0123456789"); }
};

TEST_P(Logs, WriteTheCombinedFormat) {
  site.beside("users", "u:p\n");
  site.start("", "[authentication]\n/a.txt = GET,Realm,users\n");
  RawClient client = connect();
  client.ask(get("/a.txt?x=1",
                 basic("u", "p") + "Referer: http://r.example/\r\nUser-Agent: Test/1.0\r\n"));
  client.ask(request("HEAD", "/missing"));
  const auto lines = site.access_log(2);
  ASSERT_THAT(lines, SizeIs(2));
  const std::string time = "\\[\\d\\d/[A-Z][a-z][a-z]/\\d{4}:\\d\\d:\\d\\d:\\d\\d [+-]\\d{4}\\]";
  const std::string address = GetParam() == Family::v4 ? "127\\.0\\.0\\.1" : "::1";
  const std::regex first(address + " - u " + time +
                         " \"GET /a\\.txt\\?x=1 HTTP/1\\.1\" 200 10 \"http://r\\.example/\" "
                         "\"Test/1\\.0\" \\d+.*");
  EXPECT_TRUE(std::regex_match(lines[0], first)) << lines[0];
  const std::regex second(address + " - - " + time +
                          " \"HEAD /missing HTTP/1\\.1\" 404 (0|-) \"-\" \"-\" \\d+.*");
  EXPECT_TRUE(std::regex_match(lines[1], second)) << lines[1];
}

TEST_P(Logs, HoldOneLineForEachRequestWhateverIsInIt) {
  site.start();
  const std::string requests[] = {
      get("/%0d%0aFAKE"),
      get("/a.txt", "User-Agent: say \"q\" \xe6\x97\xa5\r\nReferer: x\ty\\\r\n"),
      get("/\"quoted\""),
      get("/a.txt", "User-Agent: a\x1b[31m\x7f\x01\r\n"),
      "GARBAGE\x1b[2J\r\n\r\n",
  };
  std::vector<std::string> lines;
  for (const std::string& request : requests) {
    ask(request);
    lines = site.access_log(lines.size() + 1);
  }
  ASSERT_THAT(lines, SizeIs(5));
  for (const std::string& line : lines) {
    EXPECT_TRUE(std::all_of(line.begin(), line.end(), [](char letter) {
      const auto byte = static_cast<unsigned char>(letter);
      return byte >= 0x20 && byte != 0x7f;
    })) << line;
    EXPECT_EQ(line.rfind(loopback(GetParam()) + " ", 0), 0U) << line;
  }
  EXPECT_THAT(lines[0], HasSubstr("\"GET /%0d%0aFAKE HTTP/1.1\" 404"));
  EXPECT_THAT(lines[1], HasSubstr("say \\x22q\\x22"));
  EXPECT_THAT(lines[2], HasSubstr("\\x22quoted\\x22"));
  EXPECT_THAT(lines[4], HasSubstr("\\x1b[2J"));
}

TEST_P(Logs, AreReopenedOnRequest) {
  site.start();
  RawClient client = connect();
  client.ask(get("/a.txt"));
  ASSERT_THAT(site.access_log(1), SizeIs(1));
  std::filesystem::rename(site.path("access.log"), site.path("access.log.1"));
  site.server().signal(SIGUSR1);
  EXPECT_TRUE(eventually([&] { return std::filesystem::exists(site.path("access.log")); }));
  client.ask(get("/a.txt"));
  EXPECT_THAT(site.access_log(1), SizeIs(1));
}

TEST_P(Logs, ShowPasswordsNowhere) {
  site.beside("users", "u:hidden-word\n");
  site.start("", "[authentication]\n/a.txt = GET,Realm,users\n", {}, {"-vvv"});
  EXPECT_EQ(status(get("/a.txt", basic("u", "hidden-word"))), 200);
  EXPECT_EQ(status(get("/a.txt", basic("u", "wrong-word"))), 401);
  EXPECT_EQ(status(get("/a.txt",
                       "Cookie: id=hidden-id\r\nX-Api-Key: hidden-key\r\n"
                       "X-Shown: shown-value\r\n")),
            401);
  site.server().stop();
  const std::string everything = site.error_log() + site.server().output();
  for (const char* secret :
       {"hidden-word", "wrong-word", "dTpoaWRkZW4td29yZA==", "hidden-id", "hidden-key"}) {
    EXPECT_THAT(everything, Not(HasSubstr(secret)));
  }
  EXPECT_THAT(everything, HasSubstr("shown-value"));
}

INSTANTIATE_TEST_SUITE_P(BothFamilies, Logs, ::testing::Values(Family::v4, Family::v6),
                         family_name);

}  // namespace
}  // namespace tthttpd::support
