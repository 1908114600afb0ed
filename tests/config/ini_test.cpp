#include "tthttpd/config/ini.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tthttpd::config {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using namespace std::string_literals;

/// Entries as "section|key|value|line".
std::vector<std::string> entries_of(const std::string& text) {
  std::vector<std::string> all;
  for (const auto& entry : parse_ini(text, "site.conf").entries) {
    all.push_back(entry.section + '|' + entry.key + '|' + entry.value + '|' +
                  std::to_string(entry.line));
  }
  return all;
}

std::vector<std::string> problems_of(const std::string& text) {
  std::vector<std::string> all;
  for (const auto& problem : parse_ini(text, "site.conf").problems) {
    all.push_back(to_text(problem));
  }
  return all;
}

TEST(Ini, TakesLinesApart) {
  struct Case {
    const char* description;
    std::string text;
    std::vector<std::string> entries;
  };
  const Case cases[] = {
      {"nothing", "", {}},
      {"a mark alone", "\xEF\xBB\xBF", {}},
      {"a key in a section", "[a]\nk=v\n", {"a|k|v|2"}},
      {"no line end at the end", "[a]\nk=v", {"a|k|v|2"}},
      {"byte order mark before the section", "\xEF\xBB\xBF[a]\nk=v\n", {"a|k|v|2"}},
      {"byte order mark before a comment", "\xEF\xBB\xBF# c\n[a]\nk=v\n", {"a|k|v|3"}},
      {"CRLF", "[a]\r\nk=v\r\n\r\nl=w", {"a|k|v|2", "a|l|w|4"}},
      {"blanks around everything", " \t[ a ]\t\n \tk \t= \tv w\t \n", {"a|k|v w|2"}},
      {"empty value", "[a]\nk=\nl =  \n", {"a|k||2", "a|l||3"}},
      {"the first equals sign splits", "[a]\nk=./a=b=\n", {"a|k|./a=b=|2"}},
      {"comment lines", "# c=1\n; d=2\n[a]\n  # e=3\n\t; f=4\nk=v\n", {"a|k|v|6"}},
      {"no inline comments", "[a]\nk=A # B ; C\n", {"a|k|A # B ; C|2"}},
      {"quotes are kept", "[a]\nk=\"v\"\n", {"a|k|\"v\"|2"}},
      {"UTF-8", "[a]\nSITE=シナトラ=1 #1\n", {"a|SITE|シナトラ=1 #1|2"}},
      {"a slash in names", "[mime/types]\nrb=@/usr/bin/ruby\n", {"mime/types|rb|@/usr/bin/ruby|2"}},
      {"a repeated section adds",
       "[a]\nk=1\n[b]\nk=2\n[a]\nl=3\n",
       {"a|k|1|2", "b|k|2|4", "a|l|3|6"}},
      {"a repeated key stays", "[a]\nk=1\nk=2\n", {"a|k|1|2", "a|k|2|3"}},
      {"a key before any section", "k=v\n", {"|k|v|1"}},
      {"a bracket in a value", "[a]\nk=[v]\n", {"a|k|[v]|2"}},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(entries_of(c.text), c.entries) << c.description;
    EXPECT_THAT(problems_of(c.text), IsEmpty()) << c.description;
  }
}

TEST(Ini, NamesTheLineThatIsWrong) {
  struct Case {
    const char* description;
    std::string text;
    const char* where;
    const char* said;
  };
  const Case cases[] = {
      {"no equals sign", "[a]\n\nroot\n", "site.conf:3:", "'root'"},
      {"no key", "[a]\n= v\n", "site.conf:2:", "no key"},
      {"no closing bracket", "[a\nk=v\n", "site.conf:1:", "'[a'"},
      {"words behind the bracket", "[a] # c\nk=v\n", "site.conf:1:", "']'"},
      {"no section name", "[ ]\n", "site.conf:1:", "needs a name"},
      {"a NUL byte", "[a]\nk=v\0w\n"s, "site.conf:2:", "NUL"},
      {"a NUL byte in a comment", "# \0\n"s, "site.conf:1:", "NUL"},
      {"UTF-16", "\xFF\xFE[\0a\0]\0"s, "site.conf:", "UTF-8"},
  };
  for (const Case& c : cases) {
    const auto problems = problems_of(c.text);
    ASSERT_THAT(problems, SizeIs(1)) << c.description;
    EXPECT_THAT(problems[0], HasSubstr(c.where)) << c.description;
    EXPECT_THAT(problems[0], HasSubstr(c.said)) << c.description;
  }
}

TEST(Ini, FindsAllFaultsInOneGo) { EXPECT_THAT(problems_of("[a]\nx\n=y\n[b\n"), SizeIs(3)); }

TEST(Ini, DoesNotGiveTheKeysOfABrokenSectionToAnother) {
  EXPECT_THAT(entries_of("[a]\nk=1\n[b\nl=2\n[c]\nm=3\n"), ElementsAre("a|k|1|2", "c|m|3|6"));
}

TEST(Ini, ListsSectionsThatHoldNothing) {
  const auto ini = parse_ini("[a]\n[b]\n", "site.conf");
  ASSERT_THAT(ini.sections, SizeIs(2));
  EXPECT_EQ(ini.sections[1].name, "b");
  EXPECT_EQ(ini.sections[1].line, 2);
}

TEST(Ini, ReadsHugeLinesAndShowsLittleOfThem) {
  const std::string huge(1000000, 'x');
  EXPECT_THAT(entries_of("[a]\nk=" + huge + "\n"), ElementsAre("a|k|" + huge + "|2"));
  const auto problems = problems_of("[a]\n" + huge + "\n");
  ASSERT_THAT(problems, SizeIs(1));
  EXPECT_LT(problems[0].size(), 300U);
}

TEST(Ini, CallsAProblemWithoutFileByItsWordsAlone) {
  EXPECT_EQ(to_text({"", 0, "no"}), "no");
  EXPECT_EQ(to_text({"site.conf", 0, "no"}), "site.conf: no");
  EXPECT_EQ(to_text({"site.conf", 7, "no"}), "site.conf:7: no");
}

}  // namespace
}  // namespace tthttpd::config
