#include "tthttpd/route/aliases.hpp"

#include <algorithm>

#include "tthttpd/http/path_prefix.hpp"

namespace tthttpd::route {

Aliases::Aliases(const std::vector<Alias>& aliases) {
  for (std::size_t i = 0; i < aliases.size(); ++i) {
    rows_.push_back({std::string(http::without_end_slash(aliases[i].from)), i});
  }
  // Stable: of two lines with the same `from` the first one counts.
  std::stable_sort(rows_.begin(), rows_.end(),
                   [](const Row& a, const Row& b) { return a.from.size() > b.from.size(); });
}

std::optional<Aliases::Match> Aliases::find(std::string_view path) const {
  for (const auto& row : rows_) {
    if (http::prefix_covers(row.from, path)) {
      return Match{row.index, path.substr(row.from.size())};
    }
  }
  return std::nullopt;
}

}  // namespace tthttpd::route
