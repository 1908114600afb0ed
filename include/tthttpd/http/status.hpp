#pragma once

#include <string_view>

namespace tthttpd::http {

/// The registered phrase of a status (RFC 9110 section 15, RFC 6585), e.g. "Not Found" for 404;
/// the empty string for a code that has none.
std::string_view reason_phrase(int status);

/// False for the statuses that never carry content: 1xx, 204, 304 (RFC 9110 section 6.4.1).
bool status_has_content(int status);

}  // namespace tthttpd::http
