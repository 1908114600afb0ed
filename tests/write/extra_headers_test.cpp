#include "tthttpd/write/extra_headers.hpp"

#include <gtest/gtest.h>

namespace tthttpd::write {
namespace {

TEST(ExtraHeaders, LetTheMoreSpecificRuleDecide) {
  const std::vector<HeaderRule> rules{{"/a/b", "Cache-Control", "no-store"},
                                      {"/", "Cache-Control", "max-age=60"},
                                      {"/a", "Link", "<1>"},
                                      {"/a", "link", "<2>"}};
  http::Headers headers;
  headers.add("Cache-Control", "private");
  add_extra_headers(rules, "/a/b/c", headers);
  EXPECT_EQ(headers.find("cache-control"), "no-store");
  EXPECT_EQ(headers.count("cache-control"), 1U);
  EXPECT_EQ(headers.count("link"), 2U);
  http::Headers other;
  add_extra_headers(rules, "/z", other);
  EXPECT_EQ(other.find("cache-control"), "max-age=60");
  EXPECT_EQ(other.count("link"), 0U);
  http::Headers server;
  add_extra_headers(rules, "*", server);  // OPTIONS *
  EXPECT_EQ(server.find("cache-control"), "max-age=60");
}

}  // namespace
}  // namespace tthttpd::write
