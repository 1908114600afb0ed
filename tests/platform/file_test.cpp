#include "tthttpd/platform/file.hpp"

#include <array>
#include <fcntl.h>
#include <limits>
#include <string>
#include <sys/stat.h>
#include <thread>

#include <gtest/gtest.h>

#include "support/temp_dir.hpp"

namespace tthttpd::platform {
namespace {

File open_file(const std::filesystem::path& path, int flags = O_RDONLY) {
  return File(Handle(::open(path.c_str(), flags | O_CLOEXEC)));
}

std::string read_text(const File& file, std::uint64_t offset, std::size_t size) {
  std::string text(size, '\0');
  const auto got = file.read_at(offset, text);
  EXPECT_TRUE(got.ok());
  text.resize(got ? *got : 0);
  return text;
}

TEST(File, DescribesARegularFile) {
  const support::TempDir dir;
  const auto path = dir.write("a.txt", "0123456789");
  const std::array<timespec, 2> times{timespec{1000, 5}, timespec{1234567890, 987654321}};
  ASSERT_EQ(::utimensat(AT_FDCWD, path.c_str(), times.data(), 0), 0);
  struct stat status {};
  ASSERT_EQ(::stat(path.c_str(), &status), 0);

  const auto info = open_file(path).info();
  ASSERT_TRUE(info.ok());
  EXPECT_EQ(info->kind, FileInfo::Kind::regular);
  EXPECT_FALSE(info->executable);
  EXPECT_EQ(info->size, 10U);
  EXPECT_EQ(info->mtime_seconds, 1234567890);
  EXPECT_EQ(info->mtime_nanoseconds, 987654321U);
  EXPECT_EQ(info->inode, status.st_ino);
  EXPECT_EQ(info->device, status.st_dev);
}

TEST(File, TakesTimesBefore1970) {
  const support::TempDir dir;
  const auto path = dir.write("old.txt", "");
  const std::array<timespec, 2> times{timespec{-86400, 1}, timespec{-86400, 1}};
  ASSERT_EQ(::utimensat(AT_FDCWD, path.c_str(), times.data(), 0), 0);
  const auto info = open_file(path).info();
  ASSERT_TRUE(info.ok());
  EXPECT_EQ(info->mtime_seconds, -86400);
}

TEST(File, AnyExecuteBitCountsButOnlyOfFiles) {
  struct Row {
    const char* description;
    mode_t mode;
    bool executable;
  };
  const std::array rows = {
      Row{"none", 0644, false},
      Row{"owner", 0744, true},
      Row{"group", 0654, true},
      Row{"others", 0645, true},
      Row{"only run, never read", 0711, true},
      Row{"set-user-id alone", 04644, false},
  };
  const support::TempDir dir;
  const auto path = dir.write("script", "#!/bin/sh\n");
  const File file = open_file(path);
  for (const auto& row : rows) {
    ASSERT_EQ(::chmod(path.c_str(), row.mode), 0);
    const auto info = file.info();
    ASSERT_TRUE(info.ok());
    EXPECT_EQ(info->executable, row.executable) << row.description;
  }
  const auto folder = open_file(dir.path(), O_RDONLY | O_DIRECTORY).info();
  ASSERT_TRUE(folder.ok());
  EXPECT_EQ(folder->kind, FileInfo::Kind::directory);
  EXPECT_FALSE(folder->executable);
}

TEST(File, ADeviceIsNeitherFileNorDirectory) {
  const auto info = open_file("/dev/null").info();
  ASSERT_TRUE(info.ok());
  EXPECT_EQ(info->kind, FileInfo::Kind::other);
}

TEST(File, InfoOfNothingIsAnError) {
  const File none;
  EXPECT_FALSE(none.is_open());
  const auto info = none.info();
  ASSERT_FALSE(info.ok());
  EXPECT_EQ(info.error(), std::errc::bad_file_descriptor);
}

TEST(File, ReadsAtAnOffset) {
  struct Row {
    const char* description;
    std::uint64_t offset;
    std::size_t size;
    const char* expected;
  };
  constexpr auto kHuge = std::numeric_limits<std::uint64_t>::max();
  const std::array rows = {
      Row{"from the start", 0, 4, "0123"},
      Row{"from the middle", 7, 3, "789"},
      Row{"past the end is cut", 8, 10, "89"},
      Row{"at the end", 10, 1, ""},
      Row{"far behind the end", 1U << 30U, 5, ""},
      Row{"nothing asked", 3, 0, ""},
      Row{"offset that no file has", kHuge, 4, ""},
      Row{"offset whose end wraps round", kHuge - 2, 4, ""},
  };
  const support::TempDir dir;
  const File file = open_file(dir.write("a.txt", "0123456789"));
  for (const auto& row : rows) {
    EXPECT_EQ(read_text(file, row.offset, row.size), row.expected) << row.description;
  }
}

TEST(File, ReadingADirectoryIsAnError) {
  const support::TempDir dir;
  const File folder = open_file(dir.path(), O_RDONLY | O_DIRECTORY);
  std::array<char, 4> into{};
  const auto got = folder.read_at(0, into);
  ASSERT_FALSE(got.ok());
  EXPECT_EQ(got.error(), std::errc::is_a_directory);
}

TEST(File, ThreadsThatShareOneFileDoNotDisturbEachOther) {
  const support::TempDir dir;
  std::string content;
  for (int i = 0; i < 5000; ++i) {
    content += std::to_string(i) + " ";
  }
  const File file = open_file(dir.write("shared.txt", content));
  std::array<std::string, 4> copies;
  {
    std::array<std::jthread, 4> readers;
    for (std::size_t i = 0; i < readers.size(); ++i) {
      readers[i] = std::jthread([&, i] {
        for (std::size_t at = 0; at < content.size(); at += 7) {
          copies[i] += read_text(file, at, 7);
        }
      });
    }
  }
  for (const auto& copy : copies) {
    EXPECT_EQ(copy, content);
  }
}

}  // namespace
}  // namespace tthttpd::platform
