#include "tthttpd/serve/connection.hpp"

#include <thread>

#include <gtest/gtest.h>

#include "serve/test_site.hpp"
#include "support/http_reply.hpp"
#include "support/socket_pair.hpp"

namespace tthttpd::serve {
namespace {

/// A connection served in a thread of its own; the test is its client.
class Served {
 public:
  explicit Served(const std::shared_ptr<const Site>& site) : current(site) {
    auto socket = std::move(pair.server);
    thread_ = std::thread([this, socket = std::move(socket)]() mutable {
      Connection connection(std::move(socket), {{"192.0.2.7", 4321}, {"192.0.2.1", 80}}, current,
                            registry);
      connection.serve_all();
    });
  }
  ~Served() {
    pair.client.reset();
    thread_.join();
  }
  std::string ask_all(std::string_view bytes) const {
    pair.send(bytes);
    pair.end_sending();
    return pair.receive_all();
  }

  support::SocketPair pair;
  CurrentSite current;
  ConnectionRegistry registry;

 private:
  std::thread thread_;
};

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) {
    ++found;
  }
  return found;
}

TEST(Connection, AnswersPipelinedRequestsInOrder) {
  const TestSite test;
  const Served served(test.site);
  const auto replies = served.ask_all(
      "GET /a.txt HTTP/1.1\r\nHost: x\r\n\r\nGET /b.txt HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(count(replies, "HTTP/1.1 200 OK"), 2);
  EXPECT_LT(replies.find("file /a.txt"), replies.find("file /b.txt"));
}

TEST(Connection, NeverTakesContentNobodyReadForARequest) {
  const TestSite test;
  const Served served(test.site);
  const auto replies = served.ask_all(
      "POST /a.txt HTTP/1.1\r\nHost: x\r\nContent-Length: 38\r\n\r\n"
      "GET /smuggled HTTP/1.1\r\nHost: evil\r\n\r\nGET /b.txt HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(count(replies, "HTTP/1.1 "), 2) << replies;
  EXPECT_NE(replies.find("file /b.txt"), std::string::npos);
  EXPECT_EQ(replies.find("404"), std::string::npos);
}

TEST(Connection, ClosesWhenTooMuchContentIsUnread) {
  const TestSite test;
  const Served served(test.site);
  const auto replies =
      served.ask_all("POST /a.txt HTTP/1.1\r\nHost: x\r\nContent-Length: 300000\r\n\r\n" +
                     std::string(300000, 'x') + "GET /b.txt HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(count(replies, "HTTP/1.1 "), 1);
  EXPECT_NE(replies.find("Connection: close"), std::string::npos);
}

TEST(Connection, AnswersABodyBeyondTheLimitWith413AndCloses) {
  const TestSite test;
  test.site->limits.max_body = 10;
  const Served served(test.site);
  const auto replies =
      served.ask_all("POST /a.txt HTTP/1.1\r\nHost: x\r\nContent-Length: 11\r\n\r\n12345678901");
  EXPECT_EQ(replies.rfind("HTTP/1.1 413 ", 0), 0U) << replies;
  EXPECT_NE(replies.find("Connection: close"), std::string::npos);
}

TEST(Connection, SendsContinueOnlyWhenTheHandlerWantsTheContent) {
  const TestSite test;
  test.on(route::Kind::file, [](http::Request& request, route::Resource& resource) {
    std::string content;
    if (resource.url_path == "/a.txt") {
      char buffer[16];
      content.assign(buffer, *request.body->read(buffer));
    }
    return text_response("got " + content);
  });
  const std::string head =
      " HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n";
  {
    const Served wants(test.site);
    wants.pair.send("POST /a.txt" + head);
    EXPECT_EQ(wants.pair.receive(25), "HTTP/1.1 100 Continue\r\n\r\n");
    const auto reply = wants.ask_all("abc");
    EXPECT_NE(reply.find("got abc"), std::string::npos);
    EXPECT_EQ(reply.find("Connection: close"), std::string::npos);
  }
  const Served other(test.site);
  const auto reply = other.ask_all("POST /b.txt" + head);
  EXPECT_EQ(reply.rfind("HTTP/1.1 200 OK", 0), 0U) << "the final status straight away";
  EXPECT_NE(reply.find("Connection: close"), std::string::npos);
}

TEST(Connection, AnswersABadHeadAndCloses) {
  const TestSite test;
  const Served served(test.site);
  const auto replies = served.ask_all("GET /a.txt\r\nHost: x\r\n\r\nGET /b.txt HTTP/1.1\r\n");
  EXPECT_EQ(count(replies, "HTTP/1.1 "), 1);
  EXPECT_EQ(replies.rfind("HTTP/1.1 400 ", 0), 0U) << replies;
  EXPECT_NE(replies.find("Connection: close"), std::string::npos);
}

TEST(Connection, LeavesASilentClientInSilence) {
  const TestSite test;
  test.site->limits.header_timeout = std::chrono::milliseconds(20);
  const Served served(test.site);
  EXPECT_EQ(served.pair.receive_all(), "");
}

TEST(Connection, Answers408WhenAHeadStaysIncomplete) {
  const TestSite test;
  test.site->limits.header_timeout = std::chrono::milliseconds(50);
  const Served served(test.site);
  served.pair.send("GET /a.txt HTTP/1.1\r\nHos");
  const auto reply = served.pair.receive_all();
  EXPECT_EQ(reply.rfind("HTTP/1.1 408 ", 0), 0U) << reply;
}

TEST(Connection, ClosesAnIdleConnectionWithoutAWord) {
  const TestSite test;
  test.site->limits.keepalive_timeout = std::chrono::milliseconds(30);
  const Served served(test.site);
  served.pair.send("GET /a.txt HTTP/1.1\r\nHost: x\r\n\r\n");
  const auto all = served.pair.receive_all();
  EXPECT_EQ(count(all, "HTTP/1.1 "), 1);
  EXPECT_EQ(all.substr(all.find("\r\n\r\n") + 4), "file /a.txt");
}

TEST(Connection, TellsAndKeepsTheMostRequestsOfAConnection) {
  const TestSite test;
  test.site->limits.keepalive_requests = 2;
  const Served served(test.site);
  const std::string one = "GET /a.txt HTTP/1.1\r\nHost: x\r\n\r\n";
  const auto replies = served.ask_all(one + one + one);
  EXPECT_EQ(count(replies, "HTTP/1.1 200"), 2);
  EXPECT_EQ(count(replies, "Connection: close"), 1);
}

TEST(Connection, ServesTheNextRequestFromAReplacedSite) {
  const TestSite before;
  const TestSite after;
  after.on(route::Kind::file,
           [](http::Request&, route::Resource&) { return text_response("new site"); });
  Served served(before.site);
  const std::string one = "GET /a.txt HTTP/1.1\r\nHost: x\r\n\r\n";
  served.pair.send(one);
  const auto first = served.pair.receive(60);
  EXPECT_EQ(first.find("new site"), std::string::npos);
  served.current.replace(after.site);
  EXPECT_NE(served.ask_all(one).find("new site"), std::string::npos);
}

TEST(Connection, EndsWhenTheServerStops) {
  const TestSite test;
  Served served(test.site);
  served.pair.send("GET /a.txt HTTP/1.1\r\nHost: x\r\n\r\n");
  static_cast<void>(served.pair.receive(60));
  served.registry.begin_drain();
  EXPECT_EQ(served.pair.receive_all().find("HTTP/1.1 "), std::string::npos);
}

TEST(Connection, SendsNoContentWithTheRefusalOfAHead) {
  const TestSite test;
  Served served(test.site);
  const auto reply = served.ask_all("HEAD /a.txt HTTP/1.1\r\n\r\n");  // no Host
  EXPECT_EQ(reply.rfind("HTTP/1.1 400 ", 0), 0U) << reply;
  EXPECT_EQ(reply.substr(reply.find("\r\n\r\n")), "\r\n\r\n");
}

TEST(Connection, TakesInARequestThatCrossesItsClose) {
  const TestSite test;
  test.site->limits.keepalive_requests = 1;
  Served served(test.site);
  const std::string one = "GET /a.txt HTTP/1.1\r\nHost: x\r\n\r\n";
  served.pair.send(one);
  const auto reply = served.pair.receive_all();  // up to the end of the server's side
  EXPECT_NE(reply.find("Connection: close"), std::string::npos);
  EXPECT_TRUE(served.pair.send(one)) << "the connection is closed already";
}

TEST(Connection, GivesUpOnAnExceptionAndLogsIt) {
  const TestSite test;
  test.on(route::Kind::file, [](http::Request&, route::Resource&) -> http::Result<http::Response> {
    throw std::runtime_error("a bug");
  });
  {
    const Served served(test.site);
    EXPECT_EQ(served.ask_all("GET /a.txt HTTP/1.1\r\nHost: x\r\n\r\n"), "");
  }
  ASSERT_EQ(test.diagnostics->lines.size(), 1U);
  EXPECT_NE(test.diagnostics->lines[0].find("a bug"), std::string::npos);
}

}  // namespace
}  // namespace tthttpd::serve
