#include <filesystem>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "structure/source_rules.hpp"
#include "support/temp_dir.hpp"

namespace tthttpd::structure {
namespace {

namespace fs = std::filesystem;

const fs::path kTop = TTHTTPD_SOURCE_DIR;

std::set<std::string> files_below(const char* folder) {
  std::set<std::string> paths;
  for (const auto& entry : fs::recursive_directory_iterator(kTop / folder)) {
    const std::string extension = entry.path().extension().string();
    if (extension == ".cpp" || extension == ".hpp") {
      paths.insert(entry.path().lexically_relative(kTop).generic_string());
    }
  }
  return paths;
}

TEST(SourceTree, KeepsItsRules) {
  std::set<std::string> paths = files_below("src");
  paths.merge(files_below("include"));
  ASSERT_GT(paths.size(), 20U) << "no sources below " << kTop;
  for (const std::string& path : paths) {
    for (const std::string& message : broken_rules(path, support::read_file(kTop / path))) {
      ADD_FAILURE() << message;
    }
  }
}

TEST(SourceTree, HasAHeaderAndATestForEveryPart) {
  std::set<std::string> paths = files_below("src");
  paths.merge(files_below("include"));
  paths.merge(files_below("tests"));
  for (const std::string& message : missing_partners(paths)) {
    ADD_FAILURE() << message;
  }
}

}  // namespace
}  // namespace tthttpd::structure
