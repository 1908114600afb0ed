#pragma once

#include <chrono>
#include <functional>
#include <thread>

namespace tthttpd::filter {

/// Time as the filters see it; tests put their own in. Any thread may call both functions.
struct Clock {
  using TimePoint = std::chrono::steady_clock::time_point;

  std::function<TimePoint()> now = [] { return std::chrono::steady_clock::now(); };
  std::function<void(std::chrono::milliseconds)> sleep = [](std::chrono::milliseconds time) {
    std::this_thread::sleep_for(time);
  };
};

}  // namespace tthttpd::filter
