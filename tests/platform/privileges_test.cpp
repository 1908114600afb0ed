#include "tthttpd/platform/privileges.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "support/temp_dir.hpp"

namespace tthttpd::platform {
namespace {

/// Runs in a child, since what is given up cannot be taken back; its exit code.
int in_child(const std::function<int()>& run) {
  const pid_t child = ::fork();
  if (child == 0) {
    int code = 99;
    try {
      code = run();
    } catch (const std::runtime_error&) {
      code = 77;
    }
    ::_exit(code);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(Privileges, AreKeptWhenNothingIsAskedFor) {
  EXPECT_EQ(in_child([] {
              const auto before = ::getuid();
              drop_privileges({});
              return ::getuid() == before ? 0 : 1;
            }),
            0);
}

TEST(Privileges, NameTheUserOrGroupThatIsNotThere) {
  for (const Privileges& privileges :
       {Privileges{"", "no-such-user-here", ""}, Privileges{"", "", "no-such-group-here"}}) {
    try {
      drop_privileges(privileges);
      FAIL() << "an unknown name was taken";
    } catch (const std::runtime_error& reason) {
      EXPECT_NE(std::string(reason.what()).find("no-such-"), std::string::npos) << reason.what();
    }
  }
}

TEST(Privileges, CannotBeGivenUpTwiceOrTakenBack) {
  const bool root = ::geteuid() == 0;
  EXPECT_EQ(in_child([root] {
              drop_privileges({"", "65534", "65534"});
              const bool changed = ::getuid() == 65534 && ::geteuid() == 65534 &&
                                   ::getgid() == 65534 && ::getegid() == 65534 &&
                                   ::getgroups(0, nullptr) <= 1 && ::setuid(0) != 0;
              return !root || changed ? 0 : 1;
            }),
            root ? 0 : 77)
      << "without root's rights the change itself must fail";
}

TEST(Privileges, ConfineToTheNewRoot) {
  const support::TempDir dir;
  std::ofstream(dir.path() / "inside") << "x";
  const auto folder = dir.path().string();
  EXPECT_EQ(in_child([&] {
              drop_privileges({folder, "", ""});
              return std::filesystem::exists("/inside") && !std::filesystem::exists("/etc/passwd")
                         ? 0
                         : 1;
            }),
            (::geteuid() == 0) ? 0 : 77);
}

}  // namespace
}  // namespace tthttpd::platform
