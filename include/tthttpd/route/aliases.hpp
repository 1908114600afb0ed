#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tthttpd::route {

/// One line of [request/aliases]: a whole-segment URL prefix and what stands for it.
struct Alias {
  std::string from;  ///< canonical URL path, "/old"
  std::string to;    ///< canonical URL path, or an absolute path on disk
  bool to_disk = false;
};

/// Finds the alias that covers a path. Slashes at the end of `from` and `to` do not count. Constant
/// once built; any thread may ask.
class Aliases {
 public:
  struct Match {
    std::size_t index = 0;  ///< of the alias, as given to the constructor
    std::string_view rest;  ///< of the path, behind `from`: empty or starting with '/'
  };

  Aliases() = default;
  explicit Aliases(const std::vector<Alias>& aliases);

  /// The alias with the longest `from` that is `path` or a prefix of it that ends with a segment:
  /// "/old" covers "/old", "/old/" and "/old/x", not "/older". `rest` lives as long as `path`.
  [[nodiscard]] std::optional<Match> find(std::string_view path) const;

 private:
  struct Row {
    std::string from;
    std::size_t index;
  };
  std::vector<Row> rows_;  ///< longest first
};

}  // namespace tthttpd::route
