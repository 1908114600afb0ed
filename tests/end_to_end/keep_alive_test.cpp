// One connection, many requests: what stays open, what is closed, and in which order answers come.
#include <chrono>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/site.hpp"

namespace tthttpd::support {
namespace {

class KeepAlive : public EndToEnd {
 protected:
  void SetUp() override {
    site.file("a.txt", "0123456789");
    site.file("b.txt", "BBBB");
    site.script("hello.cgi", shell_script("echo hello"));
    site.beside("users", "u:p\n");
  }
  static bool says_close(const Reply& reply) {
    return reply.header("Connection").find("close") != std::string::npos;
  }
};

TEST_P(KeepAlive, DependsOnTheVersionAndTheConnectionField) {
  site.start();
  struct Case {
    const char* request;
    bool stays;
  };
  const Case cases[] = {
      {"GET /a.txt HTTP/1.1\r\nHost: h\r\n\r\n", true},
      {"GET /a.txt HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", false},
      {"GET /a.txt HTTP/1.1\r\nHost: h\r\nConnection: Foo, CLOSE\r\n\r\n", false},
      {"GET /a.txt HTTP/1.0\r\n\r\n", false},
      {"GET /a.txt HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n", true},
  };
  for (const Case& c : cases) {
    RawClient client = connect();
    const Reply reply = client.ask(c.request);
    EXPECT_EQ(reply.body, "0123456789") << c.request;
    EXPECT_EQ(says_close(reply), !c.stays) << c.request;
    if (c.stays) {
      EXPECT_EQ(client.ask(get("/b.txt")).body, "BBBB") << c.request;
    } else {
      EXPECT_TRUE(client.server_closes()) << c.request;
    }
  }
}

TEST_P(KeepAlive, SaysKeepAliveToAnOldClient) {
  site.start();
  const Reply reply = ask("GET /a.txt HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
  EXPECT_EQ(reply.header("Connection"), "keep-alive");
}

TEST_P(KeepAlive, AnswersAHundredPipelinedRequestsInOrder) {
  std::string requests;
  for (int i = 0; i < 100; ++i) {
    site.file("n/" + std::to_string(i) + ".txt", "content " + std::to_string(i));
    requests += get("/n/" + std::to_string(i) + ".txt");
  }
  site.start();
  RawClient client = connect();
  client.send(requests);
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(client.read_reply().body, "content " + std::to_string(i));
  }
}

TEST_P(KeepAlive, AnswersRequestsThatComeByteByByte) {
  site.start();
  RawClient client = connect();
  for (const char byte : get("/a.txt") + get("/b.txt")) {
    client.send(std::string_view(&byte, 1));
  }
  EXPECT_EQ(client.read_reply().body, "0123456789");
  EXPECT_EQ(client.read_reply().body, "BBBB");
}

TEST_P(KeepAlive, NeverTakesAnUnreadBodyForTheNextRequest) {
  site.start("", "[authentication]\n/b.txt = POST,Realm,users\n");
  struct Case {
    const char* target;
    int status;
  };
  for (const Case& c : {Case{"/a.txt", 405}, Case{"/missing", 404}, Case{"/b.txt", 401}}) {
    RawClient client = connect();
    const Reply reply = client.ask(request_with_body("POST", c.target, "bodyGET"));
    EXPECT_TRUE(reply.status == c.status || (c.status == 404 && reply.status == 405))
        << c.target << " " << reply.status;
    if (says_close(reply)) {
      EXPECT_TRUE(client.server_closes()) << c.target;
    } else {
      EXPECT_EQ(client.ask(get("/b.txt")).body, "BBBB") << c.target;
    }
  }
}

TEST_P(KeepAlive, DeliversTheAnswerToALargeBodyNobodyWants) {
  site.start("", "[authentication]\n/b.txt = POST,Realm,users\n");
  RawClient client = connect();
  const std::string body(400000, 'x');
  client.try_send(request_with_body("POST", "/b.txt", body));
  EXPECT_EQ(client.read_reply().status, 401);
}

TEST_P(KeepAlive, SaysCloseExactlyWhenItCloses) {
  site.start("", "[limits]\nmax_body = 100\n[authentication]\n/b.txt = GET,Realm,users\n");
  struct Case {
    std::string description;
    std::string request;
    int status;
  };
  const Case cases[] = {
      {"missing", get("/missing"), 404},
      {"method not allowed", request("DELETE", "/a.txt"), 405},
      {"no credentials", get("/b.txt"), 401},
      {"bad request line", "GET\r\n\r\n", 400},
      {"no Host", "GET /a.txt HTTP/1.1\r\n\r\n", 400},
      {"two Hosts", "GET /a.txt HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400},
      {"bad escape", get("/%zz"), 400},
      {"unknown version", "GET /a.txt HTTP/2.0\r\nHost: h\r\n\r\n", 505},
      {"line too long", get("/" + std::string(20000, 'x')), 414},
      {"header too long", get("/a.txt", "X: " + std::string(70000, 'x') + "\r\n"), 431},
      {"body too large", request("POST", "/hello.cgi", "Content-Length: 1000\r\n"), 413},
      {"unknown method", request("BREW", "/a.txt"), 501},
  };
  for (const Case& c : cases) {
    RawClient client = connect();
    client.try_send(c.request);
    const Reply reply = client.read_reply();
    EXPECT_EQ(reply.status, c.status) << c.description;
    EXPECT_EQ(reply.header("Content-Type").substr(0, 9), "text/html") << c.description;
    if (says_close(reply)) {
      EXPECT_TRUE(client.server_closes()) << c.description;
    } else {
      EXPECT_EQ(client.ask(get("/a.txt")).body, "0123456789") << c.description;
    }
  }
}

TEST_P(KeepAlive, NeverSendsChunksToAnOldClient) {
  site.start("spawnexec = on\nlisting = on");
  RawClient client = connect();
  const Reply listing = client.ask("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
  EXPECT_EQ(listing.status, 200);
  EXPECT_FALSE(listing.has("Transfer-Encoding"));
  EXPECT_TRUE(listing.has("Content-Length") || says_close(listing));
  RawClient other = connect();
  const Reply script = other.ask("GET /hello.cgi HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
  EXPECT_EQ(script.body, "hello\n");
  EXPECT_FALSE(script.has("Transfer-Encoding"));
  if (!script.has("Content-Length")) {
    EXPECT_TRUE(says_close(script));
    EXPECT_TRUE(other.server_closes());
  }
}

TEST_P(KeepAlive, KeepsTheConnectionAfterAScriptOfUnknownLength) {
  site.start("spawnexec = on");
  RawClient client = connect();
  const Reply reply = client.ask(get("/hello.cgi"));
  EXPECT_EQ(reply.body, "hello\n");
  EXPECT_EQ(reply.header("Transfer-Encoding"), "chunked");
  EXPECT_EQ(client.ask(get("/a.txt")).body, "0123456789");
}

TEST_P(KeepAlive, ClosesAnIdleConnectionSilently) {
  site.start("spawnexec = on", "[limits]\nkeepalive_timeout = 1\n");
  RawClient client = connect();
  EXPECT_EQ(client.ask(get("/hello.cgi")).body, "hello\n");
  EXPECT_TRUE(client.server_closes()) << "nothing may follow the answer";
}

TEST_P(KeepAlive, StaysInStepAfterScriptsWithoutABody) {
  const char* heads[] = {"Status: 204\\r\\n", "Status: 304\\r\\nETag: \"x\"\\r\\n"};
  site.script("204.cgi", std::string("#!/bin/sh\nprintf '") + heads[0] + "\\r\\nsurplus'\n");
  site.script("304.cgi", std::string("#!/bin/sh\nprintf '") + heads[1] + "\\r\\nsurplus'\n");
  site.start("spawnexec = on");
  RawClient client = connect();
  EXPECT_EQ(client.ask(get("/204.cgi")).status, 204);
  EXPECT_EQ(client.ask(get("/304.cgi")).status, 304);
  EXPECT_EQ(client.ask(request("HEAD", "/hello.cgi")).status, 200);
  EXPECT_EQ(client.ask(get("/a.txt")).body, "0123456789");
}

TEST_P(KeepAlive, SendsSmallAnswersWithoutDelay) {
  // Header and body in two segments cost 40 ms each where Nagle meets a delayed acknowledgement.
  site.start();
  RawClient client = connect();
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < 200; ++i) {
    ASSERT_EQ(client.ask(get("/a.txt")).body, "0123456789");
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

TEST_P(KeepAlive, LetsSilentConnectionsDelayNobody) {
  site.start("", "[limits]\nheader_timeout = 1\n");
  std::vector<RawClient> silent;
  for (int i = 0; i < 20; ++i) {
    silent.push_back(connect());
  }
  EXPECT_EQ(ask(get("/a.txt")).body, "0123456789");
  for (RawClient& client : silent) {
    EXPECT_TRUE(client.server_closes()) << "a connection without a request gets no answer";
  }
}

TEST_P(KeepAlive, EndsAfterTheConfiguredNumberOfRequests) {
  site.start("", "[limits]\nkeepalive_requests = 3\n");
  RawClient client = connect();
  EXPECT_FALSE(says_close(client.ask(get("/a.txt"))));
  EXPECT_FALSE(says_close(client.ask(get("/a.txt"))));
  EXPECT_TRUE(says_close(client.ask(get("/a.txt"))));
  EXPECT_TRUE(client.server_closes());
}

TEST_P(KeepAlive, AnswersAClientThatHasClosedItsHalf) {
  site.start("spawnexec = on");
  for (const char* target : {"/a.txt", "/hello.cgi"}) {
    RawClient client = connect();
    client.send(get(target));
    client.half_close();
    EXPECT_EQ(client.read_reply().status, 200) << target;
    EXPECT_TRUE(client.server_closes()) << target;
  }
}

INSTANTIATE_TEST_SUITE_P(BothFamilies, KeepAlive, ::testing::Values(Family::v4, Family::v6),
                         family_name);

}  // namespace
}  // namespace tthttpd::support
