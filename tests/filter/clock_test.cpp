#include "tthttpd/filter/clock.hpp"

#include <gtest/gtest.h>

#include "support/socket_pair.hpp"

namespace tthttpd::filter {
namespace {

TEST(Clock, SleepsForTheTimeOrUntilTheClientHasGone) {
  const Clock clock;
  const auto spent = [&](std::chrono::milliseconds time, platform::NativeHandle client) {
    const auto begin = clock.now();
    clock.sleep(time, client);
    return clock.now() - begin;
  };
  support::SocketPair pair;
  EXPECT_GE(spent(std::chrono::milliseconds(20), platform::kNoHandle),
            std::chrono::milliseconds(20));
  EXPECT_GE(spent(std::chrono::milliseconds(20), pair.server.native()),
            std::chrono::milliseconds(20));
  pair.client.reset();
  EXPECT_LT(spent(std::chrono::hours(1), pair.server.native()), std::chrono::minutes(1));
}

}  // namespace
}  // namespace tthttpd::filter
