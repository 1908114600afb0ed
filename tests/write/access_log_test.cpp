#include "tthttpd/write/access_log.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "support/temp_dir.hpp"

namespace tthttpd::write {
namespace {

std::string content(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(AccessLog, EscapesWhatCouldForgeALine) {
  EXPECT_EQ(escape_for_log("a\r\nb\"c\\d\x1b[31m\x7f"), "a\\x0d\\x0ab\\x22c\\x5cd\\x1b[31m\\x7f");
  EXPECT_EQ(escape_for_log("\xe3\x81\x82"), "\\xe3\\x81\\x82");
}

TEST(AccessLog, LeavesReadableTextInDiagnosticsReadable) {
  EXPECT_EQ(escape_controls("\xe3\x81\x82 a\tb"), "\xe3\x81\x82 a\tb");
  EXPECT_EQ(escape_controls("a\nb\x1b"), "a\\x0ab\\x1b");
  EXPECT_EQ(escape_controls("\xc2\x9b"), "\xc2\\x9b") << "a control of the C1 set in UTF-8";
}

TEST(AccessLog, FormatsTheCombinedLineWithMicroseconds) {
  setenv("TZ", "UTC", 1);
  tzset();
  AccessEntry entry;
  entry.client_address = "127.0.0.1";
  entry.time = 784111777;
  entry.request_line = "GET / HTTP/1.1";
  entry.status = 200;
  entry.content_bytes = 11;
  entry.user_agent = "curl/8";
  entry.duration = std::chrono::microseconds(95);
  EXPECT_EQ(format_combined(entry),
            "127.0.0.1 - - [06/Nov/1994:08:49:37 +0000] \"GET / HTTP/1.1\" 200 11 \"-\" "
            "\"curl/8\" 95");
}

TEST(AccessLog, AppendsWholeLinesAndFollowsARotation) {
  const support::TempDir dir;
  const std::filesystem::path path = dir.path() / "access.log";
  AccessLog log(path.string());
  AccessEntry entry;
  entry.request_line = "GET /{}%s HTTP/1.1";
  entry.status = 204;
  log.write(entry);
  EXPECT_NE(content(path).find("\"GET /{}%s HTTP/1.1\" 204 0"), std::string::npos);
  std::filesystem::rename(path, path.string() + ".1");
  EXPECT_TRUE(log.reopen());
  log.write(entry);
  const auto lines = content(path);
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 1);
}

TEST(AccessLog, KeepsTheOldFileWhenTheNewOneCannotBeOpened) {
  const support::TempDir dir;
  const auto folder = dir.path() / "logs";
  std::filesystem::create_directory(folder);
  AccessLog log((folder / "access.log").string());
  std::filesystem::rename(folder, folder.string() + ".old");
  std::ofstream(folder) << "a file where the folder was";
  EXPECT_FALSE(log.reopen());
  log.write({});
  EXPECT_NE(content(folder.string() + ".old/access.log"), "");
}

TEST(AccessLog, IsOffByNameAndRefusesAPathThatCannotBeOpened) {
  AccessLog off("off");
  EXPECT_FALSE(off.enabled());
  off.write({});
  EXPECT_THROW(AccessLog("/dev/null/nowhere"), std::runtime_error);
}

}  // namespace
}  // namespace tthttpd::write
