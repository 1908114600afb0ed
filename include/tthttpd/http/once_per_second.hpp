#pragma once

#include <atomic>
#include <chrono>

#include "tthttpd/platform/wait.hpp"

namespace tthttpd::http {

/// Lets one log line of a kind through each second, where clients can provoke it as often as they
/// like: one object for each kind. Any thread may ask; of several at the same time one is told yes.
class OncePerSecond {
 public:
  /// Whether the line may be written now. `now`: platform::Clock::now().
  bool due(platform::Clock::time_point now) {
    auto next = next_.load(std::memory_order_relaxed);
    return now.time_since_epoch() >= next &&
           next_.compare_exchange_strong(next, now.time_since_epoch() + std::chrono::seconds(1),
                                         std::memory_order_relaxed);
  }

 private:
  std::atomic<platform::Clock::duration> next_{platform::Clock::duration::min()};
};

}  // namespace tthttpd::http
