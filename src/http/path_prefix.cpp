#include "tthttpd/http/path_prefix.hpp"

namespace tthttpd::http {

std::string_view without_end_slash(std::string_view path) {
  while (path.ends_with('/')) {
    path.remove_suffix(1);
  }
  return path;
}

bool prefix_covers(std::string_view prefix, std::string_view path) {
  prefix = without_end_slash(prefix);
  return prefix.empty() ||
         (path.starts_with(prefix) && (path.size() == prefix.size() || path[prefix.size()] == '/'));
}

}  // namespace tthttpd::http
