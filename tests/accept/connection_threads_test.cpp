#include "tthttpd/accept/connection_threads.hpp"

#include <atomic>
#include <latch>
#include <mutex>
#include <new>
#include <semaphore>
#include <set>
#include <thread>

#include <gtest/gtest.h>

namespace tthttpd::accept {
namespace {

platform::AcceptedSocket from(const std::string& address) {
  return {platform::Handle(), {address, 1}, {}};
}

void wait_until_idle(const ConnectionThreads& threads) {
  while (threads.busy() > 0) {
    std::this_thread::yield();
  }
}

TEST(ConnectionThreads, ServesEveryConnectionAndCanBeWaitedFor) {
  std::atomic<int> served{0};
  ConnectionThreads threads({}, [&](platform::AcceptedSocket) { ++served; });
  for (int i = 0; i < 200; ++i) {
    auto connection = from("127.0.0.1");
    ASSERT_EQ(threads.hand_over(connection), ConnectionThreads::Taken::yes);
  }
  wait_until_idle(threads);
  EXPECT_EQ(served, 200);
  EXPECT_EQ(threads.busy(), 0U);
}

TEST(ConnectionThreads, ReusesAThreadThatHasBecomeFree) {
  std::mutex guard;
  std::set<std::thread::id> seen;
  ConnectionThreads threads({}, [&](platform::AcceptedSocket) {
    const std::lock_guard lock(guard);
    seen.insert(std::this_thread::get_id());
  });
  for (int i = 0; i < 50; ++i) {
    auto connection = from("127.0.0.1");
    ASSERT_EQ(threads.hand_over(connection), ConnectionThreads::Taken::yes);
    wait_until_idle(threads);
  }
  EXPECT_EQ(seen.size(), 1U);
}

TEST(ConnectionThreads, TurnsAwayWhatIsBeyondTheCapAndLeavesTheConnectionAlone) {
  std::counting_semaphore<8> go(0);
  ThreadLimits limits;
  limits.max_connections = 2;
  ConnectionThreads threads(limits, [&](platform::AcceptedSocket) { go.acquire(); });
  auto first = from("127.0.0.1");
  auto second = from("127.0.0.1");
  auto third = from("127.0.0.9");
  EXPECT_EQ(threads.hand_over(first), ConnectionThreads::Taken::yes);
  EXPECT_EQ(threads.hand_over(second), ConnectionThreads::Taken::yes);
  EXPECT_EQ(threads.hand_over(third), ConnectionThreads::Taken::full);
  EXPECT_EQ(third.remote.address, "127.0.0.9");
  EXPECT_EQ(threads.busy(), 2U);
  go.release(2);
  wait_until_idle(threads);
  EXPECT_EQ(threads.hand_over(third), ConnectionThreads::Taken::yes);
  go.release();
}

TEST(ConnectionThreads, CountsConnectionsOfOneAddressApart) {
  std::counting_semaphore<8> go(0);
  ThreadLimits limits;
  limits.max_connections_per_address = 1;
  ConnectionThreads threads(limits, [&](platform::AcceptedSocket) { go.acquire(); });
  auto first = from("127.0.0.1");
  auto again = from("127.0.0.1");
  auto other = from("::1");
  EXPECT_EQ(threads.hand_over(first), ConnectionThreads::Taken::yes);
  EXPECT_EQ(threads.hand_over(again), ConnectionThreads::Taken::address_full);
  EXPECT_EQ(threads.hand_over(other), ConnectionThreads::Taken::yes);
  go.release(2);
  wait_until_idle(threads);
  EXPECT_EQ(threads.hand_over(again), ConnectionThreads::Taken::yes);
  go.release();
}

TEST(ConnectionThreads, CountsAllAddressesAnIpv6ClientCanChooseAsOne) {
  std::counting_semaphore<8> go(0);
  ThreadLimits limits;
  limits.max_connections_per_address = 1;
  ConnectionThreads threads(limits, [&](platform::AcceptedSocket) { go.acquire(); });
  auto first = from("2001:db8::1");
  auto neighbour = from("2001:db8::2:3:4:5");
  auto other = from("2001:db8:0:1::1");
  EXPECT_EQ(threads.hand_over(first), ConnectionThreads::Taken::yes);
  EXPECT_EQ(threads.hand_over(neighbour), ConnectionThreads::Taken::address_full);
  EXPECT_EQ(threads.hand_over(other), ConnectionThreads::Taken::yes);
  go.release(2);
  wait_until_idle(threads);
}

TEST(ConnectionThreads, OutlivesAConnectionThatThrows) {
  std::atomic<int> served{0};
  ConnectionThreads threads({}, [&](platform::AcceptedSocket) {
    ++served;
    throw std::bad_alloc();
  });
  for (int i = 0; i < 3; ++i) {
    auto connection = from("127.0.0.1");
    ASSERT_EQ(threads.hand_over(connection), ConnectionThreads::Taken::yes);
    wait_until_idle(threads);
  }
  EXPECT_EQ(served, 3);
}

TEST(ConnectionThreads, TellsWhenTheSystemGivesNoThread) {
  ThreadLimits limits;
  limits.stack_bytes = std::size_t{1} << 60U;  // more address space than there is
  ConnectionThreads threads(limits, [](platform::AcceptedSocket) {});
  auto connection = from("127.0.0.1");
  EXPECT_EQ(threads.hand_over(connection), ConnectionThreads::Taken::no_thread);
  EXPECT_EQ(threads.busy(), 0U);
}

}  // namespace
}  // namespace tthttpd::accept
