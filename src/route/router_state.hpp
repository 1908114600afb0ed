#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tthttpd/http/name_pattern.hpp"
#include "tthttpd/platform/directory.hpp"
#include "tthttpd/route/aliases.hpp"
#include "tthttpd/route/place.hpp"
#include "tthttpd/route/script_map.hpp"

namespace tthttpd::route {

/// What the router knows: its options with all places opened. Constant once built.
struct RouterState {
  struct AliasTarget {
    std::string url;        ///< without slash at its end; when the alias leads to another URL
    std::size_t place = 0;  ///< else: index in `places`
    bool to_disk = false;
  };

  std::vector<Place> places;  ///< the root first, then what aliases name on disk
  Aliases aliases;
  std::vector<AliasTarget> alias_targets;  ///< by index of the alias
  ScriptMap scripts;
  http::HiddenNames hidden;
  std::vector<std::string> index_pages;
  std::optional<Place> front_controller;
  platform::Symlinks symlinks = platform::Symlinks::all;
  bool listing = false;
  std::string readme;  ///< a plain name; empty: none is shown

  [[nodiscard]] const Place& root() const { return places.front(); }
};

}  // namespace tthttpd::route
