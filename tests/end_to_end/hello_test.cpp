// The simplest first: does anything get through at all, on either family?
#include <gtest/gtest.h>

#include "support/site.hpp"

namespace tthttpd::support {
namespace {

class Hello : public EndToEnd {};

TEST_P(Hello, AnswersAFileOfElevenBytes) {
  site.file("hello.txt", "hello world");
  site.start();
  const Reply reply = ask(get("/hello.txt"));
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.version, "HTTP/1.1");
  EXPECT_EQ(reply.header("Content-Length"), "11");
  EXPECT_EQ(reply.header("Content-Type").substr(0, 10), "text/plain");
  EXPECT_TRUE(reply.has("Date"));
  EXPECT_EQ(reply.body, "hello world");
  EXPECT_EQ(site.server().stop(), 0);
}

INSTANTIATE_TEST_SUITE_P(BothFamilies, Hello, ::testing::Values(Family::v4, Family::v6),
                         family_name);

}  // namespace
}  // namespace tthttpd::support
