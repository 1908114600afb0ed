#include "tthttpd/http/name_pattern.hpp"

#include <algorithm>

#include "tthttpd/http/headers.hpp"

namespace tthttpd::http {

bool matches_pattern(std::string_view pattern, std::string_view name) {
  // On a mismatch only the last '*' seen needs to take one byte more: earlier ones cannot help, so
  // the work is at most pattern times name.
  std::size_t at_pattern = 0;
  std::size_t at_name = 0;
  std::size_t star = std::string_view::npos;
  std::size_t taken_until = 0;
  while (at_name < name.size()) {
    if (at_pattern < pattern.size() && pattern[at_pattern] == '*') {
      star = at_pattern++;
      taken_until = at_name;
    } else if (at_pattern < pattern.size() &&
               (pattern[at_pattern] == '?' || pattern[at_pattern] == name[at_name])) {
      ++at_pattern;
      ++at_name;
    } else if (star != std::string_view::npos) {
      at_pattern = star + 1;
      at_name = ++taken_until;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', at_pattern) == std::string_view::npos;
}

bool HiddenNames::hides(std::string_view name, bool at_root) const {
  if (name.size() >= 3 && equal_case_blind(name.substr(0, 3), ".ht")) {
    return true;
  }
  return std::any_of(patterns_.begin(), patterns_.end(), [&](const std::string& pattern) {
    const bool excepted = at_root && name == ".well-known" && pattern == ".*";
    return !excepted && matches_pattern(pattern, name);
  });
}

}  // namespace tthttpd::http
