#include "tthttpd/http/path_prefix.hpp"

#include <gtest/gtest.h>

namespace tthttpd::http {
namespace {

TEST(PathPrefix, CoversWholeSegments) {
  struct Row {
    const char* prefix;
    const char* path;
    bool covered;
  };
  for (const Row& row : {Row{"/a", "/a", true}, Row{"/a", "/a/", true}, Row{"/a", "/a/b", true},
                         Row{"/a", "/ab", false}, Row{"/a/", "/a", true}, Row{"/", "/x", true},
                         Row{"/", "/", true}, Row{"/", "*", true}, Row{"/a", "*", false},
                         Row{"/a/b", "/a", false}, Row{"/A", "/a", false}}) {
    EXPECT_EQ(prefix_covers(row.prefix, row.path), row.covered) << row.prefix << ' ' << row.path;
  }
}

TEST(PathPrefix, KnowsNoSlashAtTheEnd) {
  EXPECT_EQ(without_end_slash("/a/b/"), "/a/b");
  EXPECT_EQ(without_end_slash("/a//"), "/a");
  EXPECT_EQ(without_end_slash("/a"), "/a");
  EXPECT_EQ(without_end_slash("/"), "");
}

}  // namespace
}  // namespace tthttpd::http
