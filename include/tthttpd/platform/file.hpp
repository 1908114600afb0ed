#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "tthttpd/platform/handle.hpp"
#include "tthttpd/platform/outcome.hpp"

namespace tthttpd::platform {

/// What the system says about one open file; taken from the descriptor, never from the name, so
/// that size and content belong together.
struct FileInfo {
  enum class Kind : std::uint8_t { regular, directory, other };

  Kind kind = Kind::other;
  bool executable = false;         ///< some execute bit is set (POSIX)
  std::uint64_t size = 0;          ///< bytes
  std::int64_t mtime_seconds = 0;  ///< since 1970, may be negative
  std::uint32_t mtime_nanoseconds = 0;
  std::uint64_t inode = 0;
  std::uint64_t device = 0;
};

/// An open file or directory, read by offset only: threads that share one do not disturb each
/// other. Move-only; closed when it goes.
class File {
 public:
  File() = default;
  explicit File(Handle handle) : handle_(std::move(handle)) {}

  [[nodiscard]] bool is_open() const { return handle_.valid(); }
  [[nodiscard]] NativeHandle native() const { return handle_.native(); }
  [[nodiscard]] Outcome<FileInfo> info() const;
  /// Reads at `offset` without moving any position. Fewer bytes than asked only at end of file;
  /// 0 at or past the end.
  [[nodiscard]] Outcome<std::size_t> read_at(std::uint64_t offset, std::span<char> into) const;

 private:
  Handle handle_;
};

}  // namespace tthttpd::platform
