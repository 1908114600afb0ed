#include "tthttpd/filter/clock.hpp"

#include <array>

#include "tthttpd/platform/wait.hpp"

namespace tthttpd::filter {

void Clock::sleep_for(std::chrono::milliseconds time, platform::NativeHandle client) {
  std::array<platform::WaitItem, 1> items{};
  items[0].handle = client;
  static_cast<void>(platform::wait_for(items, platform::Clock::now() + time));
}

}  // namespace tthttpd::filter
