#include <unistd.h>

#include "tthttpd/platform/handle.hpp"

namespace tthttpd::platform {

void close_handle(NativeHandle handle) noexcept {
  // Never tried again after EINTR: Linux has given the number back by then, and another thread may
  // have it already.
  static_cast<void>(::close(static_cast<int>(handle)));
}

}  // namespace tthttpd::platform
