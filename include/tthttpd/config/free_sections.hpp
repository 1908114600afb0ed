#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tthttpd/config/keys.hpp"

namespace tthttpd::config {

/// A section whose keys are the user's own: extensions, URL prefixes, variable names. Empty: it is
/// no such section.
Put put_for_free_section(std::string_view section);

/// All section names.
const std::vector<std::string>& section_names();

}  // namespace tthttpd::config
