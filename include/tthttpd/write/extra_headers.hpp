#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tthttpd/http/headers.hpp"

namespace tthttpd::write {

/// One line of [headers].
struct HeaderRule {
  std::string prefix;  ///< canonical URL path; matches whole segments
  std::string name;
  std::string value;
};

/// Sets the fields of every rule that covers `path`, shorter prefixes first, so that the most
/// specific rule has the last word on a name; several rules of one prefix and name all count.
void add_extra_headers(const std::vector<HeaderRule>& rules, std::string_view path,
                       http::Headers& headers);

}  // namespace tthttpd::write
