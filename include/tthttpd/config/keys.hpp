#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tthttpd/config/config.hpp"
#include "tthttpd/config/ini.hpp"

namespace tthttpd::config {

/// Where a value goes and what it is relative to.
struct Target {
  Config& config;
  const std::string& folder;  ///< of the configuration file, absolute
  const IniEntry& entry;
};

/// Puts the entry's value in its place; says what is wrong with it, or "" when it is right.
using Put = std::function<std::string(const Target&)>;

/// A key of one of the sections that have fixed keys.
struct Key {
  std::string_view name;
  Put put;
};

const std::vector<Key>& global_keys();
const std::vector<Key>& limit_keys();
const std::vector<Key>& listing_keys();

/// `path` made absolute below `folder`.
std::string absolute_path(const std::string& folder, const std::string& path);

}  // namespace tthttpd::config
