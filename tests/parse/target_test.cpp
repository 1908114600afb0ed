#include "tthttpd/parse/target.hpp"

#include <gtest/gtest.h>

namespace tthttpd::parse {
namespace {

struct PathRow {
  std::string_view decoded;
  std::string_view canonical;  ///< empty: refused
};

constexpr PathRow kPaths[] = {
    {"/", "/"},
    {"//", "/"},
    {"///", "/"},
    {"/a", "/a"},
    {"/a/", "/a/"},
    {"/a//", "/a/"},
    {"//a", "/a"},
    {"/a//b", "/a/b"},
    {"/.", "/"},
    {"/./", "/"},
    {"/./a", "/a"},
    {"/a/.", "/a/"},
    {"/a/./", "/a/"},
    {"/a/./b", "/a/b"},
    {"/a/..", "/"},
    {"/a/../", "/"},
    {"/a/../b", "/b"},
    {"/a/b/..", "/a/"},
    {"/a/b/../", "/a/"},
    {"/a/b/../c", "/a/c"},
    {"/a/b/../../c", "/c"},
    {"/a//..//b", "/b"},
    {"/a/./../b", "/b"},
    // Segments that only look like dot segments.
    {"/...", "/..."},
    {"/..a", "/..a"},
    {"/a..", "/a.."},
    {"/.a", "/.a"},
    {"/a.", "/a."},
    {"/.. ", "/.. "},
    {"/..\\a", "/..\\a"},
    // Above the root.
    {"/..", ""},
    {"/../", ""},
    {"/../a", ""},
    {"//../a", ""},
    {"/./../a", ""},
    {"/a/../..", ""},
    {"/a/../../a", ""},
    {"/a//../../a", ""},
    // Not absolute.
    {"", ""},
    {"a", ""},
    {".", ""},
    {"a/../b", ""},
};

TEST(CanonicalPath, RemovesDotAndEmptySegmentsAndStaysBelowTheRoot) {
  for (const PathRow& row : kPaths) {
    const auto path = canonical_path(row.decoded);
    if (row.canonical.empty()) {
      ASSERT_FALSE(path.ok()) << row.decoded;
      EXPECT_EQ(path.error().status, 400) << row.decoded;
    } else {
      ASSERT_TRUE(path.ok()) << row.decoded;
      EXPECT_EQ(*path, row.canonical) << row.decoded;
      EXPECT_EQ(*canonical_path(*path), *path) << row.decoded;
    }
  }
}

TEST(PercentDecode, DecodesOnceAndLeavesThePlus) {
  EXPECT_EQ(*percent_decode("a%20b+c%2B%2f%2F"), "a b+c+//");
  EXPECT_EQ(*percent_decode("%2541"), "%41");
  EXPECT_EQ(*percent_decode("%e3%81%82%FF"), "\xE3\x81\x82\xFF");
  EXPECT_EQ(*percent_decode("%0D%0a%7f"), "\r\n\x7F");
  EXPECT_EQ(*percent_decode(""), "");
}

TEST(PercentDecode, RefusesBadEscapesAndNul) {
  for (const char* text :
       {"%", "a%", "%4", "a%4", "%g0", "%0g", "%%", "%%41", "% 41", "%+1", "%-1"}) {
    EXPECT_EQ(percent_decode(text).error().reason, "bad-escape") << text;
  }
  EXPECT_EQ(percent_decode("a%00").error().reason, "nul-in-path");
  EXPECT_EQ(percent_decode(std::string_view("a\0b", 3)).error().reason, "nul-in-path");
}

TEST(ParseTarget, TakesATargetApart) {
  const auto target = parse_target("/a/../b//c%20d/?x=1?y");
  ASSERT_TRUE(target.ok());
  EXPECT_EQ(target->path, "/b/c d/");
  EXPECT_EQ(target->query, "x=1?y");
  EXPECT_TRUE(target->has_query);
  EXPECT_EQ(target->authority, "");
}

TEST(ParseTarget, ReadsAnAbsoluteTarget) {
  const auto target = parse_target("http://h.example:81/a?b");
  ASSERT_TRUE(target.ok());
  EXPECT_EQ(target->path, "/a");
  EXPECT_EQ(target->query, "b");
  EXPECT_EQ(target->authority, "h.example:81");
}

TEST(ParseTarget, AnAbsoluteTargetInsideAPathIsAPath) {
  EXPECT_EQ(parse_target("/http://h/a")->path, "/http:/h/a");
  EXPECT_EQ(parse_target("//h/a")->path, "/h/a");
  EXPECT_EQ(parse_target("//h/a")->authority, "");
}

TEST(ParseTarget, RefusesAnEmptyTarget) { EXPECT_FALSE(parse_target("").ok()); }

}  // namespace
}  // namespace tthttpd::parse
