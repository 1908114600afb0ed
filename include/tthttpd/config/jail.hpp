#pragma once

#include <string>

#include "tthttpd/config/config.hpp"

namespace tthttpd::config {

/// `path` as it is seen after a change of the root directory to `jail`: "/srv/jail/www" becomes
/// "/www". Empty when it lies outside, by its text: what a link makes of it shows only inside.
std::string inside_jail(const std::string& path, const std::string& jail);

/// The configuration with its paths as they are seen after the change of the root directory to its
/// `chroot`, which is empty then; unchanged when it has none. Interpreters are written that way
/// already. Throws std::runtime_error naming a path that lies outside; logs may, since they are
/// open by then.
Config seen_from_jail(Config config);

}  // namespace tthttpd::config
