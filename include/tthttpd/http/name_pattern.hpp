#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tthttpd::http {

/// Whether a whole name fits a pattern in which '*' stands for any bytes, also none, and '?' for
/// one byte; all others stand for themselves. ("*.bak", "a.bak") -> true.
bool matches_pattern(std::string_view pattern, std::string_view name);

/// Which names below the root are treated as if they were not there; shared by the router (404) and
/// the listing (left out). Constant once built; any thread may ask.
class HiddenNames {
 public:
  HiddenNames() = default;
  /// `patterns` as of matches_pattern().
  explicit HiddenNames(std::vector<std::string> patterns) : patterns_(std::move(patterns)) {}

  /// Whether a file or folder of that name is hidden. `at_root`: it lies in the root itself, where
  /// the pattern ".*" does not hide ".well-known" (RFC 8615). Names that begin with ".ht", in any
  /// case, are hidden whatever the patterns say: they hold passwords and rules.
  [[nodiscard]] bool hides(std::string_view name, bool at_root) const;

 private:
  std::vector<std::string> patterns_;
};

}  // namespace tthttpd::http
