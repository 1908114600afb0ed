#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "tthttpd/platform/directory.hpp"

namespace tthttpd::route {

/// A part of the file tree that is reached under one URL prefix: the root, or the directory or the
/// single file that an alias names. A path below it has three spellings: relative to directory()
/// (for opening), as a URL path, and on disk. Constant once built; any thread may use it.
class Place {
 public:
  /// Opens `disk_path`, a directory or a regular file, that is served under `url_prefix` (no slash
  /// at the end; empty for the root). Throws std::runtime_error with `what` and the system's reason
  /// when it is neither.
  Place(std::string url_prefix, const std::string& disk_path, const std::string& what);

  [[nodiscard]] const platform::Directory& directory() const { return *directory_; }
  [[nodiscard]] const std::shared_ptr<const platform::Directory>& shared_directory() const {
    return directory_;
  }
  [[nodiscard]] bool is_file() const { return !file_name_.empty(); }

  /// `rest` of a URL path behind the prefix, without slashes at its ends, relative to directory().
  [[nodiscard]] std::string relative(std::string_view rest) const;
  /// URL path of what lies at `relative`; empty for the root's own directory.
  [[nodiscard]] std::string url_of(std::string_view relative) const;
  /// Absolute path on disk as the configuration addresses it: links are not resolved.
  [[nodiscard]] std::string file_path(std::string_view relative) const;
  /// Absolute path on disk; right when no link lies behind directory().
  [[nodiscard]] std::string real_path(std::string_view relative) const;
  /// The part of an absolute path without links that lies below this place, as relative() gives
  /// it; nothing when it lies elsewhere.
  [[nodiscard]] std::optional<std::string> relative_of_real(std::string_view real_path) const;

 private:
  std::string url_prefix_;
  std::string disk_path_;  ///< absolute, links not resolved, no slash at the end
  std::string file_name_;  ///< of a single file, its links resolved
  std::shared_ptr<const platform::Directory> directory_;
};

}  // namespace tthttpd::route
