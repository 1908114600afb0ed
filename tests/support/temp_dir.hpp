#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace tthttpd::support {

/// A new empty directory below the system's temporary one, removed with all it holds.
class TempDir {
 public:
  TempDir();
  ~TempDir();
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::filesystem::path operator/(std::string_view name) const;

  /// Writes a file, making the directories above it. `name` is relative to the directory.
  std::filesystem::path write(std::string_view name, std::string_view content) const;
  /// The same with the execute bit set.
  std::filesystem::path write_script(std::string_view name, std::string_view content) const;

 private:
  std::filesystem::path path_;
};

/// The whole file, or an empty text when there is none.
std::string read_file(const std::filesystem::path& path);

}  // namespace tthttpd::support
