#include "tthttpd/platform/send_file.hpp"

#include <fcntl.h>
#include <fstream>

#include <gtest/gtest.h>

#include "support/socket_pair.hpp"
#include "support/temp_dir.hpp"

namespace tthttpd::platform {
namespace {

File open_file(const std::filesystem::path& path) {
  return File(Handle(::open(path.c_str(), O_RDONLY | O_CLOEXEC)));
}

TEST(SendFile, SendsASliceWithoutMovingAnyPosition) {
  const support::TempDir dir;
  std::ofstream(dir.path() / "f") << "0123456789";
  const auto file = open_file(dir.path() / "f");
  const support::SocketPair pair;
  for (int i = 0; i < 2; ++i) {
    const auto sent = send_file_some(pair.server.native(), file, 3, 4);
    ASSERT_TRUE(sent);
    EXPECT_EQ(*sent, 4U);
    EXPECT_EQ(pair.receive(4), "3456");
  }
}

TEST(SendFile, GivesZeroPastTheEnd) {
  const support::TempDir dir;
  std::ofstream(dir.path() / "f") << "0123456789";
  const auto file = open_file(dir.path() / "f");
  const support::SocketPair pair;
  EXPECT_EQ(*send_file_some(pair.server.native(), file, 8, 100), 2U);
  EXPECT_EQ(*send_file_some(pair.server.native(), file, 10, 100), 0U);
}

TEST(SendFile, NeverWaitsForASlowReader) {
  const support::TempDir dir;
  std::ofstream(dir.path() / "f") << std::string(4'000'000, 'x');
  const auto file = open_file(dir.path() / "f");
  const support::SocketPair pair;
  std::uint64_t done = 0;
  for (;;) {
    const auto sent = send_file_some(pair.server.native(), file, done, 4'000'000 - done);
    if (!sent) {
      EXPECT_EQ(sent.error(), std::errc::resource_unavailable_try_again);
      break;
    }
    done += *sent;
    ASSERT_LT(done, 4'000'000U) << "the socket took all of it";
  }
}

}  // namespace
}  // namespace tthttpd::platform
