#pragma once

#include <chrono>
#include <functional>

namespace tthttpd::support {

/// How long a test waits for what must happen; long enough for sanitizers on a busy machine. No
/// passing test waits this long.
inline constexpr std::chrono::seconds kPatience{30};

/// Looks again and again until `condition` holds; false when it did not within `patience`.
bool eventually(const std::function<bool()>& condition,
                std::chrono::milliseconds patience = kPatience);

}  // namespace tthttpd::support
