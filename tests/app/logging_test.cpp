#include "tthttpd/app/logging.hpp"

#include <filesystem>
#include <stdexcept>

#include <gtest/gtest.h>

#include "support/temp_dir.hpp"

namespace tthttpd::app {
namespace {

using support::read_file;

TEST(Logging, WritesTheErrorLogWithLevelsAndEscapes) {
  const support::TempDir dir;
  const auto path = dir.path() / "error.log";
  const Logging logging(path.string(), 0);
  const auto diagnostics = logging.diagnostics();
  diagnostics->error("bad\nFORGED");
  diagnostics->warning("日本語 {} %s");
  const auto text = read_file(path);
  EXPECT_NE(text.find(" error bad\\x0aFORGED\n"), std::string::npos) << text;
  EXPECT_NE(text.find(" warning 日本語 {} %s\n"), std::string::npos) << text;
}

TEST(Logging, IsQuietOnTheConsoleButWholeInAFile) {
  const support::TempDir dir;
  const auto path = dir.path() / "error.log";
  Logging(path.string(), -1).diagnostics()->warning("kept");
  EXPECT_NE(read_file(path).find("kept"), std::string::npos);
  ::testing::internal::CaptureStderr();
  {
    const Logging logging("-", -1);
    logging.diagnostics()->warning("not shown");
    logging.diagnostics()->error("shown");
  }
  const auto console = ::testing::internal::GetCapturedStderr();
  EXPECT_EQ(console.find("not shown"), std::string::npos) << console;
  EXPECT_NE(console.find("shown"), std::string::npos);
}

TEST(Logging, TracesOnlyWithThreeTimesV) {
  EXPECT_FALSE(Logging("off", 2).diagnostics()->traces());
  EXPECT_TRUE(Logging("off", 3).diagnostics()->traces());
}

TEST(Logging, FollowsARotation) {
  const support::TempDir dir;
  const auto path = dir.path() / "error.log";
  Logging logging(path.string(), 0);
  std::filesystem::rename(path, path.string() + ".1");
  EXPECT_TRUE(logging.reopen());
  logging.diagnostics()->error("after");
  EXPECT_NE(read_file(path).find("after"), std::string::npos);
  EXPECT_TRUE(Logging("-", 0).reopen());
}

TEST(Logging, RefusesAFileThatCannotBeOpened) {
  EXPECT_THROW(Logging("/dev/null/log", 0), std::runtime_error);
}

}  // namespace
}  // namespace tthttpd::app
