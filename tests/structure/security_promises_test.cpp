#include <filesystem>
#include <regex>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "support/temp_dir.hpp"

namespace tthttpd::structure {
namespace {

namespace fs = std::filesystem;

const fs::path kTop = TTHTTPD_SOURCE_DIR;

/// "Suite.Name" and "Suite.*" of every test of the tree.
std::set<std::string> tests_of_the_tree() {
  static const std::regex kTest(R"(\bTEST(_F|_P)?\(\s*(\w+),\s*(\w+)\))");
  std::set<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(kTop / "tests")) {
    if (entry.path().extension() != ".cpp") {
      continue;
    }
    const std::string text = support::read_file(entry.path());
    for (std::sregex_iterator it(text.begin(), text.end(), kTest), end; it != end; ++it) {
      names.insert((*it)[2].str() + "." + (*it)[3].str());
      names.insert((*it)[2].str() + ".*");
    }
  }
  return names;
}

TEST(SecurityPromises, NameTestsThatExist) {
  static const std::regex kNamed(R"(`([A-Z]\w+\.(\w+|\*))`)");
  const std::string text = support::read_file(kTop / "docs" / "security.md");
  const std::set<std::string> tests = tests_of_the_tree();
  std::size_t named = 0;
  for (std::sregex_iterator it(text.begin(), text.end(), kNamed), end; it != end; ++it, ++named) {
    EXPECT_EQ(tests.count((*it)[1].str()), 1U) << "docs/security.md names " << (*it)[1];
  }
  EXPECT_GT(named, 50U);
}

TEST(SecurityPromises, NameFuzzTargetsThatExist) {
  static const std::regex kTargets(R"([Ff]uzz\s+targets?\s+((`\w+`(\s+and\s+)?)+))");
  static const std::regex kWord(R"(`(\w+)`)");
  const std::string text = support::read_file(kTop / "docs" / "security.md");
  std::size_t named = 0;
  for (std::sregex_iterator it(text.begin(), text.end(), kTargets), end; it != end; ++it) {
    const std::string list = (*it)[1];
    for (std::sregex_iterator word(list.begin(), list.end(), kWord); word != end; ++word, ++named) {
      const std::string file = (*word)[1].str() + "_fuzz.cpp";
      EXPECT_TRUE(fs::exists(kTop / "tests" / "fuzz" / file)) << file;
    }
  }
  EXPECT_GT(named, 3U);
}

}  // namespace
}  // namespace tthttpd::structure
