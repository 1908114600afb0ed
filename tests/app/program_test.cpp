#include "tthttpd/app/program.hpp"

#include <gtest/gtest.h>

#include "support/temp_dir.hpp"

namespace tthttpd::app {
namespace {

struct Outcome {
  int code = 0;
  std::string out;
  std::string err;
};

Outcome run(const ParsedCommandLine& parsed) {
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  Outcome outcome;
  outcome.code = run_program(parsed);
  outcome.out = ::testing::internal::GetCapturedStdout();
  outcome.err = ::testing::internal::GetCapturedStderr();
  return outcome;
}

ParsedCommandLine check_of(const std::string& file) {
  ParsedCommandLine parsed;
  parsed.flags.check = true;
  parsed.flags.config_file = file;
  return parsed;
}

TEST(Program, PrintsWhatTheCommandLineSaysAndExitsSo) {
  ParsedCommandLine help;
  help.exit_code = 0;
  help.text = "help\n";
  auto outcome = run(help);
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out, "help\n");
  help.exit_code = 2;
  outcome = run(help);
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err, "help\n");
}

TEST(Program, ChecksAConfigurationWithoutServing) {
  const support::TempDir dir;
  dir.write("users", "me:secret\n");
  std::filesystem::create_directory(dir.path() / "www");
  const auto file = dir.write("site.conf",
                              "[global]\nroot = www\nlisten = 127.0.0.1:1\n"
                              "[authentication]\n/p = GET,Mine,users\n");
  const auto outcome = run(check_of(file.string()));
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("127.0.0.1"), std::string::npos);
  EXPECT_NE(outcome.out.find("/p"), std::string::npos);
  EXPECT_NE(outcome.out.find("fine"), std::string::npos);
}

TEST(Program, NamesLinksThatLeaveTheRootWhenItChecks) {
  const support::TempDir dir;
  dir.write("www/dir/a.txt", "");
  std::filesystem::create_symlink("dir/a.txt", dir.path() / "www" / "inside");
  std::filesystem::create_symlink("/etc", dir.path() / "www" / "dir" / "outside");
  std::filesystem::create_symlink("/nowhere", dir.path() / "www" / "dangling");
  const auto link = (dir.path() / "www" / "dir" / "outside").string();
  auto outcome = run(check_of(dir.write("site.conf", "[global]\nroot = www\n").string()));
  EXPECT_NE(outcome.out.find("would follow the link " + link), std::string::npos) << outcome.out;
  EXPECT_EQ(outcome.out.find("inside"), std::string::npos);
  EXPECT_EQ(outcome.out.find("dangling"), std::string::npos);
  outcome =
      run(check_of(dir.write("site.conf", "[global]\nroot = www\nsymlinks = inside\n").string()));
  EXPECT_NE(outcome.out.find("would refuse the link " + link), std::string::npos) << outcome.out;
}

TEST(Program, NamesEveryFaultOfAConfiguration) {
  const support::TempDir dir;
  const auto file = dir.write("site.conf", "[global]\nprot = 8081\nlisting = maybe\n");
  const auto outcome = run(check_of(file.string()));
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.err.find("site.conf:2: "), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("did you mean 'port'"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("site.conf:3: "), std::string::npos) << outcome.err;
  EXPECT_EQ(outcome.out, "");
}

TEST(Program, NamesAFileThatIsNotThere) {
  const auto outcome = run(check_of("/nowhere/site.conf"));
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.err.find("/nowhere/site.conf"), std::string::npos);
}

}  // namespace
}  // namespace tthttpd::app
