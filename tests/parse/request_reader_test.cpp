#include "tthttpd/parse/request_reader.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "parse/request_cases.hpp"

namespace tthttpd::parse {
namespace {

void feed(ReadBuffer& buffer, std::string_view bytes) {
  std::copy(bytes.begin(), bytes.end(), buffer.space(bytes.size()).begin());
  buffer.commit(bytes.size());
}

/// All that can be told of an answer, as text, so that two answers compare at once.
std::string describe(const http::Result<std::optional<RequestHead>>& answer) {
  if (!answer) {
    return std::to_string(answer.error().status) + " " + std::string(answer.error().reason) + " " +
           answer.error().detail;
  }
  if (!answer->has_value()) {
    return "more";
  }
  const http::Request& request = (*answer)->request;
  std::string text = request.method_name + " " + request.target + " -> " + request.path + " ? " +
                     request.query + " @ " + request.authority + " 1." +
                     std::to_string(request.version_minor);
  for (std::size_t i = 0; i < request.headers.size(); ++i) {
    text.append("\n").append(request.headers[i].name).append("=").append(request.headers[i].value);
  }
  return text + "\n" + std::to_string(static_cast<int>((*answer)->framing.kind)) + " " +
         std::to_string((*answer)->framing.length);
}

/// Feeds `bytes` in pieces of those sizes (the last size over and over) and asks after each; what
/// is left in the buffer and what was not fed yet follow the answer.
std::string read_in_pieces(std::string_view bytes, const std::vector<std::size_t>& sizes,
                           const HeadLimits& limits = {}) {
  ReadBuffer buffer;
  RequestReader reader(limits);
  std::size_t piece = 0;
  while (true) {
    const std::size_t size = std::min(sizes[std::min(piece++, sizes.size() - 1)], bytes.size());
    feed(buffer, bytes.substr(0, size));
    bytes.remove_prefix(size);
    const auto answer = reader.try_read(buffer);
    if (!answer) {
      return describe(answer);
    }
    if (answer->has_value() || bytes.empty()) {
      return describe(answer) + "\nrest: " + std::string(buffer.view()) + std::string(bytes);
    }
  }
}

/// The answer to `bytes` in one write; fails the test when any split gives another.
std::string read_in_all_splits(const std::string& bytes, const HeadLimits& limits = {}) {
  const std::string whole = read_in_pieces(bytes, {bytes.size()}, limits);
  EXPECT_EQ(read_in_pieces(bytes, {1}, limits), whole) << bytes;
  for (std::size_t at = 1; at < bytes.size(); ++at) {
    EXPECT_EQ(read_in_pieces(bytes, {at, bytes.size()}, limits), whole)
        << "split at " << at << " of " << bytes;
  }
  return whole;
}

TEST(RequestReader, RefusesEveryFaultyHeadAlikeInEverySplit) {
  for (const RefusedHead& row : refused_heads()) {
    const std::string answer = read_in_all_splits(row.bytes);
    const std::string expected = std::to_string(row.status) + " " + std::string(row.reason);
    EXPECT_EQ(answer.substr(0, expected.size()), expected) << row.description;
  }
}

TEST(RequestReader, ReadsEveryGoodHeadAlikeInEverySplitAndLeavesTheRest) {
  for (const AcceptedHead& row : accepted_heads()) {
    const std::string answer = read_in_all_splits(row.bytes + "GET /next");
    EXPECT_TRUE(answer.ends_with("\nrest: GET /next")) << row.description << ": " << answer;
    EXPECT_NE(answer.find(" -> " + std::string(row.path) + " ? "), std::string::npos)
        << row.description << ": " << answer;
  }
}

TEST(RequestReader, RefusesBareCarriageReturnsAndControlBytesAnywhere) {
  const std::string good = "GET /a HTTP/1.1\r\nHost: h\r\nA: b\r\n\r\n";
  for (const char c : {'\0', '\r', '\x01', '\x0B', '\x1B', '\x7F'}) {
    for (std::size_t at = 0; at < good.size(); ++at) {
      std::string bytes = good;
      bytes.insert(at, 1, c);
      if (bytes[at] == '\r' && bytes[at + 1] == '\n') {
        continue;  // A line end like any other.
      }
      EXPECT_EQ(read_in_all_splits(bytes).substr(0, 4), "400 ") << int{c} << " at " << at;
    }
  }
}

TEST(RequestReader, AnswersATlsClientAtOnce) {
  EXPECT_EQ(read_in_pieces(std::string_view("\x16\x03\x01\x02", 4), {1}), "400 control-byte ");
}

TEST(RequestReader, AnswersAClientOfHttp09WithoutWaitingForMore) {
  EXPECT_EQ(read_in_pieces("GET /\r\n", {7}).substr(0, 20), "400 bad-request-line");
}

TEST(RequestReader, TakesPipelinedRequestsOneByOne) {
  ReadBuffer buffer;
  feed(buffer, "GET /1 HTTP/1.1\r\nHost: h\r\n\r\n\r\nGET /2 HTTP/1.1\r\nHost: h\r\n\r\nGET /3");
  RequestReader first({});
  EXPECT_EQ((*first.try_read(buffer))->request.path, "/1");
  RequestReader second({});
  EXPECT_EQ((*second.try_read(buffer))->request.path, "/2");
  RequestReader third({});
  EXPECT_FALSE(third.try_read(buffer)->has_value());
  EXPECT_EQ(buffer.view(), "GET /3");
}

TEST(RequestReader, EmptyLinesDoNotStartARequest) {
  ReadBuffer buffer;
  RequestReader reader({});
  EXPECT_FALSE(reader.try_read(buffer)->has_value());
  EXPECT_FALSE(reader.started());
  for (const char* part : {"\r", "\n", "\n", "\r\n", "\r"}) {
    feed(buffer, part);
    EXPECT_FALSE(reader.try_read(buffer)->has_value());
    EXPECT_FALSE(reader.started());
  }
  feed(buffer, "\nG");
  EXPECT_FALSE(reader.try_read(buffer)->has_value());
  EXPECT_TRUE(reader.started());
}

// The edges of the limits. Each is tried in every split, because a limit that counts what has
// arrived rather than what belongs to it answers by the size of the packets.

std::string request_line(std::size_t size) {
  const std::string_view around = "GET / HTTP/1.1";
  return "GET /" + std::string(size - around.size(), 'a') + " HTTP/1.1";
}

TEST(RequestReader, LimitsTheRequestLineToTheByte) {
  const HeadLimits limits{.max_request_line = 40};
  for (const char* end : {"\r\n", "\n"}) {
    const std::string rest = end + std::string("Host: h") + end + end;
    EXPECT_EQ(read_in_all_splits(request_line(40) + rest, limits).substr(0, 5), "GET /");
    EXPECT_EQ(read_in_all_splits(request_line(41) + rest, limits), "414 request-line-too-long ");
  }
}

TEST(RequestReader, RefusesALongRequestLineBeforeItEnds) {
  const HeadLimits limits{.max_request_line = 40};
  EXPECT_EQ(read_in_all_splits(std::string(41, 'a'), limits), "414 request-line-too-long ");
  EXPECT_EQ(read_in_all_splits(std::string(40, 'a'), limits).substr(0, 4), "more");
  EXPECT_EQ(read_in_all_splits(std::string(40, 'a') + "\r", limits).substr(0, 4), "more");
  EXPECT_EQ(read_in_all_splits(std::string(40, 'a') + "\rb", limits), "400 bare-cr ");
}

TEST(RequestReader, LimitsTheBytesOfAllFieldsToTheByte) {
  const std::string line = "GET / HTTP/1.1\r\n";
  for (const std::string end : {"\r\n", "\n"}) {
    const std::string fields = "Host: h" + end + "A: " + std::string(20, 'x') + end;
    const HeadLimits enough{.max_header_bytes = fields.size()};
    const HeadLimits short_by_one{.max_header_bytes = fields.size() - 1};
    EXPECT_EQ(read_in_all_splits(line + fields + end, enough).substr(0, 5), "GET /");
    EXPECT_EQ(read_in_all_splits(line + fields + end, short_by_one), "431 fields-too-large ");
  }
}

TEST(RequestReader, RefusesALongFieldBeforeItEnds) {
  const HeadLimits limits{.max_header_bytes = 30};
  const std::string start = "GET / HTTP/1.1\r\nA: ";
  EXPECT_EQ(read_in_all_splits(start + std::string(27, 'x'), limits).substr(0, 4), "more");
  EXPECT_EQ(read_in_all_splits(start + std::string(28, 'x'), limits), "431 fields-too-large ");
  EXPECT_EQ(read_in_all_splits(start + std::string(25, 'x') + "\r\n", limits).substr(0, 4), "more");
  EXPECT_EQ(read_in_all_splits(start + std::string(26, 'x') + "\r\n", limits),
            "431 fields-too-large ");
}

TEST(RequestReader, LimitsTheNumberOfFields) {
  const HeadLimits limits{.max_headers = 3};
  const std::string start = "GET / HTTP/1.1\r\nHost: h\r\nA: 1\r\nB: 2\r\n";
  EXPECT_EQ(read_in_all_splits(start + "\r\n", limits).substr(0, 5), "GET /");
  EXPECT_EQ(read_in_all_splits(start + "C: 3\r\n\r\n", limits), "431 too-many-fields ");
  EXPECT_EQ(read_in_all_splits(start + "C", limits), "431 too-many-fields ");
  // Lines that are refused later count too, or they would cost without a limit.
  EXPECT_EQ(read_in_all_splits(start + " fold\r\n\r\n", limits), "431 too-many-fields ");
}

TEST(RequestReader, RefusesHugeHeadsAlikeInOneWriteAndInPieces) {
  const std::string line = "GET / HTTP/1.1\r\nHost: h\r\n";
  std::string many;
  for (int i = 0; i < 10'000; ++i) {
    many += "A: b\r\n";
  }
  const std::string ten_thousand_fields = line + many + "\r\n";
  for (const std::size_t size : {std::size_t{1} << 22U, std::size_t{100}, std::size_t{1}}) {
    for (const std::size_t kib : {8U, 64U, 1024U}) {
      const std::string target = "GET /" + std::string(kib * 1024, 'a') + " HTTP/1.1\r\n\r\n";
      EXPECT_EQ(read_in_pieces(target, {size}), "414 request-line-too-long ") << kib << "/" << size;
    }
    for (const std::size_t kib : {33U, 1024U}) {
      const std::string field = line + "A: " + std::string(kib * 1024, 'b') + "\r\n\r\n";
      EXPECT_EQ(read_in_pieces(field, {size}), "431 fields-too-large ") << kib << "/" << size;
    }
    EXPECT_EQ(read_in_pieces(ten_thousand_fields, {size}), "431 too-many-fields ") << size;
    const std::string fits = line + "A: " + std::string(16 * 1024, 'b') + "\r\n\r\n";
    EXPECT_EQ(read_in_pieces(fits, {size}).substr(0, 5), "GET /") << size;
  }
}

}  // namespace
}  // namespace tthttpd::parse
