#pragma once

#include <chrono>
#include <functional>

#include "tthttpd/platform/handle.hpp"

namespace tthttpd::filter {

/// Time as the filters see it; tests put their own in. Any thread may call both functions.
struct Clock {
  using TimePoint = std::chrono::steady_clock::time_point;

  std::function<TimePoint()> now = [] { return std::chrono::steady_clock::now(); };
  /// Lets the time pass, less when the connection of `client` breaks meanwhile: a server that
  /// stops does not wait for it. kNoHandle: nobody to watch.
  std::function<void(std::chrono::milliseconds, platform::NativeHandle client)> sleep = sleep_for;

  static void sleep_for(std::chrono::milliseconds time, platform::NativeHandle client);
};

}  // namespace tthttpd::filter
