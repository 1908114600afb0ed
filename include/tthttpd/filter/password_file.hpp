#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>

#include "tthttpd/filter/password_list.hpp"
#include "tthttpd/http/diagnostics.hpp"
#include "tthttpd/http/error.hpp"
#include "tthttpd/platform/whole_file.hpp"

namespace tthttpd::filter {

/// A password file that is read again when it has changed: written to, replaced by rename, or given
/// other permissions. Any thread may ask; each gets a list that stays as it is while it is held.
class PasswordFile {
 public:
  static constexpr std::size_t kMostBytes = std::size_t{8} * 1024 * 1024;

  /// `path` is absolute; `diagnostics` must outlive this object. Reads the file and says what is
  /// odd in it; throws std::runtime_error when it cannot be read.
  PasswordFile(std::string path, http::Diagnostics& diagnostics);

  /// The list as the file is now; costs one system call while it stays the same. Error 500
  /// "authfile-unreadable" as long as it cannot be read: old passwords do not count any more.
  [[nodiscard]] http::Result<std::shared_ptr<const PasswordList>> current();

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  struct Snapshot {
    platform::FileStamp stamp;
    bool settled;  ///< a change after this one would show in the stamp
    std::string content;
    std::shared_ptr<const PasswordList> list;
  };
  using SnapshotPtr = std::shared_ptr<const Snapshot>;

  [[nodiscard]] SnapshotPtr latest() const;
  http::Result<SnapshotPtr> read(const SnapshotPtr& old) const;
  void complain(const PasswordList& list, const PasswordList* old) const;

  const std::string path_;
  http::Diagnostics& diagnostics_;
  std::mutex reading_;   ///< held while the file is read: one thread does it, the others wait
  bool failed_ = false;  ///< the last reading; guarded by reading_; so that the log says it once
  mutable std::mutex latest_mutex_;  ///< held for the copy of one pointer only
  SnapshotPtr latest_;
};

}  // namespace tthttpd::filter
