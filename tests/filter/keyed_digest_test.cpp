#include "tthttpd/filter/keyed_digest.hpp"

#include <set>
#include <string>

#include <gtest/gtest.h>

namespace tthttpd::filter {
namespace {

TEST(KeyedDigest, IsTheSameForTheSameTextsOnly) {
  const KeyedDigest digest;
  EXPECT_EQ(digest.of({"user", "word"}), digest.of({"user", "word"}));
  const std::set<Digest> all{digest.of({}),          digest.of({""}),        digest.of({"", ""}),
                             digest.of({"ab", "c"}), digest.of({"a", "bc"}), digest.of({"abc"}),
                             digest.of({"c", "ab"}), digest.of({"1:a"}),     digest.of({"a"})};
  EXPECT_EQ(all.size(), 9U);
}

TEST(KeyedDigest, DiffersFromOneKeyToAnother) {
  EXPECT_NE(KeyedDigest().of({"word"}), KeyedDigest().of({"word"}));
}

TEST(KeyedDigest, ComparesWholeTexts) {
  const KeyedDigest digest;
  EXPECT_TRUE(digest.same("", ""));
  EXPECT_TRUE(digest.same("word", "word"));
  for (const char* other : {"", "wor", "wordx", "Word", "xord", "worx"}) {
    EXPECT_FALSE(digest.same("word", other)) << other;
  }
  EXPECT_FALSE(digest.same("word", std::string_view("word\0", 5)));
}

}  // namespace
}  // namespace tthttpd::filter
