#include "tthttpd/platform/directory.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <map>
#include <string>
#include <sys/fsuid.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>

#include <gtest/gtest.h>

#include "support/temp_dir.hpp"

namespace tthttpd::platform {
namespace {

namespace fs = std::filesystem;

/// Which of the two ways of opening a test uses; both give the same answers.
enum class Way : std::uint8_t { kernel, walk };

Outcome<Opened> open_by(Way way, const Directory& directory, std::string_view relative,
                        Symlinks policy) {
  return way == Way::kernel ? directory.open_below(relative, policy)
                            : directory.walk_below(relative, policy);
}

Directory open_root(const fs::path& path) {
  auto directory = Directory::open(path.string());
  EXPECT_TRUE(directory.ok()) << path;
  return directory ? std::move(*directory) : Directory();
}

/// What was opened in one word, so that tables stay readable: the content of a file, "<folder>",
/// "<other>", "<unreadable>" or the system's error.
std::string outcome_of(const Outcome<Opened>& opened) {
  if (!opened) {
    return opened.error().message();
  }
  if (opened->unreadable) {
    return opened->file.is_open() ? "open although unreadable" : "<unreadable>";
  }
  switch (opened->info.kind) {
    case FileInfo::Kind::other:
      return opened->file.is_open() ? "open although other" : "<other>";
    case FileInfo::Kind::directory:
      return opened->file.is_open() ? "<folder>" : "folder not open";
    case FileInfo::Kind::regular:
      break;
  }
  std::string text(opened->info.size, '\0');
  const auto got = opened->file.read_at(0, text);
  return got ? text.substr(0, *got) : got.error().message();
}

std::string text_of(std::errc code) { return std::make_error_code(code).message(); }

class DirectoryTest : public ::testing::TestWithParam<Way> {
 protected:
  DirectoryTest() {
    fs::permissions(temp_.path(), fs::perms(0755));
    temp_.write("outside/secret.txt", "secret");
    temp_.write("root/a.txt", "plain");
    temp_.write("root/sub/deep/b.txt", "deep");
    temp_.write("root/name with ? and \x80", "odd name");
    link("a.txt", "root/to-a");
    link("deep", "root/sub/to-deep");
    link("../../a.txt", "root/sub/deep/up-to-a");
    link("../outside/secret.txt", "root/to-secret");
    link("../outside", "root/to-outside");
    link("../root/a.txt", "root/out-and-in");
    link((temp_ / "root/a.txt").string(), "root/absolute-inside");
    link((temp_ / "outside").string(), "root/absolute-outside");
    link("nowhere", "root/dangling");
    link("../nowhere", "root/dangling-outside");
    link("loop-b", "root/loop-a");
    link("loop-a", "root/loop-b");
    link("a.txt/", "root/file-as-folder");
    link("sub/", "root/folder-with-slash");
    link("to-a", "root/chain-2");
    link("chain-2", "root/chain-3");
    EXPECT_EQ(::mkfifo((temp_ / "root/fifo").c_str(), 0600), 0);
    link("fifo", "root/to-fifo");
  }

  void link(const std::string& target, std::string_view name) const {
    fs::create_symlink(target, temp_ / name);
  }
  [[nodiscard]] Outcome<Opened> open(std::string_view relative, Symlinks policy) const {
    return open_by(GetParam(), root_, relative, policy);
  }
  [[nodiscard]] std::string outcome(std::string_view relative, Symlinks policy) const {
    return outcome_of(open(relative, policy));
  }
  [[nodiscard]] std::string real(std::string_view below) const {
    return fs::canonical(temp_.path()).string() + std::string(below);
  }

  support::TempDir temp_;
  Directory root_{[this] {
    fs::create_directory(temp_ / "root");
    return open_root(temp_ / "root");
  }()};
};

TEST_P(DirectoryTest, OpensByThePolicyOnLinks) {
  struct Row {
    const char* relative;
    std::string all, inside, none;
  };
  const std::string kAbsent = text_of(std::errc::no_such_file_or_directory);
  const std::string kNoFolder = text_of(std::errc::not_a_directory);
  const std::string kLink = text_of(std::errc::too_many_symbolic_link_levels);
  const std::string kLeaves = text_of(std::errc::cross_device_link);
  const std::string kLong = text_of(std::errc::filename_too_long);
  const std::string kWrong = text_of(std::errc::invalid_argument);
  const std::string long_name(256, 'n');
  std::string long_path = "a";
  while (long_path.size() < 5000) {
    long_path += "/a";
  }
  const std::array rows = {
      Row{"", "<folder>", "<folder>", "<folder>"},
      Row{"a.txt", "plain", "plain", "plain"},
      Row{"sub", "<folder>", "<folder>", "<folder>"},
      Row{"sub/deep/b.txt", "deep", "deep", "deep"},
      Row{"name with ? and \x80", "odd name", "odd name", "odd name"},
      Row{"absent", kAbsent, kAbsent, kAbsent},
      Row{"absent/x", kAbsent, kAbsent, kAbsent},
      Row{"a.txt/x", kNoFolder, kNoFolder, kNoFolder},
      Row{"a.txt/x/y", kNoFolder, kNoFolder, kNoFolder},
      Row{"fifo", "<other>", "<other>", "<other>"},
      Row{"fifo/x", kNoFolder, kNoFolder, kNoFolder},
      Row{long_name.c_str(), kLong, kLong, kLong},
      Row{long_path.c_str(), kLong, kLong, kLong},

      Row{"to-a", "plain", "plain", kLink},
      Row{"to-a/x", kNoFolder, kNoFolder, kLink},
      Row{"chain-3", "plain", "plain", kLink},
      Row{"sub/to-deep", "<folder>", "<folder>", kLink},
      Row{"sub/to-deep/b.txt", "deep", "deep", kLink},
      Row{"sub/to-deep/up-to-a", "plain", "plain", kLink},
      Row{"folder-with-slash/deep/b.txt", "deep", "deep", kLink},
      Row{"file-as-folder", kNoFolder, kNoFolder, kLink},
      Row{"dangling", kAbsent, kAbsent, kLink},
      Row{"loop-a", kLink, kLink, kLink},
      Row{"to-fifo", "<other>", "<other>", kLink},

      Row{"to-secret", "secret", kLeaves, kLink},
      Row{"to-outside", "<folder>", kLeaves, kLink},
      Row{"to-outside/secret.txt", "secret", kLeaves, kLink},
      // Whether something exists outside must not show either.
      Row{"to-outside/absent", kAbsent, kLeaves, kLink},
      Row{"dangling-outside", kAbsent, kLeaves, kLink},
      Row{"out-and-in", "plain", kLeaves, kLink},
      Row{"absolute-inside", "plain", kLeaves, kLink},
      Row{"absolute-outside/secret.txt", "secret", kLeaves, kLink},

      Row{"../outside/secret.txt", kWrong, kWrong, kWrong},
      Row{"sub/../a.txt", kWrong, kWrong, kWrong},
      Row{"./a.txt", kWrong, kWrong, kWrong},
      Row{"/a.txt", kWrong, kWrong, kWrong},
      Row{"a.txt/", kWrong, kWrong, kWrong},
      Row{"sub//deep", kWrong, kWrong, kWrong},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(outcome(row.relative, Symlinks::all), row.all) << row.relative << ", all";
    EXPECT_EQ(outcome(row.relative, Symlinks::inside), row.inside) << row.relative << ", inside";
    EXPECT_EQ(outcome(row.relative, Symlinks::none), row.none) << row.relative << ", none";
  }
  EXPECT_EQ(outcome({"a.txt\0b", 7}, Symlinks::all), kWrong);
}

TEST_P(DirectoryTest, SaysWhereLinksLed) {
  struct Row {
    const char* relative;
    std::string resolved;
  };
  const std::array rows = {
      Row{"", ""},
      Row{"a.txt", ""},
      Row{"sub/deep", ""},
      Row{"to-a", real("/root/a.txt")},
      Row{"chain-3", real("/root/a.txt")},
      Row{"sub/to-deep", real("/root/sub/deep")},
      Row{"sub/to-deep/b.txt", real("/root/sub/deep/b.txt")},
      Row{"sub/to-deep/up-to-a", real("/root/a.txt")},
      Row{"to-outside/secret.txt", real("/outside/secret.txt")},
      Row{"to-outside", real("/outside")},
      Row{"out-and-in", real("/root/a.txt")},
      Row{"absolute-inside", real("/root/a.txt")},
      Row{"to-fifo", real("/root/fifo")},
  };
  for (const auto& row : rows) {
    const auto opened = open(row.relative, Symlinks::all);
    ASSERT_TRUE(opened.ok()) << row.relative;
    EXPECT_EQ(opened->resolved, row.resolved) << row.relative;
  }
}

TEST_P(DirectoryTest, LinksMayLeadToTheSystemsRootAndAboveIt) {
  link("/", "root/system");
  link("../../../../../../../../../../../..", "root/above-all");
  for (const auto* name : {"system", "above-all"}) {
    const auto opened = open(name, Symlinks::all);
    ASSERT_TRUE(opened.ok()) << name;
    EXPECT_EQ(opened->resolved, "/") << name;
    EXPECT_EQ(outcome(std::string(name) + "/dev/null", Symlinks::all), "<other>");
    EXPECT_EQ(outcome(name, Symlinks::inside), text_of(std::errc::cross_device_link)) << name;
  }
}

TEST_P(DirectoryTest, FollowsFortyLinksAndNoMore) {
  link("a.txt", "root/n1");
  for (int i = 2; i <= 41; ++i) {
    link("n" + std::to_string(i - 1), "root/n" + std::to_string(i));
  }
  EXPECT_EQ(outcome("n40", Symlinks::inside), "plain");
  EXPECT_EQ(outcome("n41", Symlinks::inside), text_of(std::errc::too_many_symbolic_link_levels));
}

TEST_P(DirectoryTest, NeverOpensWhatIsNoFile) {
  const int watch = ::inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  const Handle closer{NativeHandle{watch}};
  ASSERT_GE(watch, 0);
  ASSERT_GE(::inotify_add_watch(watch, (temp_ / "root/fifo").c_str(), IN_OPEN), 0);
  const auto opens = [&] {
    std::array<char, 4096> events{};
    return ::read(watch, events.data(), events.size()) > 0;
  };
  for (const auto policy : {Symlinks::all, Symlinks::inside, Symlinks::none}) {
    EXPECT_EQ(outcome("fifo", policy), "<other>");
  }
  EXPECT_EQ(outcome("to-fifo", Symlinks::all), "<other>");
  EXPECT_FALSE(opens());
  // The watch would have seen it.
  const Handle seen{NativeHandle{::open((temp_ / "root/fifo").c_str(), O_RDONLY | O_NONBLOCK)}};
  EXPECT_TRUE(opens());
}

TEST_P(DirectoryTest, SocketsAndDevicesAreOther) {
  const int listener = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const Handle closer{NativeHandle{listener}};
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string path = (temp_ / "root/socket").string();
  ASSERT_LT(path.size(), sizeof address.sun_path);
  std::memcpy(&address.sun_path[0], path.c_str(), path.size() + 1);
  ASSERT_EQ(::bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  EXPECT_EQ(outcome("socket", Symlinks::none), "<other>");

  const Directory devices = open_root("/dev");
  EXPECT_EQ(outcome_of(open_by(GetParam(), devices, "zero", Symlinks::none)), "<other>");
}

TEST_P(DirectoryTest, OpensWithoutPassingTheDescriptorOn) {
  for (const auto* name : {"a.txt", "sub", ""}) {
    const auto opened = open(name, Symlinks::none);
    ASSERT_TRUE(opened.ok());
    const int flags = ::fcntl(static_cast<int>(opened->file.native()), F_GETFD);
    EXPECT_NE(flags & FD_CLOEXEC, 0) << name;
  }
}

/// Runs `work` as a user without rights of its own; the tests often run as root.
template <typename Work>
void as_nobody(const Work& work) {
  std::thread([&] {
    constexpr uid_t kNobody = 65534;
    ::setfsuid(kNobody);  // of this thread alone
    work();
  }).join();
}

TEST_P(DirectoryTest, TellsAnUnreadableFileFromAClosedFolder) {
  fs::permissions(temp_.write("root/script", "#!/bin/sh\n"), fs::perms(0111));
  temp_.write("root/listed-by-nobody/x.txt", "through");
  temp_.write("root/closed/x.txt", "never");
  link("script", "root/to-script");
  fs::permissions(temp_ / "root/listed-by-nobody", fs::perms(0111));
  fs::permissions(temp_ / "root/closed", fs::perms(0600));
  as_nobody([&] {
    const std::string denied = text_of(std::errc::permission_denied);
    EXPECT_EQ(outcome("script", Symlinks::none), "<unreadable>");
    EXPECT_EQ(outcome("to-script", Symlinks::inside), "<unreadable>");
    EXPECT_EQ(outcome("listed-by-nobody", Symlinks::none), "<unreadable>");
    EXPECT_EQ(outcome("listed-by-nobody/x.txt", Symlinks::none), "through");
    EXPECT_EQ(outcome("closed/x.txt", Symlinks::none), denied);
    const auto script = open("script", Symlinks::none);
    ASSERT_TRUE(script.ok());
    EXPECT_TRUE(script->info.executable);
    EXPECT_EQ(script->info.size, 10U);
  });
  fs::permissions(temp_ / "root/listed-by-nobody", fs::perms(0755));
  fs::permissions(temp_ / "root/closed", fs::perms(0755));
}

/// Swaps `a` and `b` without end until it is destroyed.
class Swapper {
 public:
  Swapper(fs::path a, fs::path b)
      : thread_([this, a = std::move(a), b = std::move(b)] {
          while (!stop_) {
            ASSERT_EQ(::renameat2(AT_FDCWD, a.c_str(), AT_FDCWD, b.c_str(), RENAME_EXCHANGE), 0);
            ++swaps_;
          }
        }) {}
  Swapper(const Swapper&) = delete;
  Swapper& operator=(const Swapper&) = delete;
  ~Swapper() {
    stop_ = true;
    thread_.join();
  }
  [[nodiscard]] long swaps() const { return swaps_; }

 private:
  std::atomic<bool> stop_{false};
  std::atomic<long> swaps_{0};
  std::thread thread_;
};

TEST_P(DirectoryTest, ASwappedFolderNeverLeadsOutside) {
  temp_.write("root/moving/secret.txt", "harmless");
  temp_.write("root/moving/inner/secret.txt", "harmless");
  temp_.write("outside/inner/secret.txt", "secret");
  link((temp_ / "outside").string(), "root/evil");
  link("../outside", "root/evil-relative");
  link("moving", "root/by-link");
  std::map<std::string, int> seen;
  for (const auto* evil : {"root/evil", "root/evil-relative"}) {
    const Swapper swapper(temp_ / "root/moving", temp_ / evil);
    for (int i = 0; i < 2000 || swapper.swaps() < 1000; ++i) {
      for (const auto* name : {"moving/secret.txt", "by-link/secret.txt",
                               "by-link/inner/secret.txt", "moving/inner/secret.txt"}) {
        ++seen[outcome(name, Symlinks::inside)];
      }
    }
  }
  EXPECT_EQ(seen.count("secret"), 0U);
  EXPECT_GT(seen["harmless"], 0);
}

TEST_P(DirectoryTest, ASwappedFileNeverLeadsOutside) {
  temp_.write("root/moving.txt", "harmless");
  link("../outside/secret.txt", "root/evil");
  link("moving.txt", "root/by-link");
  std::map<std::string, int> seen;
  {
    const Swapper swapper(temp_ / "root/moving.txt", temp_ / "root/evil");
    for (int i = 0; i < 2000 || swapper.swaps() < 1000; ++i) {
      ++seen[outcome("moving.txt", Symlinks::inside)];
      ++seen[outcome("by-link", Symlinks::inside)];
      ++seen[outcome("moving.txt", Symlinks::none)];
    }
  }
  EXPECT_EQ(seen.count("secret"), 0U);
  EXPECT_GT(seen["harmless"], 0);
}

INSTANTIATE_TEST_SUITE_P(Ways, DirectoryTest, ::testing::Values(Way::kernel, Way::walk),
                         [](const auto& way) {
                           return way.param == Way::kernel ? "ByTheKernel" : "ByTheWalk";
                         });

/// Makes openat2 fail with `error` in this process from now on, as an old kernel or a sandbox does.
bool take_openat2_away(unsigned error) {
  std::array<sock_filter, 4> steps{{
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat2, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  }};
  const sock_fprog program{steps.size(), steps.data()};
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

TEST(DirectoryDeathTest, OpensWhereTheSystemLacksOpenat2) {
  const support::TempDir temp;
  temp.write("root/sub/a.txt", "plain");
  temp.write("secret.txt", "secret");
  fs::create_symlink("sub/a.txt", temp / "root/in");
  fs::create_symlink("../secret.txt", temp / "root/out");
  const Directory root = open_root(temp / "root");
  for (const unsigned error : {unsigned{ENOSYS}, unsigned{EPERM}}) {
    EXPECT_EXIT(
        {
          const bool right = take_openat2_away(error) &&
                             outcome_of(root.open_below("sub/a.txt", Symlinks::none)) == "plain" &&
                             outcome_of(root.open_below("in", Symlinks::inside)) == "plain" &&
                             outcome_of(root.open_below("out", Symlinks::all)) == "secret" &&
                             outcome_of(root.open_below("out", Symlinks::inside)) ==
                                 text_of(std::errc::cross_device_link);
          ::_exit(right ? 0 : 1);
        },
        ::testing::ExitedWithCode(0), "")
        << error;
  }
}

TEST(Directory, OpensWhatTheOwnerNamesThroughLinks) {
  const support::TempDir temp;
  temp.write("real/a.txt", "plain");
  fs::create_directory_symlink("real", temp / "link");
  const auto directory = Directory::open((temp / "link/").string());
  ASSERT_TRUE(directory.ok());
  EXPECT_EQ(directory->real_path(), fs::canonical(temp / "real").string());
  EXPECT_EQ(outcome_of(directory->open_below("a.txt", Symlinks::none)), "plain");
  EXPECT_EQ(open_root("/").real_path(), "/");
}

TEST(Directory, IsNotOpenedWhenItIsNone) {
  const support::TempDir temp;
  temp.write("a.txt", "plain");
  EXPECT_EQ(Directory::open((temp / "absent").string()).error(),
            std::errc::no_such_file_or_directory);
  EXPECT_EQ(Directory::open((temp / "a.txt").string()).error(), std::errc::not_a_directory);
}

TEST(Directory, ListsAllRowsThatMayBeFollowed) {
  const support::TempDir temp;
  temp.write("root/dir/a.txt", "12345");
  temp.write("root/dir/raw \x80", "");
  temp.write("root/dir/sub/x", "");
  temp.write("root/b.txt", "123");
  temp.write("outside.txt", "1234567");
  fs::create_symlink("../b.txt", temp / "root/dir/inside");
  fs::create_symlink("../../outside.txt", temp / "root/dir/outside");
  fs::create_symlink("nowhere", temp / "root/dir/dangling");
  struct Row {
    Symlinks policy;
    std::map<std::string, std::uint64_t> sizes;  // of files alone
  };
  const std::array rows = {
      Row{Symlinks::all, {{"a.txt", 5}, {"raw \x80", 0}, {"inside", 3}, {"outside", 7}}},
      Row{Symlinks::inside, {{"a.txt", 5}, {"raw \x80", 0}, {"inside", 3}}},
      Row{Symlinks::none, {{"a.txt", 5}, {"raw \x80", 0}}},
  };
  const Directory root = open_root(temp / "root");
  const auto folder = root.open_below("dir", Symlinks::none);
  ASSERT_TRUE(folder.ok());
  for (const auto& row : rows) {
    const auto entries = root.list(folder->file, "dir", row.policy);
    ASSERT_TRUE(entries.ok());
    std::map<std::string, std::uint64_t> sizes;
    for (const auto& entry : *entries) {
      if (entry.info.kind == FileInfo::Kind::directory) {
        EXPECT_EQ(entry.name, "sub");
      } else {
        sizes[entry.name] = entry.info.size;
      }
    }
    EXPECT_EQ(sizes, row.sizes);
    EXPECT_EQ(entries->size(), row.sizes.size() + 1);
  }
}

TEST(Directory, ListsTheRootItselfAndTwiceTheSame) {
  const support::TempDir temp;
  for (int i = 0; i < 300; ++i) {
    temp.write("n" + std::to_string(i), "");
  }
  fs::create_symlink("n1", temp / "link");
  const Directory root = open_root(temp.path());
  const auto folder = root.open_below("", Symlinks::none);
  ASSERT_TRUE(folder.ok());
  for (int turn = 0; turn < 2; ++turn) {
    const auto entries = root.list(folder->file, "", Symlinks::inside);
    ASSERT_TRUE(entries.ok());
    EXPECT_EQ(entries->size(), 301U);
  }
  const auto file = root.open_below("n1", Symlinks::none);
  ASSERT_TRUE(file.ok());
  EXPECT_EQ(root.list(file->file, "n1", Symlinks::none).error(), std::errc::not_a_directory);
}

}  // namespace
}  // namespace tthttpd::platform
