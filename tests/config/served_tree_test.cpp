#include "tthttpd/config/served_tree.hpp"

#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/temp_dir.hpp"

namespace tthttpd::config {
namespace {

using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

TEST(ServedTree, KnowsWhatLiesInside) {
  const support::TempDir folder;
  folder.write("www/a.txt", "");
  folder.write("www2/b.txt", "");
  std::filesystem::create_directory_symlink(folder / "www", folder / "link");
  const auto path = [&](const char* name) { return (folder / name).string(); };
  EXPECT_TRUE(lies_inside(path("www/a.txt"), path("www")));
  EXPECT_TRUE(lies_inside(path("link/a.txt"), path("www")));
  EXPECT_TRUE(lies_inside(path("www/missing"), path("link")));
  EXPECT_TRUE(lies_inside(path("www"), "/"));
  EXPECT_FALSE(lies_inside(path("www2/b.txt"), path("www")));
  EXPECT_FALSE(lies_inside(path("www"), path("www")));
  EXPECT_FALSE(lies_inside(path("www/../www2/b.txt"), path("www")));
}

TEST(ServedTree, FindsAccessFilesThatRule) {
  struct Case {
    const char* content;
    bool rules;
  };
  const Case cases[] = {
      {"Require user diarist\n", true},
      {"\trequire valid-user\r\n", true},
      {"AuthType Basic\n", true},
      {"<RequireAll>\n</RequireAll>\n", true},
      {"<Files x>\n  deny from all\n</Files>\n", true},
      {"Order deny,allow\n", true},
      {"# Require user diarist\n", false},
      {"Options +ExecCGI\nDirectoryIndex index.rb\n", false},
      {"", false},
  };
  for (const Case& c : cases) {
    const support::TempDir folder;
    folder.write(".htaccess", c.content);
    EXPECT_EQ(find_access_files(folder.path().string()).size(), c.rules ? 1U : 0U) << c.content;
  }
}

TEST(ServedTree, LooksIntoTheRootAndTheFoldersInIt) {
  const support::TempDir folder;
  EXPECT_THAT(find_access_files(folder.path().string()), IsEmpty());
  EXPECT_THAT(find_access_files((folder / "missing").string()), IsEmpty());
  folder.write(".htaccess", "Require all denied\n");
  folder.write("data/.htaccess", "Deny from all\n");
  folder.write("misc/notes.txt", "Deny from all\n");
  EXPECT_THAT(
      find_access_files(folder.path().string()),
      UnorderedElementsAre((folder / ".htaccess").string(), (folder / "data/.htaccess").string()));
}

}  // namespace
}  // namespace tthttpd::config
