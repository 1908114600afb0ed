// A reload (HUP), and what the server gives up at its start: the root directory and root's rights.
#include <csignal>
#include <filesystem>
#include <string>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/deadline.hpp"
#include "support/gate.hpp"
#include "support/site.hpp"

namespace tthttpd::support {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

class Reload : public EndToEnd {
 protected:
  void SetUp() override { site.file("a.txt", "0123456789"); }

  [[nodiscard]] std::string server_field() const { return ask(get("/a.txt")).header("Server"); }
  [[nodiscard]] bool logged(const std::string& text) const {
    return eventually([&] { return site.error_log().find(text) != std::string::npos; });
  }
};

TEST_P(Reload, PutsTheNewConfigurationInForceAndKeepsTheOldOneWhenItIsWrong) {
  site.start("server_header = one\n");
  RawClient kept = connect();
  EXPECT_EQ(kept.ask(get("/a.txt")).header("Server"), "one");
  site.configure("server_header = two\n");
  site.server().signal(SIGHUP);
  EXPECT_TRUE(eventually([&] { return server_field() == "two"; }));
  EXPECT_EQ(kept.ask(get("/a.txt")).header("Server"), "two") << "on a connection from before";
  site.configure("server_header = three\nprot = 1\n");
  site.server().signal(SIGHUP);
  EXPECT_TRUE(logged("keeping the old configuration"));
  EXPECT_THAT(site.error_log(), HasSubstr("'prot'"));
  EXPECT_EQ(server_field(), "two");
}

TEST_P(Reload, SaysWhatOnlyARestartChanges) {
  site.start();
  site.configure("hostname = other\nlisten = 127.0.0.1:1\n");
  site.server().signal(SIGHUP);
  EXPECT_TRUE(logged("only a restart changes the addresses"));
  EXPECT_EQ(status(get("/a.txt")), 200);
}

TEST_P(Reload, EndsNoScriptThatGoesOnInTheBackground) {
  const Gate gate(site.path("gate"));
  site.script("job.cgi",
              shell_script("echo begun; exec >&-\n" + gate.wait_line() + "echo >../done"));
  site.start("spawnexec = on\nserver_header = one\n");
  EXPECT_EQ(ask(get("/job.cgi")).body, "begun\n");
  site.configure("spawnexec = on\nserver_header = two\n");
  site.server().signal(SIGHUP);
  EXPECT_TRUE(eventually([&] { return server_field() == "two"; }));
  ASSERT_TRUE(gate.open());
  EXPECT_TRUE(eventually([&] { return std::filesystem::exists(site.path("done")); }));
}

TEST_P(Reload, WorksInsideAChroot) {
  if (::geteuid() != 0) {
    GTEST_SKIP() << "only root may change the root directory";
  }
  const std::string jail = "chroot = " + site.path() + "\n";
  site.beside("users", "u:p\n");
  // A leak check at the exit would need /proc, which is outside.
  site.start(jail + "server_header = one\n", "[authentication]\n/p = GET,Realm,users\n",
             {"/usr/bin/env", "ASAN_OPTIONS=detect_leaks=0"});
  EXPECT_EQ(server_field(), "one");
  EXPECT_EQ(status(get("/p")), 401);
  EXPECT_THAT(site.access_log(2), SizeIs(2));
  std::filesystem::rename(site.path("access.log"), site.path("access.log.1"));
  site.configure(jail + "server_header = two\n", "[authentication]\n/p = GET,Realm,users\n");
  site.server().signal(SIGHUP);
  EXPECT_TRUE(eventually([&] { return server_field() == "two"; })) << site.error_log();
  EXPECT_EQ(status(get("/p")), 401);
  EXPECT_FALSE(site.access_log(1).empty()) << "the log is opened anew, inside";
}

TEST_P(Reload, GivesUpTheRightsOfRootOnlyWhenTheLogsAreOpen) {
  if (::geteuid() != 0) {
    GTEST_SKIP() << "only root has rights to give up";
  }
  // Its folder belongs to root, and nobody else may write there.
  std::filesystem::permissions(site.path(), std::filesystem::perms(0755));
  site.start("user = nobody\n");
  EXPECT_EQ(status(get("/a.txt")), 200);
  EXPECT_THAT(site.access_log(1), SizeIs(1));
}

INSTANTIATE_TEST_SUITE_P(BothFamilies, Reload, ::testing::Values(Family::v4, Family::v6),
                         family_name);

}  // namespace
}  // namespace tthttpd::support
