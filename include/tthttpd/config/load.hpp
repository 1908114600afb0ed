#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tthttpd/config/config.hpp"
#include "tthttpd/config/ini.hpp"

namespace tthttpd::config {

/// A configuration, and everything that is wrong with it; use it only when nothing is.
struct Loaded {
  Config config;
  std::vector<Problem> problems;
};

/// Reads the text of a configuration file. Relative paths in it become absolute below `folder`.
/// Pure: whether files and users exist is for find_problems() (config/checks). Finds all faults,
/// not only the first: unknown sections and keys, bad values, with the allowed ones and the nearest
/// name.
Loaded parse_config(std::string_view text, const std::string& file_name, const std::string& folder);

/// Reads the file itself; a file that cannot be read is a problem like the others.
Loaded load_config(const std::string& file_name);
/// The same for a file that lies at `lies_at` now, inside a chroot; `file_name` is for messages
/// and for relative paths in it.
Loaded load_config(const std::string& file_name, const std::string& lies_at);

}  // namespace tthttpd::config
