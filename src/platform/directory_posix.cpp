#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <memory>
#include <optional>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

#include "file_info_posix.hpp"
#include "path_walk_posix.hpp"
#include "tthttpd/platform/directory.hpp"

namespace tthttpd::platform {
namespace {

/// A FIFO or a terminal that is put in a file's place must neither block us nor become ours.
constexpr int kReadFile = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
constexpr int kReadFolder = O_RDONLY | O_DIRECTORY | O_CLOEXEC;

/// How often a walk is begun anew because a name changed under it before giving up.
constexpr int kMaxWalks = 4;

std::error_code error_of(int number) { return {number, std::generic_category()}; }

int native(const Handle& handle) { return static_cast<int>(handle.native()); }

/// False on kernels older than 5.6 and where a sandbox refuses openat2; found out once.
std::atomic<bool>& kernel_confines() {
  static std::atomic<bool> confines{true};
  return confines;
}

/// openat2 that fails with ELOOP on any link, -1 with errno as usual.
int open_without_links(int root, const char* name, int flags) {
  struct open_how how {};
  how.flags = static_cast<decltype(how.flags)>(static_cast<unsigned>(flags));
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
  long opened = 0;
  do {
    opened = ::syscall(SYS_openat2, root, name, &how, sizeof how);
  } while (opened < 0 && errno == EINTR);
  return static_cast<int>(opened);
}

/// Whether `relative` is what the interface asks for. The kernel would confine "..", and the
/// walk too; an unclean path is refused all the same, as the rules on access saw another one.
int check_relative(std::string_view relative) {
  if (relative.size() >= PATH_MAX) {
    return ENAMETOOLONG;
  }
  if (relative.find('\0') != std::string_view::npos) {
    return EINVAL;
  }
  if (relative.empty()) {
    return 0;
  }
  while (true) {
    const std::size_t slash = relative.find('/');
    const std::string_view segment = relative.substr(0, slash);
    if (segment.empty() || segment == "." || segment == "..") {
      return EINVAL;
    }
    if (slash == std::string_view::npos) {
      return 0;
    }
    relative.remove_prefix(slash + 1);
  }
}

/// Takes over an open descriptor and describes it; one that turns out to be no file is closed.
Outcome<Opened> describe(int descriptor, std::string resolved) {
  Opened opened;
  opened.file = File(Handle(descriptor));
  auto info = opened.file.info();
  if (!info) {
    return info.error();
  }
  opened.info = *info;
  opened.resolved = std::move(resolved);
  if (opened.info.kind == FileInfo::Kind::other) {
    opened.file = File();
  }
  return opened;
}

/// Opens where no link lies on the way; ELOOP when one does, EAGAIN when the name changed between
/// two looks. Three calls in the common case: the first look keeps devices from being opened (to
/// open one may have effects), the last describes what was really opened.
Outcome<Opened> open_plain(int root, const char* name) {
  struct stat status {};
  int trouble = ENOENT;
  if (::fstatat(root, name, &status, AT_SYMLINK_NOFOLLOW) == 0) {
    if (S_ISLNK(status.st_mode)) {
      return error_of(ELOOP);
    }
    if (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode)) {
      const int flags = S_ISDIR(status.st_mode) ? kReadFolder : kReadFile;
      const int opened = open_without_links(root, name, flags);
      if (opened >= 0) {
        return describe(opened, {});
      }
      trouble = errno;
      const bool look_again = trouble == EACCES || trouble == ENOENT || trouble == ENOTDIR;
      if (!look_again) {
        return error_of(trouble);
      }
    }
  }
  // The first look followed links on the way, so what it says must not be answered: it would tell
  // which files exist outside the root. This second look is confined.
  const Handle there(open_without_links(root, name, O_PATH | O_CLOEXEC));
  if (!there.valid()) {
    return error_of(errno);
  }
  Opened opened;
  if (::fstat(native(there), &status) != 0) {
    return error_of(errno);
  }
  opened.info = info_from(status);
  if (opened.info.kind == FileInfo::Kind::other) {
    return opened;
  }
  if (trouble != EACCES) {
    return error_of(EAGAIN);
  }
  opened.unreadable = true;
  return opened;
}

/// What the walk ended at, opened for reading; EAGAIN when the name means something else by now.
Outcome<Opened> open_walked(const PathWalk& walk) {
  const bool folder = walk.leaf().empty();
  Opened opened;
  opened.info = info_from(walk.status());
  opened.resolved = walk.resolved();
  if (opened.info.kind == FileInfo::Kind::other) {
    return opened;
  }
  const int descriptor = folder
                             ? ::openat(walk.folder(), ".", kReadFolder)
                             : ::openat(walk.folder(), walk.leaf().c_str(), kReadFile | O_NOFOLLOW);
  if (descriptor >= 0) {
    return describe(descriptor, std::move(opened.resolved));
  }
  if (errno == EACCES) {
    opened.unreadable = true;
    return opened;
  }
  const bool swapped = errno == ELOOP || errno == ENOENT || errno == ENXIO || errno == EINTR;
  return error_of(swapped ? EAGAIN : errno);
}

}  // namespace

Outcome<Directory> Directory::open(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr),
                                                         &std::free);
  if (!real) {
    return error_of(errno);
  }
  // O_PATH: to look names up a folder need not be readable.
  const int opened = ::open(real.get(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (opened < 0) {
    return error_of(errno);
  }
  Directory directory;
  directory.root_ = Handle(opened);
  directory.real_path_ = real.get();
  return directory;
}

Outcome<Opened> Directory::open_below(std::string_view relative, Symlinks policy) const {
  if (const int wrong = check_relative(relative)) {
    return error_of(wrong);
  }
  if (!kernel_confines().load(std::memory_order_relaxed)) {
    return walk_below(relative, policy);
  }
  const std::string name(relative.empty() ? "." : relative);
  auto plain = open_plain(native(root_), name.c_str());
  if (plain) {
    return plain;
  }
  switch (plain.error().value()) {
    case ENOSYS:
    case EPERM:
      kernel_confines().store(false, std::memory_order_relaxed);
      return walk_below(relative, policy);
    case EAGAIN:
      return walk_below(relative, policy);
    case ELOOP:
      return policy == Symlinks::none ? std::move(plain) : walk_below(relative, policy);
    default:
      return plain;
  }
}

Outcome<Opened> Directory::walk_below(std::string_view relative, Symlinks policy) const {
  if (const int wrong = check_relative(relative)) {
    return error_of(wrong);
  }
  for (int walks = 1;; ++walks) {
    PathWalk walk(native(root_), real_path_, policy);
    if (const auto error = walk.run(relative)) {
      return error;
    }
    auto opened = open_walked(walk);
    if (opened || opened.error().value() != EAGAIN) {
      return opened;
    }
    if (walks == kMaxWalks) {
      return error_of(ENOENT);  // something else stood there at every look
    }
  }
}

namespace {

/// What a row of a listing stands for; nothing when it is not to be shown.
std::optional<FileInfo> describe_row(int folder, const std::string& name,
                                     const std::string& below_root, int root,
                                     const std::string& root_real_path, Symlinks policy) {
  struct stat status {};
  if (::fstatat(folder, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
    return std::nullopt;
  }
  if (!S_ISLNK(status.st_mode)) {
    return info_from(status);
  }
  if (policy == Symlinks::all) {
    if (::fstatat(folder, name.c_str(), &status, 0) != 0) {
      return std::nullopt;
    }
    return info_from(status);
  }
  PathWalk walk(root, root_real_path, policy);
  if (walk.run(below_root + name)) {
    return std::nullopt;
  }
  return info_from(walk.status());
}

}  // namespace

Outcome<std::vector<DirectoryEntry>> Directory::list(const File& directory,
                                                     std::string_view relative,
                                                     Symlinks policy) const {
  // A description of its own: the position in the directory is not shared with other threads.
  const int descriptor = ::openat(static_cast<int>(directory.native()), ".", kReadFolder);
  if (descriptor < 0) {
    return error_of(errno);
  }
  const std::unique_ptr<DIR, int (*)(DIR*)> rows(::fdopendir(descriptor), &::closedir);
  if (!rows) {
    const int number = errno;
    ::close(descriptor);
    return error_of(number);
  }
  const std::string below_root = relative.empty() ? std::string() : std::string(relative) + "/";
  std::vector<DirectoryEntry> entries;
  while (true) {
    errno = 0;
    const dirent* const row = ::readdir(rows.get());
    if (row == nullptr) {
      if (errno != 0) {
        return error_of(errno);
      }
      return entries;
    }
    std::string name = &row->d_name[0];
    if (name == "." || name == "..") {
      continue;
    }
    if (const auto info =
            describe_row(descriptor, name, below_root, native(root_), real_path_, policy)) {
      entries.push_back({std::move(name), *info});
    }
  }
}

}  // namespace tthttpd::platform
