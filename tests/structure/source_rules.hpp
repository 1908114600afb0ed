#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace tthttpd::structure {

/// Longest a file of src/ or include/ may be, in lines.
inline constexpr std::size_t kMaxLines = 400;

/// What one file of src/ or include/ does against the rules of docs/architecture.md: includes that
/// run against the direction of the data, libraries outside their folders, _WIN32 outside
/// platform/, more than kMaxLines lines. One message each; empty when all is well. `path` is
/// relative to the top: "src/serve/connection.cpp", "include/tthttpd/serve/connection.hpp".
std::vector<std::string> broken_rules(std::string_view path, std::string_view text);

/// What is missing beside the files of the tree: a header for a source file, a test for a file of
/// the folders that hold pure logic. `paths` are relative to the top.
std::vector<std::string> missing_partners(const std::set<std::string>& paths);

}  // namespace tthttpd::structure
