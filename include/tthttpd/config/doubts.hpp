#pragma once

#include <vector>

#include "tthttpd/config/config.hpp"
#include "tthttpd/config/ini.hpp"

namespace tthttpd::config {

/// What is allowed but probably not meant or not safe: passwords or the configuration inside the
/// root, percent escapes in prefixes, an alias to a folder such as /home, `.htaccess` files that
/// are not obeyed.
std::vector<Problem> find_doubts(const Config& config);

}  // namespace tthttpd::config
