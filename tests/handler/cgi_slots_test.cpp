#include "tthttpd/handler/cgi_slots.hpp"

#include <atomic>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "support/deadline.hpp"

namespace tthttpd::handler {
namespace {

using platform::Clock;
using platform::Deadline;
using std::chrono::milliseconds;

Deadline soon() { return Clock::now() + support::kPatience; }
bool never() { return false; }

TEST(CgiSlots, GivesAsManyAsThereAre) {
  CgiSlots slots(2);
  auto first = slots.acquire(Deadline::min(), never);
  auto second = slots.acquire(Deadline::min(), never);
  EXPECT_TRUE(first && second);
  EXPECT_FALSE(slots.acquire(Deadline::min(), never));
  EXPECT_FALSE(slots.acquire(Clock::now() + milliseconds(10), never));
  first->release();
  first->release();
  EXPECT_TRUE(slots.acquire(Deadline::min(), never)) << "and it is given back when it goes";
  auto third = slots.acquire(Deadline::min(), never);
  EXPECT_TRUE(third);
  EXPECT_FALSE(slots.acquire(Deadline::min(), never)) << "twice released is released once";
}

TEST(CgiSlots, MovingKeepsThePlace) {
  CgiSlots slots(1);
  CgiSlots::Slot kept;
  {
    auto slot = slots.acquire(Deadline::min(), never);
    ASSERT_TRUE(slot);
    kept = std::move(*slot);
  }
  EXPECT_FALSE(slots.acquire(Deadline::min(), never));
  kept.release();
  EXPECT_TRUE(slots.acquire(Deadline::min(), never));
}

TEST(CgiSlots, GivesUpWhenTold) {
  CgiSlots slots(1);
  const auto slot = slots.acquire(Deadline::min(), never);
  int asked = 0;
  EXPECT_FALSE(slots.acquire(soon(), [&] { return ++asked == 2; }));
  EXPECT_EQ(asked, 2);
}

TEST(CgiSlots, ServesInTheOrderOfArrival) {
  CgiSlots slots(1);
  auto slot = slots.acquire(Deadline::min(), never);
  std::vector<int> order;
  std::vector<std::thread> threads;
  for (int i = 0; i < 5; ++i) {
    std::atomic<bool> waits{false};
    threads.emplace_back([&slots, &order, &waits, i] {
      // Asked for the first time only when it stands in the queue.
      bool told = false;
      auto mine = slots.acquire(soon(), [&] {
        if (!told) {
          told = true;
          waits = true;
        }
        return false;
      });
      EXPECT_TRUE(mine);
      order.push_back(i);  // whoever has the only place is alone
    });
    ASSERT_TRUE(support::eventually([&] { return waits.load(); }));
  }
  slot->release();
  for (auto& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3, 4}));
}

TEST(CgiSlots, CanBecomeMoreAndFewer) {
  CgiSlots slots(1);
  auto first = slots.acquire(soon(), never);
  slots.set_most(2);
  auto second = slots.acquire(soon(), never);
  EXPECT_TRUE(first && second);
  slots.set_most(1);
  second.reset();
  EXPECT_FALSE(slots.acquire(Clock::now(), never)) << "one is still taken";
  first.reset();
  EXPECT_TRUE(slots.acquire(Clock::now(), never));
}

TEST(CgiSlots, ServeWhoWaitsWhenTheyBecomeMore) {
  CgiSlots slots(1);
  const auto first = slots.acquire(soon(), never);
  std::atomic<bool> waits{false};
  std::thread waiter([&] {
    EXPECT_TRUE(slots.acquire(soon(), [&] {
      waits = true;
      return false;
    }));
  });
  while (!waits) {
    std::this_thread::yield();
  }
  slots.set_most(2);
  waiter.join();
}

TEST(CgiSlots, LosesNoneUnderPressure) {
  CgiSlots slots(3);
  std::atomic<int> inside{0};
  std::atomic<int> most{0};
  std::atomic<int> served{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 200; ++i) {
        // Some do not wait at all, so that leaving the queue and being served meet.
        auto slot = slots.acquire(
            t % 2 == 0 ? soon() : Clock::now() + std::chrono::microseconds(50), never);
        if (slot) {
          const int now = ++inside;
          int before = most.load();
          while (before < now && !most.compare_exchange_weak(before, now)) {
          }
          ++served;
          --inside;
        }
      }
    });
  }
  for (auto& thread : threads) {
    thread.join();
  }
  EXPECT_LE(most, 3);
  EXPECT_GE(served, 800);
  const auto a = slots.acquire(Deadline::min(), never);
  const auto b = slots.acquire(Deadline::min(), never);
  const auto c = slots.acquire(Deadline::min(), never);
  EXPECT_TRUE(a && b && c);
  EXPECT_FALSE(slots.acquire(Deadline::min(), never));
}

}  // namespace
}  // namespace tthttpd::handler
