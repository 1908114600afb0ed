#include <cerrno>
#include <limits>
#include <sys/types.h>
#include <unistd.h>

#include "file_info_posix.hpp"
#include "tthttpd/platform/file.hpp"

namespace tthttpd::platform {

FileInfo info_from(const struct stat& status) {
  FileInfo info;
  if (S_ISREG(status.st_mode)) {
    info.kind = FileInfo::Kind::regular;
    info.executable = (status.st_mode & (S_IXUSR | S_IXGRP | S_IXOTH)) != 0;
  } else if (S_ISDIR(status.st_mode)) {
    info.kind = FileInfo::Kind::directory;
  }
  info.size = static_cast<std::uint64_t>(status.st_size);
  info.mtime_seconds = status.st_mtim.tv_sec;
  info.mtime_nanoseconds = static_cast<std::uint32_t>(status.st_mtim.tv_nsec);
  info.inode = status.st_ino;
  info.device = status.st_dev;
  return info;
}

Outcome<FileInfo> File::info() const {
  struct stat status {};
  if (::fstat(static_cast<int>(native()), &status) != 0) {
    return std::error_code(errno, std::generic_category());
  }
  return info_from(status);
}

Outcome<std::size_t> File::read_at(std::uint64_t offset, std::span<char> into) const {
  constexpr auto kLargest = static_cast<std::uint64_t>(std::numeric_limits<off_t>::max());
  std::size_t filled = 0;
  while (filled < into.size() && offset <= kLargest - filled) {
    const ssize_t got = ::pread(static_cast<int>(native()), into.data() + filled,
                                into.size() - filled, static_cast<off_t>(offset + filled));
    if (got == 0) {
      break;
    }
    if (got > 0) {
      filled += static_cast<std::size_t>(got);
    } else if (errno != EINTR) {
      return std::error_code(errno, std::generic_category());
    }
  }
  return filled;
}

}  // namespace tthttpd::platform
