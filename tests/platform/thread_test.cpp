#include "tthttpd/platform/thread.hpp"

#include <csignal>
#include <pthread.h>

#include <gtest/gtest.h>

namespace tthttpd::platform {
namespace {

TEST(Thread, RunsWithTheStackItWasGivenAndAllSignalsBlocked) {
  std::size_t stack = 0;
  bool blocked = false;
  auto thread = Thread::start(
      [&] {
        pthread_attr_t attributes;
        pthread_getattr_np(pthread_self(), &attributes);
        pthread_attr_getstacksize(&attributes, &stack);
        pthread_attr_destroy(&attributes);
        sigset_t mask;
        pthread_sigmask(SIG_SETMASK, nullptr, &mask);
        blocked = sigismember(&mask, SIGTERM) == 1 && sigismember(&mask, SIGHUP) == 1;
      },
      kConnectionStack);
  ASSERT_TRUE(thread);
  thread->join();
  EXPECT_GE(stack, kConnectionStack);
  EXPECT_LE(stack, kConnectionStack + 64 * 1024);
  EXPECT_TRUE(blocked);
}

TEST(Thread, LeavesTheMakersSignalMaskAsItWas) {
  sigset_t before;
  sigset_t after;
  pthread_sigmask(SIG_SETMASK, nullptr, &before);
  auto thread = Thread::start([] {}, kConnectionStack);
  pthread_sigmask(SIG_SETMASK, nullptr, &after);
  for (const int number : {SIGTERM, SIGINT, SIGHUP, SIGCHLD}) {
    EXPECT_EQ(sigismember(&before, number), sigismember(&after, number)) << number;
  }
}

TEST(Thread, IsJoinedWhenItGoes) {
  bool ran = false;
  {
    auto thread = Thread::start([&] { ran = true; }, kConnectionStack);
    ASSERT_TRUE(thread);
    const Thread moved = *std::move(thread);
  }
  EXPECT_TRUE(ran);
}

TEST(Thread, GivesTheSystemsReasonWhenThereIsNone) {
  const auto thread = Thread::start([] {}, std::size_t{1} << 60U);
  ASSERT_FALSE(thread);
  EXPECT_TRUE(thread.error());
}

}  // namespace
}  // namespace tthttpd::platform
