#include "tthttpd/filter/failure_delay.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "filter/fake_clock.hpp"

namespace tthttpd::filter {
namespace {

using ::testing::ElementsAre;

class FailureDelayTest : public ::testing::Test {
 protected:
  std::vector<std::int64_t> fail(const char* address, int times) {
    std::vector<std::int64_t> delays;
    for (int i = 0; i < times; ++i) {
      delays.push_back(delay.note_failure(address).count());
    }
    return delays;
  }

  FakeClock time;
  Clock clock = time.clock();
  KeyedDigest digest;
  FailureDelay delay{clock, digest};
};

TEST_F(FailureDelayTest, GrowsFromTheFifthFailureAndStaysBounded) {
  EXPECT_THAT(fail("192.0.2.1", 12),
              ElementsAre(0, 0, 0, 0, 100, 200, 400, 800, 1600, 2000, 2000, 2000));
  EXPECT_EQ(fail("192.0.2.1", 10'000).back(), 2000);
}

TEST_F(FailureDelayTest, CountsEachAddressApart) {
  fail("192.0.2.1", 10);
  EXPECT_THAT(fail("192.0.2.2", 1), ElementsAre(0));
  EXPECT_THAT(fail("", 1), ElementsAre(0));
  EXPECT_THAT(fail("192.0.2.1", 1), ElementsAre(2000));
}

TEST_F(FailureDelayTest, CountsIpv6ByItsNetwork) {
  fail("2001:db8::1", 4);
  EXPECT_THAT(fail("2001:db8:0:0:ffff::2", 1), ElementsAre(100));
  EXPECT_THAT(fail("2001:db8:0:1::1", 1), ElementsAre(0));
}

TEST_F(FailureDelayTest, ForgivesWithTime) {
  fail("192.0.2.1", 6);
  time.advance(FailureDelay::kForgiveness - std::chrono::milliseconds(1));
  EXPECT_THAT(fail("192.0.2.1", 1), ElementsAre(400));
  time.advance(std::chrono::milliseconds(1));
  EXPECT_THAT(fail("192.0.2.1", 1), ElementsAre(400)) << "7 - 1 + 1 failures";
  time.advance(2 * FailureDelay::kForgiveness);
  EXPECT_THAT(fail("192.0.2.1", 1), ElementsAre(200));
  fail("192.0.2.1", 1000);
  time.advance(FailureDelay::kMostCounted * FailureDelay::kForgiveness);
  EXPECT_THAT(fail("192.0.2.1", 1), ElementsAre(0));
}

TEST_F(FailureDelayTest, AFloodOfAddressesDoesNotPushOutWhoFailsMost) {
  fail("192.0.2.1", 10);
  for (int i = 0; i < 20'000; ++i) {
    fail(("10.0." + std::to_string(i / 250) + "." + std::to_string(i % 250)).c_str(), 1);
  }
  EXPECT_THAT(fail("192.0.2.1", 1), ElementsAre(2000));
}

}  // namespace
}  // namespace tthttpd::filter
