#pragma once

#include <string_view>

namespace tthttpd::handler {

/// Whether an Accept value (RFC 9110 section 12.5.1) ranks media type `wanted` above `usual`: by
/// its weight or, with equal weights, because it names it more exactly.
/// ("application/json, */*", "application/json", "text/html") -> true.
bool accept_prefers(std::string_view accept, std::string_view wanted, std::string_view usual);

}  // namespace tthttpd::handler
