#include "tthttpd/http/name_pattern.hpp"

#include <array>
#include <string>

#include <gtest/gtest.h>

namespace tthttpd::http {
namespace {

TEST(NamePattern, MatchesWholeNames) {
  struct Row {
    const char* pattern;
    const char* name;
    bool matches;
  };
  const std::array rows = {
      Row{"a.txt", "a.txt", true},
      Row{"a.txt", "a.txt2", false},
      Row{"a.txt", "ba.txt", false},
      Row{"a.txt", "A.TXT", false},
      Row{".*", ".git", true},
      Row{".*", ".", true},
      Row{".*", "a.git", false},
      Row{"*", "", true},
      Row{"*", "anything", true},
      Row{"", "", true},
      Row{"", "a", false},
      Row{"?", "", false},
      Row{"?", "a", true},
      Row{"?", "ab", false},
      Row{"*.bak", "a.bak", true},
      Row{"*.bak", ".bak", true},
      Row{"*.bak", "a.bak.bak", true},
      Row{"*.bak", "a.bak~", false},
      Row{"*~", "index.rb~", true},
      Row{"a*b*c", "aXbYbZc", true},
      Row{"a*b*c", "aXbYbZ", false},
      Row{"a**c", "abc", true},
      Row{"*?*", "", false},
      Row{"*?*", "x", true},
      Row{"#*#", "#draft#", true},
      Row{"[ab]", "a", false},
      Row{"[ab]", "[ab]", true},
      Row{"a*", "a\x80\xff", true},
      Row{"\\*", "\\anything", true},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(matches_pattern(row.pattern, row.name), row.matches)
        << row.pattern << " against " << row.name;
  }
}

TEST(NamePattern, ManyStarsCostLittle) {
  std::string pattern;
  for (int i = 0; i < 60; ++i) {
    pattern += "*a";
  }
  EXPECT_FALSE(matches_pattern(pattern, std::string(250, 'a') + "b"));
  EXPECT_TRUE(matches_pattern(pattern, std::string(250, 'a')));
}

TEST(HiddenNames, HideByPatternAndAlwaysWhatHoldsPasswords) {
  struct Row {
    const char* description;
    HiddenNames hidden;
    const char* name;
    bool at_root;
    bool hides;
  };
  const HiddenNames usual({".*"});
  const HiddenNames none;
  const HiddenNames own({"*.bak", "*~", "secret"});
  const HiddenNames strict({".*", ".well-*"});
  const std::array rows = {
      Row{"a dot name", usual, ".git", true, true},
      Row{"a dot name deeper", usual, ".git", false, true},
      Row{"a plain name", usual, "index.html", true, false},
      Row{"the well-known folder", usual, ".well-known", true, false},
      Row{"that name elsewhere", usual, ".well-known", false, true},
      Row{"a longer name", usual, ".well-known2", true, true},
      Row{"another case of it", usual, ".Well-Known", true, true},
      Row{"when another pattern names it", strict, ".well-known", true, true},
      Row{"no patterns", none, ".git", true, false},
      Row{"passwords without patterns", none, ".htpasswd", true, true},
      Row{"rules without patterns", none, ".htaccess", false, true},
      Row{"in another case", none, ".HtAccess", false, true},
      Row{"shortest name of the kind", none, ".ht", false, true},
      Row{"not of the kind", none, ".h", false, false},
      Row{"own patterns", own, "a.bak", false, true},
      Row{"own patterns, second", own, "index.rb~", false, true},
      Row{"own patterns, whole name", own, "secret", true, true},
      Row{"own patterns leave dot names", own, ".git", true, false},
      Row{"own patterns leave the rest", own, "secrets", true, false},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(row.hidden.hides(row.name, row.at_root), row.hides)
        << row.description << ": " << row.name;
  }
}

}  // namespace
}  // namespace tthttpd::http
