// Methods (RFC 9110 section 9, RFC 5789): what each kind of thing answers, and the Allow field.
#include <gmock/gmock.h>

#include "wire/exchange.hpp"

namespace tthttpd::support {
namespace {

using Methods = Wire;

std::string asked(std::string_view method, std::string_view target) {
  return request(method, target);
}

TEST_P(Methods, OfTheStandardAreKnownAndOthersAreNot) {
  site.start("spawnexec = on\nlisting = on");
  std::vector<Exchange> rows;
  for (const char* target : {"/a.txt", "/dir/", "/"}) {
    rows.push_back({target, asked("GET", target), "200 open"});
    rows.push_back({target, asked("HEAD", target), "200- open"});
    rows.push_back({target, asked("OPTIONS", target), "204 open"});
    for (const char* method : {"POST", "PUT", "DELETE", "PATCH", "TRACE"}) {
      rows.push_back({std::string(method) + ' ' + target, asked(method, target), "405 open"});
    }
    for (const char* method : {"BREW", "get", "Get", "PROPFIND", "LOCK", "GETX", "GE", "!#$%&'*",
                               "M-SEARCH", "A_METHOD_OF_FORTY_BYTES_THAT_NOBODY_KNOWS"}) {
      rows.push_back({std::string(method) + ' ' + target, asked(method, target), "501 open"});
    }
  }
  play(rows);
}

TEST_P(Methods, AllReachAScriptButTraceAndConnect) {
  site.start("spawnexec = on");
  std::vector<Exchange> rows;
  for (const char* method : {"GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND", "BREW",
                             "get", "M-SEARCH"}) {
    rows.push_back(
        {method, asked(method, "/post.cgi"), "200=" + std::string(method) + "_none_ open"});
  }
  rows.push_back({"HEAD", asked("HEAD", "/post.cgi"), "200- open"});
  rows.push_back({"TRACE", asked("TRACE", "/post.cgi"), "405 open"});
  rows.push_back({"CONNECT", asked("CONNECT", "/post.cgi"), "501 close"});
  play(rows);
}

TEST_P(Methods, HeadHasNoContentWhateverTheAnswer) {
  site.start("spawnexec = on", "[limits]\nmax_body = 5\n");
  std::vector<Exchange> rows;
  const auto add = [&](const char* target, const char* lines, const char* answers) {
    rows.push_back(
        {std::string(target) + ' ' + lines, request("HEAD", target, lines) + probe(), answers});
  };
  add("/a.txt", "", "200- 200 open");
  add("/none", "", "404- 200 open");
  add("/dir", "", "301- 200 open");
  add("/", "", "403- 200 open");
  add("/post.cgi", "", "200- 200 open");
  add("/a.txt", "Range: bytes=0-1\r\n", "200- 200 open");
  add("/a.txt", "Range: bytes=99-\r\n", "200- 200 open");
  add("/a.txt", "If-None-Match: *\r\n", "304- 200 open");
  add("/a.txt", "If-Match: \"x\"\r\n", "412- 200 open");
  add("/a.txt", "Content-Length: 6\r\n", "413- close");
  add("/a.txt", "Content-Length: x\r\n", "400- close");
  add("/a%zz", "", "400- close");
  add("/a.txt", "Expect: x\r\n", "417- close");
  play(rows);
}

TEST_P(Methods, AreListedInAllow) {
  site.start("spawnexec = on");
  RawClient client = connect();
  using ::testing::Eq;
  for (const char* target : {"/a.txt", "/dir/"}) {
    EXPECT_EQ(client.ask(asked("POST", target)).header("Allow"), "GET, HEAD, OPTIONS") << target;
    EXPECT_EQ(client.ask(asked("OPTIONS", target)).header("Allow"), "GET, HEAD, OPTIONS") << target;
  }
  for (const char* target : {"*", "http://h", "/a.txt"}) {
    const Reply reply = client.ask(asked("OPTIONS", target));
    EXPECT_NE(reply.header("Allow").find("GET, HEAD"), std::string::npos) << target;
    EXPECT_TRUE(reply.body.empty()) << target;
  }
  EXPECT_FALSE(client.ask(asked("TRACE", "/a.txt")).body.find("TRACE") == 0)
      << "what was asked is not sent back";
}

INSTANTIATE_TEST_SUITE_P(BothFamilies, Methods, ::testing::Values(Family::v4, Family::v6),
                         family_name);

}  // namespace
}  // namespace tthttpd::support
