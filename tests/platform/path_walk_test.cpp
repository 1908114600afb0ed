// What Directory answers by the walk is tested with it; here is where a walk ends.
#include <array>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <sys/stat.h>

#include <gtest/gtest.h>

#include "../../src/platform/path_walk_posix.hpp"
#include "support/temp_dir.hpp"

namespace tthttpd::platform {
namespace {

namespace fs = std::filesystem;

class PathWalkTest : public ::testing::Test {
 protected:
  PathWalkTest() {
    temp_.write("root/sub/a.txt", "12345");
    fs::create_symlink("sub/../sub/./a.txt", temp_ / "root/link");
    fs::create_symlink("..", temp_ / "root/sub/up");
    fs::create_symlink("../..", temp_ / "root/sub/out");
  }
  /// Inode of the directory a walk ended in.
  static ino_t folder_of(const PathWalk& walk) {
    struct stat status {};
    EXPECT_EQ(::fstat(walk.folder(), &status), 0);
    return status.st_ino;
  }
  [[nodiscard]] ino_t inode(std::string_view name) const {
    struct stat status {};
    EXPECT_EQ(::stat((temp_ / name).c_str(), &status), 0);
    return status.st_ino;
  }

  support::TempDir temp_;
  std::string real_root_ = fs::canonical(temp_.path()).string() + "/root";
};

TEST_F(PathWalkTest, EndsInTheFolderThatHoldsTheLastName) {
  struct Row {
    const char* relative;
    const char* folder;
    const char* leaf;
    std::string resolved;  // below the root; "-": no link was met
  };
  const std::array rows = {
      Row{"", "root", "", "-"},
      Row{"sub", "root/sub", "", "-"},
      Row{"sub/a.txt", "root/sub", "a.txt", "-"},
      Row{"link", "root/sub", "a.txt", "/sub/a.txt"},
      Row{"sub/up", "root", "", ""},
      Row{"sub/up/sub/up/sub/a.txt", "root/sub", "a.txt", "/sub/a.txt"},
  };
  const Handle root{NativeHandle{::open(real_root_.c_str(), O_PATH | O_CLOEXEC)}};
  for (const auto& row : rows) {
    PathWalk walk(static_cast<int>(root.native()), real_root_, Symlinks::inside);
    ASSERT_FALSE(walk.run(row.relative)) << row.relative;
    EXPECT_EQ(folder_of(walk), inode(row.folder)) << row.relative;
    EXPECT_EQ(walk.leaf(), row.leaf) << row.relative;
    EXPECT_EQ(walk.resolved(), row.resolved == "-" ? "" : real_root_ + row.resolved)
        << row.relative;
    EXPECT_EQ(S_ISREG(walk.status().st_mode), !walk.leaf().empty()) << row.relative;
  }
}

TEST_F(PathWalkTest, LeavesTheRootOnlyWhereThatIsAllowed) {
  const Handle root{NativeHandle{::open(real_root_.c_str(), O_PATH | O_CLOEXEC)}};
  PathWalk inside(static_cast<int>(root.native()), real_root_, Symlinks::inside);
  EXPECT_EQ(inside.run("sub/out"), std::errc::cross_device_link);
  PathWalk all(static_cast<int>(root.native()), real_root_, Symlinks::all);
  ASSERT_FALSE(all.run("sub/out"));
  EXPECT_EQ(folder_of(all), inode(""));
  EXPECT_EQ(all.resolved(), fs::canonical(temp_.path()).string());
}

}  // namespace
}  // namespace tthttpd::platform
