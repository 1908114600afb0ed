#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tthttpd/http/error.hpp"
#include "tthttpd/platform/temp_file.hpp"

namespace tthttpd::handler {

/// A queue of bytes on their way to a script: first in memory, and what does not fit there in a
/// temporary file without a name. One thread at a time.
class Spool {
 public:
  /// Bytes kept in memory.
  static constexpr std::size_t kMemory = 64 * 1024;

  /// `directory` of the temporary file; empty: the system's.
  explicit Spool(std::string directory) : directory_(std::move(directory)) {}

  /// Error 507 "no-room-to-spool" when the disk has no room, else 500 or 503 by the system's
  /// reason.
  http::Result<void> append(std::string_view bytes);
  /// The next bytes, at least one when there is any; valid until the next call.
  http::Result<std::string_view> front();
  /// Takes `count` bytes off; no more than front() has shown.
  void consume(std::size_t count);
  void clear();

  [[nodiscard]] std::uint64_t size() const { return memory_.size() - taken_ + filed(); }
  [[nodiscard]] bool empty() const { return size() == 0; }
  /// How much fits without going to the file.
  [[nodiscard]] std::size_t room() const {
    return filed() > 0 ? 0 : kMemory - (memory_.size() - taken_);
  }

 private:
  [[nodiscard]] std::uint64_t filed() const { return file_end_ - file_begin_; }

  std::string directory_;
  std::string memory_;  ///< before all that is in the file
  std::size_t taken_ = 0;
  std::optional<platform::TempFile> file_;
  std::uint64_t file_begin_ = 0, file_end_ = 0;
};

}  // namespace tthttpd::handler
