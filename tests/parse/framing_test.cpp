#include "tthttpd/parse/framing.hpp"

#include <gtest/gtest.h>

namespace tthttpd::parse {
namespace {

// What is refused stands in the table of request heads, request_cases_test.cpp.

http::Headers fields(std::initializer_list<http::Headers::Field> list) {
  http::Headers headers;
  for (const auto& field : list) {
    headers.add(field.name, field.value);
  }
  return headers;
}

TEST(Framing, ARequestWithoutFieldsForItHasNoContent) {
  const auto framing = framing_of({}, 1);
  ASSERT_TRUE(framing.ok());
  EXPECT_EQ(framing->kind, Framing::Kind::none);
  EXPECT_EQ(framing->length, 0U);
  EXPECT_FALSE(framing->expects_continue);
}

TEST(Framing, ReadsContentLength) {
  const std::pair<const char*, std::uint64_t> rows[] = {
      {"0", 0}, {"5", 5}, {"005", 5}, {"9223372036854775807", 9'223'372'036'854'775'807U}};
  for (const auto& [text, length] : rows) {
    const auto framing = framing_of(fields({{"content-length", text}}), 0);
    ASSERT_TRUE(framing.ok()) << text;
    EXPECT_EQ(framing->kind, Framing::Kind::length) << text;
    EXPECT_EQ(framing->length, length) << text;
  }
}

TEST(Framing, EqualLengthsCountAsOne) {
  const auto framing = framing_of(fields({{"Content-Length", "5, 5"}, {"Content-Length", "5"}}), 1);
  ASSERT_TRUE(framing.ok());
  EXPECT_EQ(framing->length, 5U);
}

TEST(Framing, ReadsChunked) {
  const auto framing = framing_of(fields({{"transfer-encoding", "Chunked"}}), 1);
  ASSERT_TRUE(framing.ok());
  EXPECT_EQ(framing->kind, Framing::Kind::chunked);
}

TEST(Framing, AFieldOfAnotherNameIsNotTakenForIt) {
  const auto framing = framing_of(
      fields({{"Transfer_Encoding", "chunked"}, {"X-Content-Length", "x"}, {"TE", "trailers"}}), 1);
  ASSERT_TRUE(framing.ok());
  EXPECT_EQ(framing->kind, Framing::Kind::none);
}

TEST(Framing, A11ClientWithContentMayWaitForContinue) {
  EXPECT_TRUE(framing_of(fields({{"Expect", "100-Continue"}, {"Content-Length", "5"}}), 1)
                  ->expects_continue);
  EXPECT_TRUE(framing_of(fields({{"Expect", "100-continue"}, {"Transfer-Encoding", "chunked"}}), 1)
                  ->expects_continue);
}

TEST(Framing, NobodyWaitsWithoutContentOrIn10) {
  EXPECT_FALSE(framing_of(fields({{"Expect", "100-continue"}}), 1)->expects_continue);
  EXPECT_FALSE(framing_of(fields({{"Expect", "100-continue"}, {"Content-Length", "0"}}), 1)
                   ->expects_continue);
  EXPECT_FALSE(framing_of(fields({{"Expect", "100-continue"}, {"Content-Length", "5"}}), 0)
                   ->expects_continue);
}

}  // namespace
}  // namespace tthttpd::parse
