#include "tthttpd/platform/whole_file.hpp"

#include <filesystem>
#include <sys/stat.h>

#include <gtest/gtest.h>

#include "support/temp_dir.hpp"

namespace tthttpd::platform {
namespace {

namespace fs = std::filesystem;

TEST(WholeFile, IsReadWithItsStamp) {
  const support::TempDir dir;
  for (const std::string& content :
       {std::string(), std::string("a\0b\n", 4), std::string(100'000, 'x')}) {
    const auto path = dir.write("file", content).string();
    const auto whole = read_whole_file(path, 100'000);
    ASSERT_TRUE(whole) << whole.error().message();
    EXPECT_EQ(whole->content, content);
    EXPECT_EQ(whole->stamp, stamp_of(path).value());
  }
}

TEST(WholeFile, RefusesWhatIsAbsentTooLargeOrNoFile) {
  const support::TempDir dir;
  dir.write("large", "12345");
  ASSERT_EQ(::mkfifo((dir / "fifo").c_str(), 0600), 0);
  struct Case {
    const char* name;
    std::errc expected;
  };
  const Case cases[] = {{"absent", std::errc::no_such_file_or_directory},
                        {"large/x", std::errc::not_a_directory},
                        {"large", std::errc::file_too_large},
                        {"fifo", std::errc::invalid_argument},
                        {".", std::errc::invalid_argument}};
  for (const Case& c : cases) {
    const auto whole = read_whole_file((dir / c.name).string(), 4);
    ASSERT_FALSE(whole) << c.name;
    EXPECT_EQ(whole.error(), c.expected) << c.name << ": " << whole.error().message();
  }
  EXPECT_FALSE(stamp_of((dir / "absent").string()));
}

TEST(FileStamp, DiffersAfterEachKindOfChange) {
  const support::TempDir dir;
  const auto path = dir.write("file", "one").string();
  const auto first = stamp_of(path).value();
  EXPECT_EQ(stamp_of(path).value(), first);

  dir.write("file", "three");
  const auto grown = stamp_of(path).value();
  EXPECT_NE(grown, first);

  dir.write("other", "three");
  fs::rename(dir / "other", path);
  const auto replaced = stamp_of(path).value();
  EXPECT_NE(replaced.inode, grown.inode);
  EXPECT_NE(replaced, grown);

  fs::remove(path);
  fs::create_symlink(dir.write("target", "three"), path);
  EXPECT_NE(stamp_of(path).value(), replaced) << "links are followed";
}

TEST(FileStamp, IsRecentRightAfterAChangeAndNotForAnOldOne) {
  const support::TempDir dir;
  auto stamp = stamp_of(dir.write("file", "x").string()).value();
  stamp.changed_ns += 1'000'000'000'000;  // however long this test is held up
  EXPECT_TRUE(is_recent(stamp));
  stamp.changed_ns -= 2'000'000'000'000;
  EXPECT_FALSE(is_recent(stamp));
}

}  // namespace
}  // namespace tthttpd::platform
