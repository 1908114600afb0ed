// Request bodies: how they are framed, streamed, refused.
#include <string>

#include <gtest/gtest.h>

#include "support/deadline.hpp"
#include "support/site.hpp"

namespace tthttpd::support {
namespace {

class Bodies : public EndToEnd {
 protected:
  void SetUp() override {
    site.file("a.txt", "0123456789");
    site.script("echo.cgi", shell_script("cat"));
    site.script("count.cgi", shell_script("printf '%s,' \"$CONTENT_LENGTH\"; wc -c"));
    site.beside("users", "u:p\n");
  }
  static std::string chunked(std::string_view target, std::string_view chunks) {
    return request("POST", target, "Transfer-Encoding: chunked\r\n").append(chunks);
  }
};

TEST_P(Bodies, ReachAScriptWhole) {
  site.start("spawnexec = on");
  RawClient client = connect();
  EXPECT_EQ(client.ask(request_with_body("POST", "/echo.cgi", "a=1&b=2")).body, "a=1&b=2");
  EXPECT_EQ(client.ask(request_with_body("PUT", "/echo.cgi", "put")).body, "put");
  EXPECT_EQ(client.ask(request_with_body("POST", "/echo.cgi", "")).body, "");
  EXPECT_EQ(client.ask(get("/a.txt")).body, "0123456789");
}

TEST_P(Bodies, InChunksAreTakenApart) {
  site.start("spawnexec = on");
  RawClient client = connect();
  client.send(
      chunked("/echo.cgi", "3\r\nabc\r\nA;x=\"y\"\r\n0123456789\r\n0\r\nTrailer: t\r\n\r\n"));
  EXPECT_EQ(client.read_reply().body, "abc0123456789");
  client.send(chunked("/count.cgi", "3\r\nabc\r\n0\r\n\r\n"));
  EXPECT_EQ(client.read_reply().body, "3,3\n") << "CONTENT_LENGTH and bytes read";
  EXPECT_EQ(client.ask(get("/a.txt")).body, "0123456789");
}

TEST_P(Bodies, InSlowPiecesArriveWhole) {
  site.start("spawnexec = on");
  std::string body;
  for (int i = 0; body.size() < 300000; ++i) {
    body += std::to_string(i) + " ";
  }
  body.resize(300000);
  RawClient client = connect();
  client.send(request("POST", "/echo.cgi", "Content-Length: 300000\r\n"));
  for (std::size_t at = 0; at < body.size(); at += 30000) {
    client.send(std::string_view(body).substr(at, 30000));
  }
  EXPECT_EQ(client.read_reply().body, body);
}

TEST_P(Bodies, InAndOutTogetherDoNotBlock) {
  // The script writes more than the pipes hold before it reads, or reads nothing at all.
  site.script("write_first.cgi", shell_script("head -c 1000000 /dev/zero; wc -c"));
  site.script("reads_nothing.cgi", shell_script("echo done"));
  site.start("spawnexec = on");
  const std::string body(10000000, 'x');
  const Reply reply = ask(request_with_body("POST", "/write_first.cgi", body));
  EXPECT_EQ(reply.status, 200);
  ASSERT_EQ(reply.body.size(), 1000000 + std::string("10000000\n").size());
  EXPECT_EQ(reply.body.substr(1000000), "10000000\n");
  RawClient client = connect();
  client.try_send(request_with_body("POST", "/reads_nothing.cgi", body));
  EXPECT_EQ(client.read_reply().body, "done\n");
}

TEST_P(Bodies, AreAskedForOnlyWhenWanted) {
  site.start("spawnexec = on", "[authentication]\n/secret = POST,Realm,users\n");
  const std::string expect = "Expect: 100-continue\r\n";
  RawClient client = connect();
  client.send(request("POST", "/echo.cgi", expect + "Content-Length: 5\r\n"));
  EXPECT_EQ(client.read_reply().status, 100);
  client.send("hello");
  const Reply reply = client.read_reply();
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.body, "hello");
  struct Case {
    const char* target;
    int status;
  };
  for (const Case& c : {Case{"/secret", 401}, Case{"/a.txt", 405}}) {
    RawClient refused = connect();
    refused.send(request("POST", c.target, expect + "Content-Length: 5\r\n"));
    EXPECT_EQ(refused.read_reply().status, c.status) << "the final status, without 100";
  }
}

TEST_P(Bodies, LargerThanTheLimitAreRefused) {
  site.start("spawnexec = on", "[limits]\nmax_body = 1000\n");
  EXPECT_EQ(status(request_with_body("POST", "/echo.cgi", std::string(1000, 'x'))), 200);
  RawClient client = connect();
  client.try_send(request_with_body("POST", "/echo.cgi", std::string(1001, 'x')));
  EXPECT_EQ(client.read_reply().status, 413);
  RawClient chunks = connect();
  chunks.try_send(chunked("/echo.cgi", "3e9\r\n" + std::string(1001, 'x') + "\r\n0\r\n\r\n"));
  EXPECT_EQ(chunks.read_reply().status, 413);
}

TEST_P(Bodies, WithContradictoryFramingAreRefused) {
  site.start("spawnexec = on");
  struct Case {
    const char* lines;
    int status;
  };
  const Case cases[] = {
      {"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", 400},
      {"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", 400},
      {"Content-Length: 5\r\nContent-Length: 6\r\n", 400},
      {"Content-Length: +5\r\n", 400},
      {"Content-Length: -1\r\n", 400},
      {"Content-Length: 0x5\r\n", 400},
      {"Content-Length: 99999999999999999999\r\n", 400},
      {"Content-Length: 5 5\r\n", 400},
      {"Content-Length:\r\n", 400},
      {"Transfer-Encoding : chunked\r\n", 400},
      {"Transfer-Encoding: xchunked\r\n", 501},
      {"Transfer-Encoding:\r\n chunked\r\n", 400},
      {"Content-Length: 5\r\n folded\r\n", 400},
      {"X: a\rb\r\n", 400},
      {"Transfer-Encoding: chunked, gzip\r\n", 400},
  };
  for (const Case& c : cases) {
    RawClient client = connect();
    client.send(request("POST", "/echo.cgi", c.lines) + "0\r\n\r\n" + get("/a.txt"));
    const Reply reply = client.read_reply();
    EXPECT_TRUE(reply.status == c.status || (c.status == 400 && reply.status == 501))
        << c.lines << reply.status;
    EXPECT_EQ(reply.header("Connection"), "close") << c.lines;
    EXPECT_TRUE(client.server_closes()) << c.lines << "the hidden request was answered";
  }
}

TEST_P(Bodies, WithBrokenChunksAreRefused) {
  site.start("spawnexec = on");
  for (const char* chunks :
       {"x\r\nabc\r\n0\r\n\r\n", "-3\r\nabc\r\n0\r\n\r\n", "3\r\nabcd\r\n0\r\n\r\n",
        "ffffffffffffffffff\r\nabc\r\n0\r\n\r\n", "0x3\r\nabc\r\n0\r\n\r\n", "\r\n0\r\n\r\n"}) {
    RawClient client = connect();
    client.send(chunked("/echo.cgi", chunks) + get("/a.txt"));
    EXPECT_EQ(client.read_reply().status, 400) << chunks;
    EXPECT_TRUE(client.server_closes()) << chunks;
  }
}

TEST_P(Bodies, CutShortLeaveNoScriptBehind) {
  site.start("spawnexec = on");
  const pid_t server = site.server().pid();
  RawClient half = connect();
  half.send(request("POST", "/echo.cgi", "Content-Length: 1000\r\n") + "0123456789");
  half.half_close();
  half.read_to_end();
  RawClient gone = connect();
  gone.send(request("POST", "/echo.cgi", "Content-Length: 1000\r\n") + "0123456789");
  gone.read_until("\r\n\r\n");
  gone.reset();
  EXPECT_TRUE(eventually([&] { return children(server).empty(); }));
  EXPECT_EQ(ask(get("/a.txt")).body, "0123456789");
}

TEST_P(Bodies, ThatStallAreGivenUp) {
  site.start("spawnexec = on", "[limits]\nbody_timeout = 1\n");
  RawClient client = connect();
  client.send(request("POST", "/count.cgi", "Content-Length: 1000\r\n") + "0123456789");
  client.read_to_end();
  EXPECT_TRUE(eventually([&] { return children(site.server().pid()).empty(); }));
}

TEST_P(Bodies, KeepTheirContentCoding) {
  site.script("coding.cgi", shell_script("echo $HTTP_CONTENT_ENCODING; cat"));
  site.start("spawnexec = on");
  EXPECT_EQ(
      ask(request_with_body("POST", "/coding.cgi", "\x1f\x8b", "Content-Encoding: gzip\r\n")).body,
      "gzip\n\x1f\x8b");
}

INSTANTIATE_TEST_SUITE_P(BothFamilies, Bodies, ::testing::Values(Family::v4, Family::v6),
                         family_name);

}  // namespace
}  // namespace tthttpd::support
