#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "tthttpd/platform/handle.hpp"
#include "tthttpd/platform/outcome.hpp"

namespace tthttpd::platform {

/// A file without a name, for bytes that do not fit into memory: the system frees its space when it
/// is closed, also when the program is killed. Nobody else can open it. One thread at a time.
class TempFile {
 public:
  /// Makes one in `directory`; empty: the system's directory for temporary files.
  static Outcome<TempFile> make(const std::string& directory);

  /// Writes all of `bytes` at `offset`; no_space_on_device and the like when it cannot.
  Outcome<void> write_at(std::uint64_t offset, std::string_view bytes);
  /// Reads up to into.size() bytes; fewer only at the end of the file.
  Outcome<std::size_t> read_at(std::uint64_t offset, std::span<char> into) const;
  /// Gives all its space back.
  Outcome<void> clear();

 private:
  explicit TempFile(Handle handle) : handle_(std::move(handle)) {}

  Handle handle_;
};

}  // namespace tthttpd::platform
