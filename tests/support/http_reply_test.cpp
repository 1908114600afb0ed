#include "support/http_reply.hpp"

#include <string>

#include <gtest/gtest.h>

namespace tthttpd::support {
namespace {

TEST(TakeReply, TakesOneOfTwoPipelinedResponses) {
  std::string bytes =
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-A:  b \r\n\r\nhiHTTP/1.1 404 Not Found\r\n\r\n";
  const auto reply = take_reply(bytes, {});
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->status, 200);
  EXPECT_EQ(reply->phrase, "OK");
  EXPECT_EQ(reply->body, "hi");
  EXPECT_EQ(reply->header("x-a"), "b");
  EXPECT_FALSE(reply->has("x-b"));
  EXPECT_EQ(bytes, "HTTP/1.1 404 Not Found\r\n\r\n");
}

TEST(TakeReply, PutsChunksTogetherWhenAllAreThere) {
  const std::string head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
  const std::string all = head + "3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\n\r\n";
  for (std::size_t size = 0; size < all.size(); ++size) {
    std::string part = all.substr(0, size);
    EXPECT_FALSE(take_reply(part, {})) << size;
  }
  std::string whole = all + "rest";
  const auto reply = take_reply(whole, {});
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->body, "abc0123456789");
  EXPECT_EQ(whole, "rest");
}

TEST(TakeReply, ReadsABodyWithoutLengthUntilTheEnd) {
  std::string bytes = "HTTP/1.0 200 OK\r\n\r\nabc";
  EXPECT_FALSE(take_reply(bytes, {}));
  const auto reply = take_reply(bytes, {false, true});
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->body, "abc");
}

TEST(TakeReply, ExpectsNoBodyAfterHead) {
  std::string bytes = "HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n";
  EXPECT_FALSE(take_reply(bytes, {}));
  const auto reply = take_reply(bytes, {true, false});
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->header("Content-Length"), "11");
  EXPECT_EQ(bytes, "");
}

TEST(TakeReply, RefusesWhatIsNoResponse) {
  struct Case {
    const char* description;
    const char* bytes;
    bool ended;
  };
  const Case cases[] = {
      {"no status line", "hello\r\n\r\n", false},
      {"two framings", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
       false},
      {"bad length", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", false},
      {"field without colon", "HTTP/1.1 200 OK\r\nhello\r\n\r\n", false},
      {"bare LF in the head", "HTTP/1.1 200 OK\r\nA: b\nC: d\r\n\r\n", false},
      {"bad chunk size", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n", false},
      {"body cut short", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc", true},
      {"chunks cut short", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
       true},
      {"head cut short", "HTTP/1.1 200 OK\r\nCont", true},
  };
  for (const Case& c : cases) {
    std::string bytes = c.bytes;
    EXPECT_THROW(take_reply(bytes, {false, c.ended}), BadReply) << c.description;
  }
}

}  // namespace
}  // namespace tthttpd::support
