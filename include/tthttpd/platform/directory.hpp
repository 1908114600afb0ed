#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tthttpd/platform/file.hpp"

namespace tthttpd::platform {

/// Which symbolic links are followed below a root.
enum class Symlinks : std::uint8_t {
  all,     ///< wherever they lead
  inside,  ///< only while they stay inside the root; absolute links are refused
  none,    ///< none at all
};

/// One thing opened below a Directory.
struct Opened {
  File file;  ///< not open for kind `other`: devices, FIFOs and sockets are never opened
  FileInfo info;
  bool unreadable = false;  ///< it is there, but the process may not read it; `file` is not open
  /// Absolute path with every symbolic link resolved; empty when no link was met on the way, so
  /// that the common case costs nothing.
  std::string resolved;
};

/// One row of a directory, links followed for `info` within the given policy.
struct DirectoryEntry {
  std::string name;  ///< raw bytes, no '/'
  FileInfo info;
};

/// An open directory that names are looked up below. Constant after opening; any thread may use it.
class Directory {
 public:
  Directory() = default;

  /// Opens `path` (UTF-8; links in it are followed: the owner of the server chose it).
  static Outcome<Directory> open(const std::string& path);

  /// The real absolute path, links resolved, without a slash at the end (but "/" itself).
  [[nodiscard]] const std::string& real_path() const { return real_path_; }

  /// Opens what `relative` names: segments joined by '/', none of them empty, "." or ".."; the
  /// empty string names the directory itself. Regular files are opened for reading without ever
  /// blocking; directories too. Confinement is by the kernel where it can (openat2), else by a
  /// walk that opens one component at a time and never follows a link by itself.
  /// Errors: no_such_file_or_directory, not_a_directory (a file with more behind it),
  /// permission_denied (a folder on the way), too_many_symbolic_link_levels (a loop, or any link
  /// with Symlinks::none), cross_device_link (a link leaves the root with Symlinks::inside),
  /// filename_too_long, too_many_files_open; invalid_argument when `relative` is not as required.
  [[nodiscard]] Outcome<Opened> open_below(std::string_view relative, Symlinks policy) const;

  /// The same answer by the portable walk alone; public so that one table tests both.
  [[nodiscard]] Outcome<Opened> walk_below(std::string_view relative, Symlinks policy) const;

  /// All rows of `directory`, which was opened below this one as `relative`, but "." and "..", in
  /// no order. Rows whose link dangles, is not followed under `policy`, or that cannot be looked at
  /// are left out.
  [[nodiscard]] Outcome<std::vector<DirectoryEntry>> list(const File& directory,
                                                          std::string_view relative,
                                                          Symlinks policy) const;

 private:
  Handle root_;
  std::string real_path_;
};

}  // namespace tthttpd::platform
