#include "tthttpd/route/aliases.hpp"

#include <array>

#include <gtest/gtest.h>

namespace tthttpd::route {
namespace {

TEST(Aliases, CoverWholeSegmentsLongestFirst) {
  const Aliases aliases({{"/old", "/new", false},
                         {"/old/deep", "/elsewhere", false},
                         {"/slash/", "/x/", false},
                         {"/old", "/second", false}});
  struct Row {
    const char* path;
    int index;  // -1: none
    const char* rest;
  };
  const std::array rows = {
      Row{"/old", 0, ""},
      Row{"/old/", 0, "/"},
      Row{"/old/x/y", 0, "/x/y"},
      Row{"/older", -1, ""},
      Row{"/ol", -1, ""},
      Row{"/x/old", -1, ""},
      Row{"/Old", -1, ""},
      Row{"/old/deep", 1, ""},
      Row{"/old/deep/x", 1, "/x"},
      Row{"/old/deeper", 0, "/deeper"},
      Row{"/slash", 2, ""},
      Row{"/slash/x", 2, "/x"},
      Row{"/", -1, ""},
  };
  for (const auto& row : rows) {
    const auto match = aliases.find(row.path);
    EXPECT_EQ(match.has_value(), row.index >= 0) << row.path;
    if (match && row.index >= 0) {
      EXPECT_EQ(match->index, static_cast<std::size_t>(row.index)) << row.path;
      EXPECT_EQ(match->rest, row.rest) << row.path;
    }
  }
}

TEST(Aliases, OneForTheRootCoversAll) {
  const Aliases aliases({{"/", "/site", false}});
  EXPECT_EQ(aliases.find("/")->rest, "/");
  EXPECT_EQ(aliases.find("/x")->rest, "/x");
  EXPECT_FALSE(Aliases().find("/").has_value());
}

}  // namespace
}  // namespace tthttpd::route
