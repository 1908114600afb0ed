#include "tthttpd/http/once_per_second.hpp"

#include <atomic>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace tthttpd::http {
namespace {

using platform::Clock;
using std::chrono::milliseconds;

TEST(OncePerSecond, LetsTheFirstThroughAndThenOneEachSecond) {
  const Clock::time_point begin{};
  OncePerSecond line;
  EXPECT_TRUE(line.due(begin));
  EXPECT_FALSE(line.due(begin));
  EXPECT_FALSE(line.due(begin + milliseconds(999)));
  EXPECT_TRUE(line.due(begin + milliseconds(1000)));
  EXPECT_FALSE(line.due(begin + milliseconds(1500)));
  EXPECT_TRUE(line.due(begin + milliseconds(9000)));
}

TEST(OncePerSecond, OfManyThreadsOneIsTold) {
  const auto now = Clock::now();
  OncePerSecond line;
  std::atomic<int> told{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] { told += line.due(now) ? 1 : 0; });
  }
  for (auto& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(told, 1);
}

}  // namespace
}  // namespace tthttpd::http
