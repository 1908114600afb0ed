#include "tthttpd/write/log_file.hpp"

#include <filesystem>
#include <stdexcept>

#include <gtest/gtest.h>
#include <spdlog/logger.h>

#include "support/temp_dir.hpp"

namespace tthttpd::write {
namespace {

TEST(LogFile, AppendsInThePatternAlsoAfterItWasOpenedAnew) {
  const support::TempDir dir;
  const auto path = dir.path() / "log";
  dir.write("log", "before\n");
  auto file = std::make_shared<LogFile>(path.string());
  spdlog::logger logger("test", file);
  logger.set_pattern("<%v>");
  logger.info("one");
  logger.flush();
  EXPECT_EQ(support::read_file(path), "before\n<one>\n");
  std::filesystem::rename(path, path.string() + ".1");
  ASSERT_TRUE(file->reopen());
  logger.info("two");
  logger.flush();
  EXPECT_EQ(support::read_file(path), "<two>\n");
  EXPECT_EQ(support::read_file(path.string() + ".1"), "before\n<one>\n");
}

TEST(LogFile, KeepsTheOldFileWhenTheNewOneCannotBeOpened) {
  const support::TempDir dir;
  std::filesystem::create_directory(dir.path() / "folder");
  auto file = std::make_shared<LogFile>((dir.path() / "folder" / "log").string());
  spdlog::logger logger("test", file);
  std::filesystem::rename(dir.path() / "folder", dir.path() / "moved");
  dir.write("folder", "a file where the folder was");
  EXPECT_FALSE(file->reopen());
  logger.info("kept");
  logger.flush();
  EXPECT_NE(support::read_file(dir.path() / "moved" / "log").find("kept"), std::string::npos);
}

TEST(LogFile, RefusesAPathThatCannotBeOpened) {
  EXPECT_THROW(LogFile("/dev/null/log"), std::runtime_error);
}

}  // namespace
}  // namespace tthttpd::write
