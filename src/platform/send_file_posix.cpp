#include <algorithm>
#include <cerrno>
#include <sys/sendfile.h>

#include "tthttpd/platform/send_file.hpp"

namespace tthttpd::platform {

Outcome<std::size_t> send_file_some(NativeHandle socket, const File& file, std::uint64_t offset,
                                    std::uint64_t length) {
  // One call moves at most 2^31 - 4096 bytes whatever is asked (sendfile(2)); ask for less.
  constexpr std::uint64_t kMostAtOnce = 1U << 30U;
  auto position = static_cast<off_t>(offset);
  const auto count = static_cast<std::size_t>(std::min(length, kMostAtOnce));
  for (;;) {
    const ssize_t sent =
        ::sendfile(static_cast<int>(socket), static_cast<int>(file.native()), &position, count);
    if (sent >= 0) {
      return static_cast<std::size_t>(sent);
    }
    if (errno != EINTR) {
      return std::error_code(errno, std::generic_category());
    }
  }
}

}  // namespace tthttpd::platform
