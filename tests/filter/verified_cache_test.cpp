#include "tthttpd/filter/verified_cache.hpp"

#include <gtest/gtest.h>

#include "filter/fake_clock.hpp"

namespace tthttpd::filter {
namespace {

class VerifiedCacheTest : public ::testing::Test {
 protected:
  FakeClock time;
  Clock clock = time.clock();
  VerifiedCache cache{clock};
};

TEST_F(VerifiedCacheTest, HoldsWhatItWasToldForItsLifetime) {
  EXPECT_FALSE(cache.holds({1, 2}));
  EXPECT_FALSE(cache.holds({0, 0})) << "an empty slot is no proof";
  cache.remember({1, 2});
  EXPECT_TRUE(cache.holds({1, 2}));
  EXPECT_FALSE(cache.holds({1, 3}));
  EXPECT_FALSE(cache.holds({2, 2}));
  time.advance(VerifiedCache::kLifetime - std::chrono::milliseconds(1));
  EXPECT_TRUE(cache.holds({1, 2}));
  time.advance(std::chrono::milliseconds(1));
  EXPECT_FALSE(cache.holds({1, 2}));
}

TEST_F(VerifiedCacheTest, ARememberedProofIsRenewed) {
  cache.remember({1, 2});
  time.advance(VerifiedCache::kLifetime / 2);
  cache.remember({1, 2});
  time.advance(VerifiedCache::kLifetime / 2);
  EXPECT_TRUE(cache.holds({1, 2}));
}

TEST_F(VerifiedCacheTest, ForgetsTheOldestWhenFull) {
  for (std::uint64_t i = 0; i < 100'000; ++i) {
    cache.remember({i, 7});
    ASSERT_TRUE(cache.holds({i, 7})) << i;
  }
  std::size_t held = 0;
  for (std::uint64_t i = 0; i < 100'000; ++i) {
    held += cache.holds({i, 7}) ? 1U : 0U;
  }
  EXPECT_LE(held, VerifiedCache::kSlots);

  time.advance(std::chrono::seconds(1));
  cache.remember({0, 1});  // all in the same place
  time.advance(std::chrono::seconds(1));
  for (std::uint64_t i = 2; i < 5; ++i) {
    cache.remember({0, i});
    EXPECT_TRUE(cache.holds({0, 1})) << "the older ones go first";
  }
  time.advance(std::chrono::seconds(1));
  cache.remember({0, 5});
  EXPECT_FALSE(cache.holds({0, 1}));
}

}  // namespace
}  // namespace tthttpd::filter
