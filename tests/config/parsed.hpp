#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tthttpd/config/load.hpp"

namespace tthttpd::config {

/// Parses the text of a file named site.conf in /etc/site.
inline Loaded parsed(std::string_view text) { return parse_config(text, "site.conf", "/etc/site"); }

/// What is wrong with such a text, a line for each problem.
inline std::vector<std::string> faults_of(std::string_view text) {
  std::vector<std::string> all;
  for (const auto& problem : parsed(text).problems) {
    all.push_back(to_text(problem));
  }
  return all;
}

}  // namespace tthttpd::config
