#include "support/server_process.hpp"

#include <string>
#include <unistd.h>

#include <gtest/gtest.h>

#include "support/process_info.hpp"

namespace tthttpd::support {
namespace {

TEST(PrintedUrls, FindsBothFamiliesInOrder) {
  const auto urls = printed_urls("http://127.0.0.1:41234/\nhttp://[::1]:41235/\nServing /x\n");
  ASSERT_EQ(urls.size(), 2U);
  EXPECT_EQ(urls[0].address, "127.0.0.1");
  EXPECT_EQ(urls[0].port, 41234);
  EXPECT_EQ(urls[1].address, "::1");
  EXPECT_EQ(urls[1].port, 41235);
}

TEST(SaysServing, NeedsTheWholeLine) {
  EXPECT_FALSE(says_serving("http://127.0.0.1:1/\n"));
  EXPECT_FALSE(says_serving("http://127.0.0.1:1/\nServing /srv, scr"));
  EXPECT_TRUE(says_serving("http://127.0.0.1:1/\nServing /srv, scripts off\n"));
}

TEST(RawClientRequests, EncodeCredentialsAsRfc7617Does) {
  EXPECT_EQ(basic("Aladdin", "open sesame"),
            "Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==\r\n");
  EXPECT_EQ(basic("a", "b"), "Authorization: Basic YTpi\r\n");
  EXPECT_EQ(basic("a", "bc"), "Authorization: Basic YTpiYw==\r\n");
}

TEST(Run, ReportsExitCodeAndBothOutputs) {
  const RunResult result = run({"sh", "-c", "echo out; echo err >&2; exit 3"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.output, "out\n");
  EXPECT_EQ(result.errors, "err\n");
}

TEST(ProcessInfo, SeesARunningChildAndItsEnd) {
  const pid_t pid = spawn({"cat", "/proc/self/stat"}, ".", "/dev/null", "/dev/null");
  EXPECT_EQ(wait_for_exit(pid), 0);
  EXPECT_FALSE(exists(pid));
  EXPECT_FALSE(runs(pid));
  EXPECT_GT(count_descriptors(::getpid()), 2U);
  EXPECT_GT(resident_kib(::getpid()), 0U);
}

}  // namespace
}  // namespace tthttpd::support
