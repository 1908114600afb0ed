#include "tthttpd/route/aliases.hpp"

#include <algorithm>

namespace tthttpd::route {

std::string without_end_slash(std::string_view path) {
  while (path.ends_with('/')) {
    path.remove_suffix(1);
  }
  return std::string(path);
}

Aliases::Aliases(const std::vector<Alias>& aliases) {
  for (std::size_t i = 0; i < aliases.size(); ++i) {
    rows_.push_back({without_end_slash(aliases[i].from), i});
  }
  // Stable: of two lines with the same `from` the first one counts.
  std::stable_sort(rows_.begin(), rows_.end(),
                   [](const Row& a, const Row& b) { return a.from.size() > b.from.size(); });
}

std::optional<Aliases::Match> Aliases::find(std::string_view path) const {
  for (const auto& row : rows_) {
    if (!path.starts_with(row.from)) {
      continue;
    }
    const std::string_view rest = path.substr(row.from.size());
    if (rest.empty() || rest.front() == '/') {
      return Match{row.index, rest};
    }
  }
  return std::nullopt;
}

}  // namespace tthttpd::route
