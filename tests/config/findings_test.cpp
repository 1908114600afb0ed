#include "tthttpd/config/findings.hpp"

#include <gtest/gtest.h>

namespace tthttpd::config {
namespace {

TEST(Findings, NameTheLineOfAKeyOrNoFileAtAll) {
  Config config;
  config.file = "site.conf";
  config.lines["port"] = 3;
  Findings findings(config);
  findings.add(7, "a line");
  findings.add("port", "a key of the file");
  findings.add("root", "a flag or a default");
  const auto found = findings.take();
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(to_text(found[0]), "site.conf:7: a line");
  EXPECT_EQ(to_text(found[1]), "site.conf:3: a key of the file");
  EXPECT_EQ(to_text(found[2]), "a flag or a default");
}

}  // namespace
}  // namespace tthttpd::config
