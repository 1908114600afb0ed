#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <stdlib.h>
#include <unistd.h>

#include "tthttpd/platform/temp_file.hpp"

namespace tthttpd::platform {
namespace {

std::error_code last_error() { return {errno, std::generic_category()}; }

}  // namespace

Outcome<TempFile> TempFile::make(const std::string& directory) {
  std::string where = directory;
  if (where.empty()) {
    std::error_code failed;
    where = std::filesystem::temp_directory_path(failed).string();
    if (failed) {
      return failed;
    }
  }
#ifdef O_TMPFILE
  if (const int made = ::open(where.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600); made >= 0) {
    return TempFile(Handle(made));
  }
#endif
  // Not every file system can do that: make one with a name and take the name away at once.
  std::string name = where + "/tthttpd-XXXXXX";
  const int made = ::mkostemp(name.data(), O_CLOEXEC);
  if (made < 0) {
    return last_error();
  }
  Handle handle(made);
  if (::unlink(name.c_str()) != 0) {
    return last_error();
  }
  return TempFile(std::move(handle));
}

Outcome<void> TempFile::write_at(std::uint64_t offset, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(static_cast<int>(handle_.native()), bytes.data(), bytes.size(),
                                     static_cast<off_t>(offset));
    if (written < 0) {
      if (errno == EINTR) {
        continue;
      }
      // Out of quota is out of space to whoever asked.
      return errno == EDQUOT ? std::make_error_code(std::errc::no_space_on_device) : last_error();
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
    offset += static_cast<std::uint64_t>(written);
  }
  return {};
}

Outcome<std::size_t> TempFile::read_at(std::uint64_t offset, std::span<char> into) const {
  std::size_t done = 0;
  while (done < into.size()) {
    const ssize_t got = ::pread(static_cast<int>(handle_.native()), into.data() + done,
                                into.size() - done, static_cast<off_t>(offset + done));
    if (got == 0) {
      break;
    }
    if (got < 0) {
      if (errno == EINTR) {
        continue;
      }
      return last_error();
    }
    done += static_cast<std::size_t>(got);
  }
  return done;
}

Outcome<void> TempFile::clear() {
  while (::ftruncate(static_cast<int>(handle_.native()), 0) != 0) {
    if (errno != EINTR) {
      return last_error();
    }
  }
  return {};
}

}  // namespace tthttpd::platform
