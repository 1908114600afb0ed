#include "tthttpd/write/response_writer.hpp"

#include <gtest/gtest.h>

#include "support/memory_sink.hpp"

namespace tthttpd::write {
namespace {

constexpr std::int64_t kNow = 784111777;  // Sun, 06 Nov 1994 08:49:37 GMT

std::string send(http::Response& response, bool head, int minor, bool keep,
                 Written* written = nullptr) {
  support::MemorySink sink;
  const auto plan = plan_response(response, head, minor);
  const auto result = write_response(sink, response, plan, {"tthttpd", kNow, keep, minor});
  if (written != nullptr) {
    *written = result;
  }
  return sink.sent;
}

http::Response stream_response(std::unique_ptr<support::PieceStream> stream) {
  http::Response response;
  response.body = std::move(stream);
  return response;
}

TEST(ResponseWriter, SendsHeadAndTextInOneCall) {
  http::Response response;
  response.headers.add("Content-Type", "text/plain");
  response.body = std::string("hello");
  support::MemorySink sink;
  const auto plan = plan_response(response, false, 1);
  const auto written = write_response(sink, response, plan, {"tthttpd", kNow, true, 1});
  EXPECT_EQ(sink.calls, 1U);
  EXPECT_EQ(written.content_bytes, 5U);
  EXPECT_EQ(sink.sent,
            "HTTP/1.1 200 OK\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\nServer: tthttpd\r\n"
            "Content-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello");
}

TEST(ResponseWriter, TellsA10ClientThatItMayStayAndAnyClientThatItMustGo) {
  http::Response response;
  EXPECT_NE(send(response, false, 0, true).find("\r\nConnection: keep-alive\r\n"),
            std::string::npos);
  EXPECT_NE(send(response, false, 1, false).find("\r\nConnection: close\r\n"), std::string::npos);
  EXPECT_EQ(send(response, false, 1, true).find("Connection"), std::string::npos);
}

TEST(ResponseWriter, LeavesOutFieldsThatItDecidesItselfOrThatWouldForgeAResponse) {
  http::Response response;
  response.headers.add("Content-Length", "999");
  response.headers.add("Transfer-Encoding", "gzip");
  response.headers.add("connection", "keep-alive");
  response.headers.add("X-Bad", "a\r\nSet-Cookie: x=1");
  response.headers.add("X Bad", "a");
  response.headers.add("X-Good", "a");
  response.phrase = "OK\r\nX-Forged: 1";
  const auto sent = send(response, false, 1, true);
  EXPECT_EQ(sent.find("999"), std::string::npos);
  EXPECT_EQ(sent.find("gzip"), std::string::npos);
  EXPECT_EQ(sent.find("keep-alive"), std::string::npos);
  EXPECT_EQ(sent.find("Set-Cookie"), std::string::npos);
  EXPECT_EQ(sent.find("X Bad"), std::string::npos);
  EXPECT_EQ(sent.find("Forged"), std::string::npos);
  EXPECT_NE(sent.find("X-Good: a\r\n"), std::string::npos);
}

TEST(ResponseWriter, KeepsDateServerAndPhraseThatAScriptChose) {
  http::Response response;
  response.status = 418;
  response.phrase = "Short And Stout";
  response.headers.add("Date", "then");
  response.headers.add("server", "script");
  const auto sent = send(response, false, 1, true);
  EXPECT_EQ(sent.find("Nov 1994"), std::string::npos);
  EXPECT_EQ(sent.find("tthttpd"), std::string::npos);
  EXPECT_EQ(sent.rfind("HTTP/1.1 418 Short And Stout\r\n", 0), 0U);
}

TEST(ResponseWriter, SendsEachPieceOfAStreamAsAChunkOfItsOwn) {
  auto response = stream_response(
      std::make_unique<support::PieceStream>(std::deque<std::string>{"one", "three"}));
  support::MemorySink sink;
  const auto plan = plan_response(response, false, 1);
  const auto written = write_response(sink, response, plan, {"", kNow, true, 1});
  EXPECT_EQ(written.content_bytes, 8U);
  EXPECT_EQ(sink.sent.substr(sink.sent.find("\r\n\r\n") + 4),
            "3\r\none\r\n5\r\nthree\r\n0\r\n\r\n");
  EXPECT_EQ(sink.calls, 4U) << "head at once, since no byte was at hand, each piece, the end";
}

TEST(ResponseWriter, PutsTheHeadAndTheFirstPieceAtHandIntoOneCall) {
  auto stream = std::make_unique<support::PieceStream>(std::deque<std::string>{"one"});
  stream->first_at_hand = true;
  auto response = stream_response(std::move(stream));
  support::MemorySink sink;
  const auto plan = plan_response(response, false, 1);
  static_cast<void>(write_response(sink, response, plan, {"", kNow, true, 1}));
  EXPECT_EQ(sink.calls, 2U);
}

TEST(ResponseWriter, HoldsAStreamToItsAnnouncedLength) {
  auto longer = std::make_unique<support::PieceStream>(std::deque<std::string>{"abc", "def"});
  longer->known_length = 4;
  auto response = stream_response(std::move(longer));
  Written written;
  const auto sent = send(response, false, 1, true, &written);
  EXPECT_EQ(sent.substr(sent.find("\r\n\r\n") + 4), "abcd");
  EXPECT_FALSE(written.error);

  auto shorter = std::make_unique<support::PieceStream>(std::deque<std::string>{"abc"});
  shorter->known_length = 4;
  auto second = stream_response(std::move(shorter));
  static_cast<void>(send(second, false, 1, true, &written));
  ASSERT_TRUE(written.error);
  EXPECT_EQ(written.error->reason, "stream-too-short");
}

TEST(ResponseWriter, NeverEndsTheChunksOfAStreamThatBroke) {
  auto stream = std::make_unique<support::PieceStream>(std::deque<std::string>{"abc"});
  stream->fails = true;
  auto response = stream_response(std::move(stream));
  Written written;
  const auto sent = send(response, false, 1, true, &written);
  EXPECT_EQ(sent.find("0\r\n\r\n"), std::string::npos);
  EXPECT_TRUE(written.error);
}

TEST(ResponseWriter, ReadsAStreamToItsEndThoughHeadSendsNoContent) {
  auto stream = std::make_unique<support::PieceStream>(std::deque<std::string>{"a", "b"});
  auto* watched = stream.get();
  auto response = stream_response(std::move(stream));
  const auto sent = send(response, true, 1, true);
  EXPECT_EQ(watched->reads, 3);
  EXPECT_EQ(sent.substr(sent.size() - 4), "\r\n\r\n");
  EXPECT_EQ(sent.find("chunked"), std::string::npos);
}

TEST(ResponseWriter, PassesARawReplyOnWithoutAHeadOfItsOwn) {
  auto response = stream_response(std::make_unique<support::PieceStream>(
      std::deque<std::string>{"HTTP/1.1 200 Fine\r\n\r\nhi"}));
  response.raw = true;
  EXPECT_EQ(send(response, false, 1, false), "HTTP/1.1 200 Fine\r\n\r\nhi");
}

TEST(ResponseWriter, StopsWhenTheClientIsGone) {
  auto response = stream_response(
      std::make_unique<support::PieceStream>(std::deque<std::string>{"a", "b", "c"}));
  support::MemorySink sink;
  sink.broken_after = 2;
  const auto plan = plan_response(response, false, 1);
  const auto written = write_response(sink, response, plan, {"", kNow, true, 1});
  ASSERT_TRUE(written.error);
  EXPECT_EQ(written.error->reason, "client-gone");
  EXPECT_EQ(written.content_bytes, 1U);
}

}  // namespace
}  // namespace tthttpd::write
