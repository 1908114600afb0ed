#include "tthttpd/platform/wait.hpp"

#include <array>
#include <atomic>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include <gtest/gtest.h>

namespace tthttpd::platform {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

struct Pair {
  Handle first, second;
};

Pair make_pipe() {
  std::array<int, 2> ends{};
  EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK), 0);
  return {Handle(ends[0]), Handle(ends[1])};
}

Pair make_sockets() {
  std::array<int, 2> ends{};
  EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
  return {Handle(ends[0]), Handle(ends[1])};
}

int fd(const Handle& handle) { return static_cast<int>(handle.native()); }

WaitItem reading(const Handle& handle) {
  WaitItem item;
  item.handle = handle.native();
  item.want_read = true;
  return item;
}

Deadline soon() { return Clock::now() + seconds(30); }

TEST(Wait, EndsWithNothingReadyAtTheDeadline) {
  auto pipe = make_pipe();
  std::array items{reading(pipe.first)};
  const auto deadline = Clock::now() + milliseconds(20);
  const auto ready = wait_for(items, deadline);
  ASSERT_TRUE(ready);
  EXPECT_EQ(*ready, 0);
  EXPECT_FALSE(items[0].can_read);
  EXPECT_GE(Clock::now(), deadline);
}

TEST(Wait, LooksOnceWhenTheDeadlineIsPast) {
  auto pipe = make_pipe();
  std::array items{reading(pipe.first)};
  EXPECT_EQ(*wait_for(items, Deadline::min()), 0);
  ASSERT_EQ(::write(fd(pipe.second), "x", 1), 1);
  EXPECT_EQ(*wait_for(items, Deadline::min()), 1);
  EXPECT_TRUE(items[0].can_read);
}

TEST(Wait, SaysWhichItemIsReady) {
  auto quiet = make_pipe();
  auto busy = make_pipe();
  ASSERT_EQ(::write(fd(busy.second), "x", 1), 1);
  std::array items{reading(quiet.first), reading(busy.first)};
  EXPECT_EQ(*wait_for(items, kNever), 1);
  EXPECT_FALSE(items[0].can_read);
  EXPECT_TRUE(items[1].can_read);
}

TEST(Wait, ReportsEndOfFileAsReadable) {
  auto pipe = make_pipe();
  pipe.second.reset();
  std::array items{reading(pipe.first)};
  EXPECT_EQ(*wait_for(items, soon()), 1);
  EXPECT_TRUE(items[0].can_read);
}

TEST(Wait, ReportsRoomToWriteAndItsEnd) {
  auto pipe = make_pipe();
  std::array<WaitItem, 1> items{};
  items[0].handle = pipe.second.native();
  items[0].want_write = true;
  EXPECT_EQ(*wait_for(items, soon()), 1);
  EXPECT_TRUE(items[0].can_write);
  const std::vector<char> block(4096, 'x');
  while (::write(fd(pipe.second), block.data(), block.size()) > 0) {
  }
  EXPECT_EQ(*wait_for(items, Deadline::min()), 0);
  EXPECT_FALSE(items[0].can_write);
}

TEST(Wait, ReportsAPipeThatNobodyReadsAsBrokenEvenWhenNothingIsWanted) {
  auto pipe = make_pipe();
  pipe.first.reset();
  std::array<WaitItem, 1> items{};
  items[0].handle = pipe.second.native();
  EXPECT_EQ(*wait_for(items, soon()), 1);
  EXPECT_TRUE(items[0].broken);
  EXPECT_FALSE(items[0].can_write);
  items[0].want_write = true;
  EXPECT_EQ(*wait_for(items, soon()), 1);
  EXPECT_TRUE(items[0].can_write);
}

TEST(Wait, ReportsThePeersEndOnlyWhenItIsWanted) {
  auto sockets = make_sockets();
  ASSERT_EQ(::shutdown(fd(sockets.second), SHUT_WR), 0);
  std::array<WaitItem, 1> items{};
  items[0].handle = sockets.first.native();
  EXPECT_EQ(*wait_for(items, Deadline::min()), 0);
  items[0].want_peer_end = true;
  EXPECT_EQ(*wait_for(items, soon()), 1);
  EXPECT_TRUE(items[0].peer_ended);
  EXPECT_FALSE(items[0].broken) << "it can still be sent to";
}

TEST(Wait, ReportsASocketClosedInBothDirectionsAsBroken) {
  auto sockets = make_sockets();
  sockets.second.reset();
  std::array<WaitItem, 1> items{};
  items[0].handle = sockets.first.native();
  EXPECT_EQ(*wait_for(items, soon()), 1);
  EXPECT_TRUE(items[0].broken);
}

TEST(Wait, PassesOverItemsWithoutHandle) {
  auto pipe = make_pipe();
  ASSERT_EQ(::write(fd(pipe.second), "x", 1), 1);
  std::array items{WaitItem{}, reading(pipe.first)};
  items[0].want_read = true;
  EXPECT_EQ(*wait_for(items, soon()), 1);
  EXPECT_FALSE(items[0].can_read);
  EXPECT_FALSE(items[0].broken);
}

TEST(Wait, TakesMoreItemsThanAFew) {
  std::vector<Pair> pipes;
  std::vector<WaitItem> items;
  for (int i = 0; i < 40; ++i) {
    pipes.push_back(make_pipe());
    items.push_back(reading(pipes.back().first));
  }
  ASSERT_EQ(::write(fd(pipes[37].second), "x", 1), 1);
  EXPECT_EQ(*wait_for(items, soon()), 1);
  EXPECT_TRUE(items[37].can_read);
}

TEST(Wait, GoesOnAfterAnInterruption) {
  struct sigaction handler {};
  handler.sa_handler = [](int) {};
  struct sigaction before {};
  ASSERT_EQ(::sigaction(SIGUSR2, &handler, &before), 0);
  auto pipe = make_pipe();
  const auto waiter = ::pthread_self();
  std::thread disturber([&] {
    for (int i = 0; i < 20; ++i) {
      ::pthread_kill(waiter, SIGUSR2);
      std::this_thread::sleep_for(milliseconds(1));
    }
    EXPECT_EQ(::write(fd(pipe.second), "x", 1), 1);
  });
  std::array items{reading(pipe.first)};
  const auto ready = wait_for(items, soon());
  disturber.join();
  ::sigaction(SIGUSR2, &before, nullptr);
  ASSERT_TRUE(ready);
  EXPECT_EQ(*ready, 1);
  EXPECT_TRUE(items[0].can_read);
}

}  // namespace
}  // namespace tthttpd::platform
