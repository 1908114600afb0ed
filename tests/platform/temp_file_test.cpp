#include "tthttpd/platform/temp_file.hpp"

#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "support/temp_dir.hpp"

namespace tthttpd::platform {
namespace {

TEST(TempFile, KeepsBytesWithoutANameInTheDirectory) {
  const support::TempDir directory;
  auto file = TempFile::make(directory.path().string());
  ASSERT_TRUE(file);
  ASSERT_TRUE(file->write_at(0, "hello"));
  ASSERT_TRUE(file->write_at(5, " world"));
  EXPECT_TRUE(std::filesystem::is_empty(directory.path()));
  std::string text(20, '\0');
  ASSERT_EQ(*file->read_at(0, text), 11U);
  EXPECT_EQ(text.substr(0, 11), "hello world");
  EXPECT_EQ(*file->read_at(6, std::span(text).first(3)), 3U);
  EXPECT_EQ(text.substr(0, 3), "wor");
  ASSERT_TRUE(file->clear());
  EXPECT_EQ(*file->read_at(0, text), 0U);
}

TEST(TempFile, UsesTheSystemsDirectoryWhenNoneIsGiven) {
  auto file = TempFile::make("");
  ASSERT_TRUE(file);
  EXPECT_TRUE(file->write_at(0, "x"));
}

TEST(TempFile, TellsThatTheDirectoryIsMissing) {
  EXPECT_EQ(TempFile::make("/no/such/directory").error(), std::errc::no_such_file_or_directory);
}

}  // namespace
}  // namespace tthttpd::platform
