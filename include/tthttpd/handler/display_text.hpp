#pragma once

#include <string>
#include <string_view>

namespace tthttpd::handler {

/// Raw bytes as valid UTF-8 for showing: each byte that belongs to no character becomes U+FFFD, all
/// else stays. "a\x80b" -> "a\xEF\xBF\xBDb".
std::string display_text(std::string_view raw);

}  // namespace tthttpd::handler
