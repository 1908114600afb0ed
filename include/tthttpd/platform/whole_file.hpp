#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "tthttpd/platform/outcome.hpp"

namespace tthttpd::platform {

/// What changes when a file does: written to, replaced by another, or given other permissions.
struct FileStamp {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint64_t size = 0;
  std::int64_t modified_ns = 0;  ///< mtime, since 1970
  /// ctime: when content, name or permissions last changed by the system's own clock; cannot be
  /// set by hand.
  std::int64_t changed_ns = 0;

  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

/// Content and stamp of one and the same file.
struct WholeFile {
  std::string content;
  FileStamp stamp;
};

/// One system call. `path` is absolute, symbolic links are followed.
Outcome<FileStamp> stamp_of(const std::string& path);

/// Reads a small regular file whole; tries again a few times when it changes meanwhile.
/// invalid_argument when it is no regular file (a FIFO never blocks), file_too_large past
/// `max_bytes`, resource_unavailable_try_again when it does not stop changing.
Outcome<WholeFile> read_whole_file(const std::string& path, std::size_t max_bytes);

/// Whether a file with this stamp, read just now, may be written again without another stamp: the
/// system's clock for files moves in steps (up to 2 s on some file systems).
bool is_recent(const FileStamp& stamp);

}  // namespace tthttpd::platform
