#include "tthttpd/config/checks.hpp"

#include <filesystem>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/temp_dir.hpp"
#include "tthttpd/config/load.hpp"

namespace tthttpd::config {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

class Checks : public ::testing::Test {
 protected:
  Checks() {
    folder.write("www/index.html", "");
    folder.write("users", "\xEF\xBB\xBF# people\r\n \r\nu:p\n");
  }

  [[nodiscard]] std::string path(std::string_view name) const { return (folder / name).string(); }

  /// Loads a file that starts with "[global]", so that `text` begins in line 2.
  [[nodiscard]] Config load(const std::string& text) const {
    const auto file = folder.write("site.conf", "[global]\n" + text);
    auto loaded = load_config(file.string());
    EXPECT_THAT(loaded.problems, IsEmpty()) << text;
    return std::move(loaded.config);
  }

  [[nodiscard]] static std::vector<std::string> found(const Config& config) {
    std::vector<std::string> all;
    for (const auto& problem : find_problems(config)) {
      all.push_back(to_text(problem));
    }
    return all;
  }
  [[nodiscard]] std::vector<std::string> of(const std::string& text) const {
    return found(load(text));
  }

  support::TempDir folder;
};

TEST_F(Checks, FindNothingWrongWithASoundSite) {
  folder.write_script("app/front.cgi", "");
  folder.write("www/404.html", "");
  EXPECT_THAT(of("root = www\nport = http\nlisten = 127.0.0.1:0, [::1], unix:t.sock\n"
                 "default_cgi = app/front.cgi\naccess_log = access.log\nerror_log = -\n"
                 "trusted_proxy = 127.0.0.1, ::1, 10.0.0.0/8, 2001:db8::/32, unix\n"
                 "[mime/types]\nsh = @sh\nself = @\ncss = text/css\n"
                 "[authentication]\n/a = GET,R,users\n[errors]\n404 = /404.html\n"),
              IsEmpty());
}

TEST_F(Checks, NameTheLineOfWhatIsNotThere) {
  struct Case {
    const char* text;
    const char* where;
    const char* said;
  };
  const Case cases[] = {
      {"root = nowhere\n", "site.conf:2:", "nowhere' is not there"},
      {"\nroot = users\n", "site.conf:3:", "is no directory"},
      {"port = eighty-eighty\n", "site.conf:2:", "'eighty-eighty'"},
      {"listen = 127.0.0.1:0, 127.0.0.1:80x\n", "site.conf:2:", "'80x'"},
      {"default_cgi = nowhere.cgi\n", "site.conf:2:", "nowhere.cgi"},
      {"default_cgi = www\n", "site.conf:2:", "there is no file"},
      {"access_log = nowhere/access.log\n", "site.conf:2:", "access_log: there is no folder"},
      {"error_log = www\n", "site.conf:2:", "is a directory"},
      {"trusted_proxy = 10.0.0.0/8, 10.0.0.0/33\n", "site.conf:2:", "'10.0.0.0/33'"},
      {"trusted_proxy = localhost\n", "site.conf:2:", "'localhost'"},
      {"trusted_proxy = ::1/\n", "site.conf:2:", "'::1/'"},
      {"[mime/types]\nx = @no-such-program\n", "site.conf:3:", "in no folder of PATH"},
      {"[mime/types]\nx = @/no/such/program\n", "site.conf:3:", "'/no/such/program'"},
      {"[mime/types]\nx = @./users\n", "site.conf:3:", "may not be run"},
      {"[authentication]\n/a = GET,R,nousers\n", "site.conf:3:", "nousers': No such file"},
      {"[authentication]\n/a = GET,R,www\n", "site.conf:3:", "is a directory"},
      {"[errors]\n404 = /404.html\n", "site.conf:3:", "'/404.html'"},
      {"precompressed = gz\n", "site.conf:2:", "not supported"},
      {"htaccess = on\n", "site.conf:2:", "not supported"},
      {"chroot = nowhere\n", "site.conf:2:", "is no directory"},
      {"user = no-such-user\n", "site.conf:2:", "there is no user 'no-such-user'"},
      {"group = no-such-group\n", "site.conf:2:", "there is no group 'no-such-group'"},
  };
  for (const Case& c : cases) {
    const auto problems = of(c.text);
    ASSERT_THAT(problems, SizeIs(1)) << c.text;
    EXPECT_THAT(problems[0], AllOf(HasSubstr(c.where), HasSubstr(c.said)));
  }
}

TEST_F(Checks, SayThatALogCannotBeWritten) {
  std::filesystem::permissions(folder.path(), std::filesystem::perms(0755));
  folder.write("locked/old.log", "");
  std::filesystem::permissions(path("locked/old.log"), std::filesystem::perms(0444));
  std::filesystem::permissions(path("locked"), std::filesystem::perms(0555));
  const bool may_do_everything = ::geteuid() == 0;
  const auto config = load("root = www\naccess_log = locked/new.log\nerror_log = locked/old.log\n");
  if (may_do_everything) {
    ASSERT_EQ(::seteuid(65534), 0);
  }
  const auto problems = find_problems(config);
  if (may_do_everything) {
    ASSERT_EQ(::seteuid(0), 0);
  }
  std::filesystem::permissions(path("locked"), std::filesystem::perms(0755));
  ASSERT_EQ(problems.size(), 2U);
  EXPECT_THAT(problems[0].message, HasSubstr("new.log' cannot be written: Permission denied"));
  EXPECT_THAT(problems[1].message, HasSubstr("old.log' cannot be written: Permission denied"));
}

TEST_F(Checks, NeverWaitForAFifo) {
  ASSERT_EQ(::mkfifo(path("fifo").c_str(), 0600), 0);
  EXPECT_THAT(of("[authentication]\n/a = GET,R,fifo\n"),
              ElementsAre(HasSubstr("is no regular file")));
  ASSERT_EQ(::mkfifo(path("www/.htaccess").c_str(), 0600), 0);
  EXPECT_THAT(of("root = www\nhtaccess = off\n"), IsEmpty());
}

TEST_F(Checks, LookForProgramsInAbsoluteFoldersOnly) {
  folder.write_script("bin/tool", "");
  EXPECT_EQ(find_program("tool", path("bin")), path("bin") + "/tool");
  EXPECT_EQ(find_program("tool", "bin:.:" + path("bin")), path("bin") + "/tool");
  EXPECT_EQ(find_program("tool", "bin:."), "");
}

TEST_F(Checks, ReportEverythingAtOnce) {
  EXPECT_THAT(of("root = nowhere\nport = no-such-service\n[authentication]\n/a = GET,R,nousers\n"),
              SizeIs(3));
}

TEST_F(Checks, LeaveBrokenLinesOfPasswordFilesToTheirReader) {
  folder.write("odd", "u:p\nno-colon\n");
  EXPECT_THAT(of("[authentication]\n/a = GET,R,odd\n"), IsEmpty());
}

TEST_F(Checks, DoNotBlameTheFileForAFlag) {
  auto config = load("root = www\n");
  config.global.root = path("nowhere");
  config.lines.erase("root");
  EXPECT_THAT(found(config), ElementsAre(AllOf(HasSubstr("nowhere"), Not(HasSubstr("site.conf")))));
}

TEST_F(Checks, LeaveErrorPagesAloneThatSomethingElseAnswers) {
  EXPECT_THAT(of("[request/aliases]\n/errors = ../pages\n[errors]\n404 = /errors/404.html\n"),
              IsEmpty());
  EXPECT_THAT(of("[request/aliases]\n/err = ../pages\n[errors]\n404 = /errors/404.html\n"),
              SizeIs(1));
}

TEST_F(Checks, RefuseAccessRulesThatAnExplicitOffWouldIgnore) {
  folder.write("www/.htaccess", "Require user diarist\n");
  EXPECT_THAT(of("root = www\nhtaccess = off\n"),
              ElementsAre(AllOf(HasSubstr("site.conf:3:"), HasSubstr(".htaccess"))));
  EXPECT_THAT(of("root = www\nhtaccess = ignore\n"), IsEmpty());
  EXPECT_THAT(of("root = www\n"), IsEmpty());
}

TEST_F(Checks, WantEverythingInsideTheChroot) {
  folder.write("jail/www/index.html", "");
  folder.write("jail/users", "u:p\n");
  folder.write_script("jail/bin/sh", "");
  folder.write_script("front.cgi", "");
  EXPECT_THAT(of("chroot = jail\nroot = jail/www\n[authentication]\n/a = GET,R,jail/users\n"
                 "[mime/types]\nsh = @/bin/sh\n"),
              IsEmpty());
  const auto problems =
      of("chroot = jail\nroot = www\ndefault_cgi = front.cgi\n[authentication]\n/a = GET,R,users\n"
         "[request/aliases]\n/out = www\n[mime/types]\npl = @/usr/bin/env\n");
  EXPECT_THAT(problems, SizeIs(5));
  for (const auto& problem : problems) {
    EXPECT_THAT(problem, HasSubstr("inside"));
  }
}

TEST_F(Checks, FindProgramsInTheFoldersOfAPath) {
  folder.write("a/tool", "");
  folder.write_script("b/tool", "");
  folder.write_script("c/tool", "");
  std::filesystem::create_directories(folder / "a/folder");
  const auto in_path = path("a") + "::" + path("b") + ":" + path("c");
  EXPECT_EQ(find_program("tool", in_path), path("b/tool"));
  EXPECT_EQ(find_program("folder", in_path), "");
  EXPECT_EQ(find_program("missing", in_path), "");
  EXPECT_EQ(find_program("tool", ""), "");
  EXPECT_EQ(find_program(path("c/tool"), ""), path("c/tool"));
  EXPECT_EQ(find_program(path("a/tool"), in_path), "") << "it may not be run";
  EXPECT_EQ(find_program("tool", "/b", folder.path().string()), "/b/tool");
}

TEST_F(Checks, GiveScriptsAPathOfTheirOwn) {
  Config config;
  EXPECT_FALSE(script_path(config).empty());
  config.global.path = "/opt/bin";
  EXPECT_EQ(script_path(config), "/opt/bin");
}

TEST_F(Checks, KnowServicesOfTheSystem) {
  for (const char* port : {"0", "80", "65535", "http"}) {
    EXPECT_TRUE(is_known_port(port)) << port;
  }
  for (const char* port : {"", "65536", "80x", "no-such-service", "a b"}) {
    EXPECT_FALSE(is_known_port(port)) << port;
  }
}

}  // namespace
}  // namespace tthttpd::config
