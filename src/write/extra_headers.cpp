#include "tthttpd/write/extra_headers.hpp"

#include <algorithm>

#include "tthttpd/http/path_prefix.hpp"

namespace tthttpd::write {

void add_extra_headers(const std::vector<HeaderRule>& rules, std::string_view path,
                       http::Headers& headers) {
  std::vector<const HeaderRule*> matching;
  for (const auto& rule : rules) {
    if (http::prefix_covers(rule.prefix, path)) {
      matching.push_back(&rule);
    }
  }
  std::stable_sort(matching.begin(), matching.end(), [](const auto* a, const auto* b) {
    return a->prefix.size() < b->prefix.size();
  });
  for (std::size_t i = 0; i < matching.size(); ++i) {
    const auto same = [&](const HeaderRule* other) {
      return other->prefix.size() == matching[i]->prefix.size() &&
             http::equal_case_blind(other->name, matching[i]->name);
    };
    const bool first_of_its_prefix =
        std::none_of(matching.begin(), matching.begin() + static_cast<std::ptrdiff_t>(i), same);
    if (first_of_its_prefix) {
      headers.set(matching[i]->name, matching[i]->value);
    } else {
      headers.add(matching[i]->name, matching[i]->value);
    }
  }
}

}  // namespace tthttpd::write
