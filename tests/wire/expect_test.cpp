// Expect: 100-continue (RFC 9110 section 10.1.1). A table cannot wait between two writes, so the
// first test plays it by hand.
#include "wire/exchange.hpp"

namespace tthttpd::support {
namespace {

using Expectations = Wire;

std::string post(std::string_view target, std::string_view lines) {
  return "POST " + std::string(target) + " HTTP/1.1\r\nHost: h\r\n" + std::string(lines) + "\r\n";
}

TEST_P(Expectations, AreMetWhenTheContentIsWanted) {
  site.start("spawnexec = on");
  RawClient client = connect();
  client.send(post("/post.cgi", "Expect: 100-continue\r\nContent-Length: 5\r\n"));
  EXPECT_EQ(client.read_until("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n");
  EXPECT_EQ(client.ask("hello").body, "POST 5 hello");
  client.send(post("/post.cgi", "Expect: 100-CONTINUE\r\nTransfer-Encoding: chunked\r\n"));
  EXPECT_EQ(client.read_until("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n");
  EXPECT_EQ(client.ask("5\r\nhello\r\n0\r\n\r\n").body, "POST 5 hello");
  EXPECT_EQ(client.ask(probe()).body, "0123456789");
}

TEST_P(Expectations, AreAnsweredByTheFinalStatusWhenItIsNot) {
  site.beside("users", "u:p\n");
  site.start("spawnexec = on",
             "[authentication]\n/post.cgi/secret = POST,Realm,users\n[limits]\nmax_body = 100\n");
  const std::string expect = "Expect: 100-continue\r\n";
  // The client may send its content or not, so what follows cannot be told apart: close.
  play(
      {{"a file", post("/a.txt", expect + "Content-Length: 5\r\n"), "405 close"},
       {"not there", post("/none", expect + "Content-Length: 5\r\n"), "404 close"},
       {"no password", post("/post.cgi/secret", expect + "Content-Length: 5\r\n"), "401 close"},
       {"too large", post("/post.cgi", expect + "Content-Length: 101\r\n"), "413 close"},
       {"TRACE", "TRACE /a.txt HTTP/1.1\r\nHost: h\r\n" + expect + "Content-Length: 5\r\n\r\n",
        "405 close"},
       {"an unknown method",
        "BREW /a.txt HTTP/1.1\r\nHost: h\r\n" + expect + "Content-Length: 5\r\n\r\n", "501 close"}},
      Delivery::whole);
}

TEST_P(Expectations, WithoutContentWaitForNothing) {
  site.start("spawnexec = on");
  const std::string expect = "Expect: 100-continue\r\n";
  play(
      {{"GET of a file", "GET /a.txt HTTP/1.1\r\nHost: h\r\n" + expect + "\r\n",
        "200=0123456789 open"},
       {"POST of nothing", post("/post.cgi", expect + "Content-Length: 0\r\n"), "200=POST_0_ open"},
       {"POST without length", post("/post.cgi", expect), "200=POST_none_ open"},
       {"HTTP/1.0 does not know it",
        "POST /post.cgi HTTP/1.0\r\n" + expect + "Content-Length: 5\r\n\r\nhello",
        "200=POST_5_hello close"}});
  // Who sends at once does not wait for the 100, and gets none when the content is there already.
  play({{"content in the same write", post("/post.cgi", expect + "Content-Length: 5\r\n") + "hello",
         "200=POST_5_hello open"}},
       Delivery::whole);
}

TEST_P(Expectations, ThatAreUnknownAreRefused) {
  site.start("spawnexec = on");
  std::vector<Exchange> rows;
  for (const char* value : {"200-ok", "100", "100-continu", "100-continue, x", "x, 100-continue",
                            "100-continue=1", "100 continue", "\"100-continue\""}) {
    rows.push_back(
        {"Expect: " + std::string(value),
         post("/post.cgi", "Expect: " + std::string(value) + "\r\nContent-Length: 5\r\n") +
             "hello" + probe(),
         "417 close"});
  }
  rows.push_back(
      {"in GET", "GET /a.txt HTTP/1.1\r\nHost: h\r\nExpect: x\r\n\r\n" + probe(), "417 close"});
  play(rows);
}

INSTANTIATE_TEST_SUITE_P(BothFamilies, Expectations, ::testing::Values(Family::v4, Family::v6),
                         family_name);

}  // namespace
}  // namespace tthttpd::support
