#include "tthttpd/parse/request_parser.hpp"

#include <gtest/gtest.h>

#include "parse/request_cases.hpp"

namespace tthttpd::parse {
namespace {

TEST(RequestParser, RefusesEveryFaultyHeadWithItsReason) {
  for (const RefusedHead& row : refused_heads()) {
    if (row.reason == "too-many-empty-lines") {
      continue;  // The reader passes over them; a head for the parser starts at its request line.
    }
    const auto head = parse_head(row.bytes);
    ASSERT_FALSE(head.ok()) << row.description;
    EXPECT_EQ(head.error().status, row.status) << row.description;
    EXPECT_EQ(head.error().reason, row.reason) << row.description;
  }
}

TEST(RequestParser, ReadsEveryGoodHead) {
  for (const AcceptedHead& row : accepted_heads()) {
    const std::string bytes = row.bytes.substr(row.bytes.find_first_not_of("\r\n"));
    const auto head = parse_head(bytes);
    ASSERT_TRUE(head.ok()) << row.description << ": " << head.error().reason;
    const http::Request& request = head->request;
    EXPECT_EQ(request.method, row.method) << row.description;
    EXPECT_EQ(request.path, row.path) << row.description;
    EXPECT_EQ(request.query, row.query) << row.description;
    EXPECT_EQ(request.authority, row.authority) << row.description;
    EXPECT_EQ(request.version_minor, row.version_minor) << row.description;
  }
}

TEST(RequestParser, KeepsMethodTargetAndFieldsAsSent) {
  const auto head =
      parse_head("BREW /a%20b?c HTTP/1.1\r\nHost: h\r\nX-A:  one two \t\r\nx-a:\r\nB:2\r\n\r\n");
  ASSERT_TRUE(head.ok());
  const http::Request& request = head->request;
  EXPECT_EQ(request.method_name, "BREW");
  EXPECT_EQ(request.target, "/a%20b?c");
  EXPECT_TRUE(request.has_query);
  ASSERT_EQ(request.headers.size(), 4U);
  EXPECT_EQ(request.headers[1].name, "X-A");
  EXPECT_EQ(request.headers[1].value, "one two");
  EXPECT_EQ(request.headers[2].value, "");
  EXPECT_EQ(request.headers[3].value, "2");
}

TEST(RequestParser, TellsAnEmptyQueryFromNone) {
  EXPECT_TRUE(parse_head("GET /a? HTTP/1.0\r\n\r\n")->request.has_query);
  EXPECT_FALSE(parse_head("GET /a HTTP/1.0\r\n\r\n")->request.has_query);
}

TEST(RequestParser, RefusesControlBytesInFieldValues) {
  for (int byte = 0; byte < 256; ++byte) {
    const char c = static_cast<char>(byte);
    if (c == '\n') {
      continue;  // It ends the line.
    }
    const bool fine = c == '\t' || (byte >= 0x20 && byte != 0x7F);
    const std::string bytes = std::string("GET / HTTP/1.0\r\nA: x") + c + "y\r\n\r\n";
    EXPECT_EQ(parse_head(bytes).ok(), fine) << byte;
  }
}

TEST(RequestParser, RefusesControlBytesInTheTarget) {
  for (int byte = 0; byte <= 0x20; ++byte) {
    const std::string bytes =
        std::string("GET /a") + static_cast<char>(byte) + "b HTTP/1.0\r\n\r\n";
    EXPECT_FALSE(parse_head(bytes).ok()) << byte;
  }
  EXPECT_FALSE(parse_head("GET /a\x7F HTTP/1.0\r\n\r\n").ok());
}

TEST(RequestParser, RefusesAHeadThatIsNotExactlyOne) {
  EXPECT_EQ(parse_head("").error().reason, "incomplete-head");
  EXPECT_EQ(parse_head("GET / HTTP/1.0").error().reason, "incomplete-head");
  EXPECT_EQ(parse_head("GET / HTTP/1.0\r\n").error().reason, "incomplete-head");
  EXPECT_EQ(parse_head("GET / HTTP/1.0\r\nA: b\r\n").error().reason, "incomplete-head");
  EXPECT_EQ(parse_head("GET / HTTP/1.0\r\n\r\nx").error().reason, "bytes-after-head");
}

}  // namespace
}  // namespace tthttpd::parse
