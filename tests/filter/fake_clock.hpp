#pragma once

#include <atomic>
#include <chrono>
#include <mutex>
#include <utility>
#include <vector>

#include "tthttpd/filter/clock.hpp"

namespace tthttpd::filter {

/// A clock that stands still until the test moves it; sleeping is written down and takes no time.
class FakeClock {
 public:
  [[nodiscard]] Clock clock() {
    return {[this] { return Clock::TimePoint(now_.load()); },
            [this](std::chrono::milliseconds time, platform::NativeHandle) {
              const std::lock_guard lock(mutex_);
              slept_.push_back(time.count());
            }};
  }
  void advance(std::chrono::milliseconds time) { now_ = now_.load() + time; }
  /// How many milliseconds each sleep took; forgets them.
  std::vector<std::int64_t> take_slept() {
    const std::lock_guard lock(mutex_);
    return std::exchange(slept_, {});
  }

 private:
  std::atomic<Clock::TimePoint::duration> now_{std::chrono::hours(1)};
  std::mutex mutex_;
  std::vector<std::int64_t> slept_;
};

}  // namespace tthttpd::filter
