#include "tthttpd/parse/body_reader.hpp"

#include <algorithm>
#include <deque>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace tthttpd::parse {
namespace {

/// A client that has sent some packets and then closes.
class Client : public http::ByteSource {
 public:
  http::Result<std::size_t> read(std::span<char> into) override {
    asked.push_back(into.size());
    if (failing) {
      return http::Error{408, "body-timeout", {}};
    }
    if (packets.empty()) {
      return std::size_t{0};
    }
    std::string& packet = packets.front();
    const std::size_t count = std::min(into.size(), packet.size());
    std::copy_n(packet.begin(), count, into.begin());
    packet.erase(0, count);
    if (packet.empty()) {
      packets.pop_front();
    }
    return count;
  }
  [[nodiscard]] std::string unread() const {
    std::string all;
    for (const std::string& packet : packets) {
      all += packet;
    }
    return all;
  }

  std::deque<std::string> packets;
  std::vector<std::size_t> asked;  ///< sizes of all reads
  bool failing = false;
};

class BodyReaderTest : public testing::Test {
 protected:
  BodyReader reader(const Framing& framing,
                    std::uint64_t max_body = std::numeric_limits<std::uint64_t>::max()) {
    return BodyReader(framing, max_body,
                      {buffer_, client_,
                       [this]() -> http::Result<void> {
                         ++continues_;
                         return continue_result_;
                       },
                       42});
  }
  void surplus(std::string_view bytes) {
    std::copy(bytes.begin(), bytes.end(), buffer_.space(bytes.size()).begin());
    buffer_.commit(bytes.size());
  }
  /// Everything up to the end, or the error.
  static std::string read_all(BodyReader& body, std::size_t at_once = 16) {
    std::string content;
    std::vector<char> room(at_once);
    while (true) {
      const auto count = body.read(room);
      if (!count) {
        return content + "|" + std::to_string(count.error().status) + " " +
               std::string(count.error().reason);
      }
      if (*count == 0) {
        return content;
      }
      content.append(room.data(), *count);
    }
  }

  ReadBuffer buffer_;
  Client client_;
  int continues_ = 0;
  http::Result<void> continue_result_;
};

constexpr Framing kNone{};
constexpr Framing kChunked{.kind = Framing::Kind::chunked};
constexpr Framing length_of(std::uint64_t length, bool expects_continue = false) {
  return {Framing::Kind::length, length, expects_continue};
}

TEST_F(BodyReaderTest, ARequestWithoutContentIsFinishedAndTouchesNothing) {
  surplus("GET /next");
  BodyReader body = reader(kNone);
  EXPECT_TRUE(body.finished());
  EXPECT_EQ(body.length(), 0U);
  EXPECT_FALSE(body.has_buffered());
  EXPECT_EQ(read_all(body), "");
  EXPECT_TRUE(body.drain(0));
  EXPECT_EQ(buffer_.view(), "GET /next");
  EXPECT_TRUE(client_.asked.empty());
}

TEST_F(BodyReaderTest, TakesTheSurplusFirstAndLeavesWhatFollows) {
  surplus("helloGET /next");
  BodyReader body = reader(length_of(5));
  EXPECT_EQ(body.length(), 5U);
  EXPECT_TRUE(body.has_buffered());
  EXPECT_EQ(read_all(body), "hello");
  EXPECT_TRUE(body.finished());
  EXPECT_FALSE(body.has_buffered());
  EXPECT_EQ(buffer_.view(), "GET /next");
  EXPECT_TRUE(client_.asked.empty());
}

TEST_F(BodyReaderTest, NeverAsksTheClientForMoreThanIsLeft) {
  surplus("he");
  client_.packets = {"l", "loGET /next"};
  BodyReader body = reader(length_of(5));
  EXPECT_EQ(read_all(body, 1000), "hello");
  EXPECT_EQ(client_.asked, (std::vector<std::size_t>{3, 2}));
  EXPECT_EQ(client_.unread(), "GET /next");
}

TEST_F(BodyReaderTest, ALengthOfZeroIsFinishedAtOnce) {
  surplus("GET /next");
  BodyReader body = reader(length_of(0));
  EXPECT_TRUE(body.finished());
  EXPECT_EQ(read_all(body), "");
  EXPECT_EQ(buffer_.view(), "GET /next");
}

TEST_F(BodyReaderTest, AClientThatEndsEarlyIsAnErrorNeverAShortBody) {
  client_.packets = {"hel"};
  BodyReader body = reader(length_of(5));
  EXPECT_EQ(read_all(body), "hel|400 body-incomplete");
  EXPECT_EQ(read_all(body), "|400 body-incomplete");
  EXPECT_FALSE(body.finished());
  EXPECT_FALSE(body.drain(100));
}

TEST_F(BodyReaderTest, AClientThatEndsInsideAChunkedBodyIsAnError) {
  const std::string all = "5\r\nhello\r\n0\r\nA: b\r\n\r\n";
  for (std::size_t cut = 0; cut < all.size(); ++cut) {
    buffer_ = {};
    client_.packets = cut > 0 ? std::deque{all.substr(0, cut)} : std::deque<std::string>{};
    BodyReader body = reader(kChunked);
    EXPECT_TRUE(read_all(body).ends_with("|400 body-incomplete")) << cut;
    EXPECT_FALSE(body.finished()) << cut;
  }
}

TEST_F(BodyReaderTest, PassesOnWhatTheClientsDeadlineSays) {
  client_.failing = true;
  BodyReader body = reader(length_of(5));
  EXPECT_EQ(read_all(body), "|408 body-timeout");
  EXPECT_EQ(read_all(body), "|408 body-timeout");
  EXPECT_EQ(client_.asked.size(), 1U);
}

TEST_F(BodyReaderTest, DecodesChunksInEverySplitAndLeavesWhatFollows) {
  const std::string all = "5\r\nhello\r\n6;x=y\r\n world\r\n0\r\nA: b\r\n\r\nGET /next";
  for (std::size_t cut = 0; cut <= all.size(); ++cut) {
    for (const std::size_t at_once : {1U, 4U, 100U}) {
      buffer_ = {};
      surplus(all.substr(0, cut));
      client_.packets.clear();
      if (cut < all.size()) {
        client_.packets.push_back(all.substr(cut));
      }
      BodyReader body = reader(kChunked);
      EXPECT_FALSE(body.length().has_value());
      EXPECT_EQ(read_all(body, at_once), "hello world") << cut;
      EXPECT_TRUE(body.finished());
      EXPECT_EQ(std::string(buffer_.view()) + client_.unread(), "GET /next") << cut;
    }
  }
}

TEST_F(BodyReaderTest, KnowsTheEndOfAChunkedBodyWithTheLastBytesOfContent) {
  surplus("5\r\nhello\r\n0\r\n\r\n");
  BodyReader body = reader(kChunked);
  char room[5];
  EXPECT_EQ(*body.read(room), 5U);
  EXPECT_TRUE(body.finished());
}

TEST_F(BodyReaderTest, ABrokenChunkedCodingIsAnErrorThatStays) {
  surplus("5\r\nhelloX");
  BodyReader body = reader(kChunked);
  EXPECT_EQ(read_all(body), "|400 bad-chunk-line-end");
  EXPECT_EQ(read_all(body), "|400 bad-chunk-line-end");
  EXPECT_FALSE(body.drain(100));
}

TEST_F(BodyReaderTest, RefusesALengthOverTheLimitBeforeReading) {
  surplus("hello");
  BodyReader body = reader(length_of(6), 5);
  EXPECT_EQ(body.check_length().error().status, 413);
  EXPECT_EQ(body.want().error().status, 413);
  EXPECT_EQ(read_all(body), "|413 body-too-large");
  EXPECT_EQ(buffer_.view(), "hello");
  EXPECT_TRUE(reader(length_of(5), 5).check_length().ok());
  EXPECT_TRUE(reader(kChunked, 0).check_length().ok());
}

TEST_F(BodyReaderTest, RefusesAChunkedBodyThatPassesTheLimit) {
  for (const std::size_t at_once : {1U, 5U, 100U}) {
    buffer_ = {};
    surplus("3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n");
    BodyReader at_limit = reader(kChunked, 5);
    EXPECT_EQ(read_all(at_limit, at_once), "abcde");
    buffer_ = {};
    surplus("3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n");
    BodyReader over = reader(kChunked, 4);
    const std::string answer = read_all(over, at_once);
    EXPECT_TRUE(answer.ends_with("|413 body-too-large")) << answer;
    EXPECT_LE(answer.find('|'), 4U) << answer;
  }
}

TEST_F(BodyReaderTest, AsksAWaitingClientOnceAndOnlyWhenContentIsWanted) {
  client_.packets = {"hello"};
  BodyReader body = reader(length_of(5, true));
  EXPECT_TRUE(body.continue_pending());
  EXPECT_EQ(continues_, 0);
  EXPECT_TRUE(body.want().ok());
  EXPECT_EQ(continues_, 1);
  EXPECT_FALSE(body.continue_pending());
  EXPECT_EQ(read_all(body), "hello");
  EXPECT_EQ(continues_, 1);
}

TEST_F(BodyReaderTest, ReadingAsksAWaitingClient) {
  client_.packets = {"hello"};
  BodyReader body = reader(length_of(5, true));
  EXPECT_EQ(read_all(body), "hello");
  EXPECT_EQ(continues_, 1);
}

TEST_F(BodyReaderTest, DoesNotAskAClientThatHasBegunToSend) {
  surplus("hello");
  BodyReader body = reader(length_of(5, true));
  EXPECT_EQ(read_all(body), "hello");
  EXPECT_EQ(continues_, 0);
}

TEST_F(BodyReaderTest, AnInterimReplyThatCannotBeSentIsAnError) {
  continue_result_ = http::Error{http::kNoAnswer, "send-failed", {}};
  client_.packets = {"hello"};
  BodyReader body = reader(length_of(5, true));
  EXPECT_EQ(read_all(body), "|0 send-failed");
  EXPECT_EQ(read_all(body), "|0 send-failed");
  EXPECT_TRUE(client_.asked.empty());
}

TEST_F(BodyReaderTest, DoesNotAskForContentThatWouldBeRefused) {
  BodyReader body = reader(length_of(6, true), 5);
  EXPECT_FALSE(body.want().ok());
  EXPECT_EQ(continues_, 0);
}

TEST_F(BodyReaderTest, DrainsWhatIsLeftAndIsInStepAgain) {
  surplus("hel");
  client_.packets = {"lo w", "orldGET /next"};
  BodyReader body = reader(length_of(11));
  char room[2];
  ASSERT_EQ(*body.read(room), 2U);
  EXPECT_TRUE(body.drain(9));
  EXPECT_TRUE(body.finished());
  EXPECT_EQ(client_.unread(), "GET /next");
}

TEST_F(BodyReaderTest, DoesNotBeginToDrainMoreThanIsAllowed) {
  client_.packets = {"hello"};
  BodyReader body = reader(length_of(5));
  EXPECT_FALSE(body.drain(4));
  EXPECT_TRUE(client_.asked.empty());
}

TEST_F(BodyReaderTest, DrainsAChunkedBodyUpToTheLimit) {
  const std::string all = "5\r\nhello\r\n5\r\nworld\r\n0\r\n\r\nGET /next";
  surplus(all);
  BodyReader body = reader(kChunked);
  EXPECT_TRUE(body.drain(10));
  EXPECT_EQ(buffer_.view(), "GET /next");
  buffer_ = {};
  surplus(all);
  BodyReader longer = reader(kChunked);
  EXPECT_FALSE(longer.drain(9));
}

TEST_F(BodyReaderTest, NeverDrainsAClientThatStillWaits) {
  client_.packets = {"hello"};
  BodyReader body = reader(length_of(5, true));
  EXPECT_FALSE(body.drain(100));
  EXPECT_EQ(continues_, 0);
  EXPECT_TRUE(client_.asked.empty());
  EXPECT_TRUE(body.continue_pending());
}

TEST_F(BodyReaderTest, SaysWhetherAReadWouldWait) {
  const std::string all = "5\r\nhello\r\n0\r\n\r\n";
  for (std::size_t cut = 0; cut <= all.size(); ++cut) {
    buffer_ = {};
    surplus(all.substr(0, cut));
    BodyReader body = reader(kChunked);
    EXPECT_EQ(body.has_buffered(), cut > 3) << cut;
  }
  buffer_ = {};
  surplus("x");
  EXPECT_TRUE(reader(kChunked).has_buffered()) << "an error does not wait either";
  EXPECT_EQ(buffer_.view(), "x");
}

TEST_F(BodyReaderTest, GivesTheClientsHandleToWaitOn) {
  EXPECT_EQ(reader(length_of(5)).wait_handle(), 42);
}

TEST_F(BodyReaderTest, ReadingIntoNoRoomDoesNothing) {
  client_.packets = {"hello"};
  BodyReader body = reader(length_of(5));
  EXPECT_EQ(*body.read({}), 0U);
  EXPECT_FALSE(body.finished());
  EXPECT_EQ(read_all(body), "hello");
}

}  // namespace
}  // namespace tthttpd::parse
