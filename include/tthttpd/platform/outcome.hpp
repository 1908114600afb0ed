#pragma once

#include <system_error>

#include "tthttpd/platform/expected.hpp"

namespace tthttpd::platform {

/// What a call into the operating system gave: a value or the system's own error code.
template <typename T>
using Outcome = Expected<T, std::error_code>;

}  // namespace tthttpd::platform
