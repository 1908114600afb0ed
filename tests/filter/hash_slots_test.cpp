#include "tthttpd/filter/hash_slots.hpp"

#include <atomic>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace tthttpd::filter {
namespace {

TEST(HashSlots, GivesOutNoMoreThanItHas) {
  HashSlots slots(2, std::chrono::milliseconds(0));
  auto first = slots.try_take();
  auto second = slots.try_take();
  EXPECT_TRUE(first && second);
  EXPECT_FALSE(slots.try_take());
  first.reset();
  EXPECT_TRUE(slots.try_take());
  EXPECT_TRUE(slots.try_take()) << "the last one was given back at once";
}

TEST(HashSlots, HasAtLeastOne) {
  HashSlots slots(0, std::chrono::milliseconds(0));
  EXPECT_TRUE(slots.try_take());
}

TEST(HashSlots, WakesWhoWaits) {
  HashSlots slots(1, std::chrono::hours(1));
  auto held = slots.try_take();
  std::atomic<bool> got = false;
  std::thread waiting([&] { got = slots.try_take().has_value(); });
  EXPECT_FALSE(got);
  held.reset();
  waiting.join();
  EXPECT_TRUE(got);
}

TEST(HashSlots, NeverHasMoreHoldersThanSlots) {
  HashSlots slots(2, std::chrono::hours(1));
  std::atomic<int> inside = 0;
  std::atomic<int> most = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 6; ++i) {
    threads.emplace_back([&] {
      for (int turn = 0; turn < 200; ++turn) {
        const auto held = slots.try_take();
        const int now = ++inside;
        for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {
        }
        --inside;
      }
    });
  }
  for (auto& thread : threads) {
    thread.join();
  }
  EXPECT_LE(most, 2);
  EXPECT_GE(most, 1);
}

}  // namespace
}  // namespace tthttpd::filter
