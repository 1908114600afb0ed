#pragma once

#include <string>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <vector>

#include "tthttpd/platform/directory.hpp"
#include "tthttpd/platform/handle.hpp"

namespace tthttpd::platform {

/// Walks a relative path one component at a time and keeps a descriptor of every directory on the
/// way, so that ".." in a link goes back where the walk came from and a directory that is swapped
/// for a link meanwhile cannot lead it elsewhere. Nothing is opened for reading. For one walk, one
/// thread.
class PathWalk {
 public:
  /// `root` and `root_real_path` must outlive the walk.
  PathWalk(int root, const std::string& root_real_path, Symlinks policy);

  /// Walks. After success the members below say where it ended.
  std::error_code run(std::string_view relative);

  /// The directory that holds the last component, or is it when leaf() is empty.
  [[nodiscard]] int folder() const;
  /// Name of the last component when it is no directory; never a link.
  [[nodiscard]] const std::string& leaf() const { return leaf_; }
  [[nodiscard]] const struct stat& status() const { return status_; }
  /// Absolute path without links; empty when none was met.
  [[nodiscard]] std::string resolved() const;

 private:
  struct Level {
    Handle folder;
    std::string name;
  };

  void add_pending(std::string_view path);
  std::error_code step(const std::string& name);
  std::error_code step_up();
  std::error_code follow(const Handle& link);
  std::error_code start_at(const char* path, std::string real_path);

  const int root_;
  const Symlinks policy_;
  std::string base_;    ///< real path of what the levels start at
  Handle base_folder_;  ///< open when that is not the root any more
  std::vector<Level> levels_;
  std::vector<std::string> pending_;  ///< components still to come, the next one last
  std::string leaf_;
  struct stat status_ {};
  int links_ = 0;
};

}  // namespace tthttpd::platform
