#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tthttpd::config {

/// Whether `path` lies below `folder`, all links resolved; what does not exist counts as written.
bool lies_inside(const std::string& path, const std::string& folder);

/// The `.htaccess` files with directives about who may see what (Require, Order, Allow, Deny,
/// Satisfy, Auth...) in the root and the folders in it, where applications put them; deeper ones
/// are not looked for, so that a start costs the same however large the tree is.
std::vector<std::string> find_access_files(const std::string& root);

/// Symbolic links below the root that lead out of it, at most `most` of them, as absolute paths.
/// Links themselves are not walked through. Looks at kMostEntries names at most.
inline constexpr std::size_t kMostEntries = 100'000;
std::vector<std::string> find_leaving_links(const std::string& root, std::size_t most);

}  // namespace tthttpd::config
