#include "tthttpd/app/site_loader.hpp"

#include <stdexcept>

#include <gtest/gtest.h>

#include "support/temp_dir.hpp"

namespace tthttpd::app {
namespace {

/// A configuration file that a test rewrites, and the loader that reads it.
class SiteLoaderTest : public ::testing::Test {
 protected:
  SiteLoaderTest() {
    dir.write("www/a.txt", "a");
    flags.config_file = (dir.path() / "site.conf").string();
  }
  void write(const std::string& more) const {
    dir.write("site.conf", "[global]\nroot = www\n" + more);
  }
  SiteLoader loader(Logging& logging) const {
    auto loaded = load_configuration(flags);
    EXPECT_TRUE(loaded.problems.empty());
    return SiteLoader(flags, std::move(loaded.config), logging);
  }
  [[nodiscard]] std::string error_log() const {
    return support::read_file(dir.path() / "error.log");
  }

  support::TempDir dir;
  CommandLine flags;
};

TEST_F(SiteLoaderTest, ReadsTheFileAnewForEachReload) {
  write("server_header = one\n");
  Logging logging("off", 0);
  auto sites = loader(logging);
  write("server_header = two\n[limits]\nmax_connections = 7\n");
  EXPECT_EQ(sites.load().site->server_header, "one") << "the start is what has been checked";
  const auto again = sites.load();
  EXPECT_EQ(again.site->server_header, "two");
  EXPECT_EQ(again.threads.max_connections, 7U);
}

TEST_F(SiteLoaderTest, NamesTheFaultOfAReloadAndGoesOnAfterwards) {
  write("");
  Logging logging("off", 0);
  auto sites = loader(logging);
  static_cast<void>(sites.load());
  write("prot = 80\n");
  try {
    static_cast<void>(sites.load());
    FAIL() << "it has been taken";
  } catch (const std::runtime_error& reason) {
    EXPECT_NE(std::string(reason.what()).find("site.conf:3: "), std::string::npos) << reason.what();
  }
  write("server_header = fine\n");
  EXPECT_EQ(sites.load().site->server_header, "fine");
}

TEST_F(SiteLoaderTest, SaysWhatOnlyARestartChanges) {
  write("port = 8081\n");
  Logging logging((dir.path() / "error.log").string(), 0);
  auto sites = loader(logging);
  static_cast<void>(sites.load());
  static_cast<void>(sites.load());
  EXPECT_EQ(error_log().find("restart"), std::string::npos) << "nothing has changed";
  write("port = 8082\nuser = 0\nerror_log = off\n");
  static_cast<void>(sites.load());
  EXPECT_NE(error_log().find("only a restart changes the addresses, user, error_log"),
            std::string::npos)
      << error_log();
}

TEST_F(SiteLoaderTest, MovesTheAccessLogAndTheVerbosityWithAReload) {
  write("access_log = one.log\n");
  Logging logging("off", 0);
  auto sites = loader(logging);
  const auto first = sites.load().site;
  EXPECT_FALSE(first->show_headers);
  EXPECT_EQ(sites.load().site->access_log, first->access_log) << "the same file stays open";
  write("access_log = two.log\ndebug = on\n");
  const auto second = sites.load().site;
  EXPECT_NE(second->access_log, first->access_log);
  EXPECT_TRUE(second->show_headers);
  EXPECT_TRUE(std::filesystem::exists(dir.path() / "two.log"));
}

TEST_F(SiteLoaderTest, OpensTheAccessLogBeforeAnythingElse) {
  write("access_log = www\n");
  Logging logging("off", 0);
  config::Config config;
  config.global.access_log = "/dev/null/log";
  EXPECT_THROW(SiteLoader(flags, config, logging), std::runtime_error);
}

TEST(VerbosityOf, AFlagWinsOverTheDebugKey) {
  config::Config config;
  CommandLine flags;
  EXPECT_EQ(verbosity_of(flags, config), 0);
  config.global.debug = true;
  EXPECT_EQ(verbosity_of(flags, config), 2);
  flags.verbosity = 3;
  EXPECT_EQ(verbosity_of(flags, config), 3);
  flags.verbosity = -1;
  EXPECT_EQ(verbosity_of(flags, config), -1);
}

}  // namespace
}  // namespace tthttpd::app
