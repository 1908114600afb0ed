#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tthttpd/platform/file.hpp"
#include "tthttpd/platform/whole_file.hpp"

namespace tthttpd::platform {
namespace {

constexpr int kMostTries = 4;
constexpr std::int64_t kNanosecondsPerSecond = 1'000'000'000;
constexpr std::int64_t kCoarsestStepNs = 2 * kNanosecondsPerSecond;

std::error_code system_error() { return {errno, std::generic_category()}; }

std::int64_t nanoseconds(const timespec& time) {
  return static_cast<std::int64_t>(time.tv_sec) * kNanosecondsPerSecond + time.tv_nsec;
}

FileStamp stamp_from(const struct stat& status) {
  return {status.st_dev, status.st_ino, static_cast<std::uint64_t>(status.st_size),
          nanoseconds(status.st_mtim), nanoseconds(status.st_ctim)};
}

Outcome<struct stat> status_of(const Handle& handle) {
  struct stat status {};
  if (::fstat(static_cast<int>(handle.native()), &status) != 0) {
    return system_error();
  }
  return status;
}

/// resource_unavailable_try_again when the file changed while it was read.
Outcome<WholeFile> read_once(const std::string& path, std::size_t max_bytes) {
  // O_NONBLOCK: a FIFO in the place of the file must not hold the caller.
  Handle handle(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (!handle.valid()) {
    return system_error();
  }
  const auto before = status_of(handle);
  if (!before) {
    return before.error();
  }
  if (!S_ISREG(before->st_mode)) {
    return std::make_error_code(std::errc::invalid_argument);
  }
  WholeFile whole;
  whole.stamp = stamp_from(*before);
  if (whole.stamp.size > max_bytes) {
    return std::make_error_code(std::errc::file_too_large);
  }
  whole.content.resize(whole.stamp.size);
  const File file(std::move(handle));
  const auto got = file.read_at(0, whole.content);
  if (!got) {
    return got.error();
  }
  struct stat after {};
  if (::fstat(static_cast<int>(file.native()), &after) != 0) {
    return system_error();
  }
  // The time of change is left out: it also moves when another file takes the name, and what was
  // read is whole even so.
  FileStamp same = stamp_from(after);
  same.changed_ns = whole.stamp.changed_ns;
  if (*got != whole.stamp.size || same != whole.stamp) {
    return std::make_error_code(std::errc::resource_unavailable_try_again);
  }
  return whole;
}

}  // namespace

Outcome<FileStamp> stamp_of(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    return system_error();
  }
  return stamp_from(status);
}

Outcome<WholeFile> read_whole_file(const std::string& path, std::size_t max_bytes) {
  auto whole = read_once(path, max_bytes);
  for (int tries = 1;
       !whole && tries < kMostTries && whole.error() == std::errc::resource_unavailable_try_again;
       ++tries) {
    whole = read_once(path, max_bytes);
  }
  return whole;
}

bool is_recent(const FileStamp& stamp) {
  const auto now = std::chrono::duration_cast<std::chrono::nanoseconds>(
                       std::chrono::system_clock::now().time_since_epoch())
                       .count();
  return now - stamp.changed_ns < kCoarsestStepNs;
}

}  // namespace tthttpd::platform
