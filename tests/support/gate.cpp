#include "support/gate.hpp"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "support/deadline.hpp"

namespace tthttpd::support {

Gate::Gate(std::string path) : path_(std::move(path)) {
  if (::mkfifo(path_.c_str(), 0666) != 0) {
    throw std::system_error(errno, std::generic_category(), "mkfifo " + path_);
  }
}

std::string Gate::wait_line() const { return "cat '" + path_ + "' >/dev/null\n"; }

bool Gate::open() const {
  // Without a reader the open fails with ENXIO: the script has not come to its line yet.
  return eventually([this] {
    const int descriptor = ::open(path_.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor >= 0) {
      ::close(descriptor);
    }
    return descriptor >= 0;
  });
}

}  // namespace tthttpd::support
