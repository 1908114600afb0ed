#pragma once

#include <optional>
#include <string_view>

#include "tthttpd/http/request.hpp"
#include "tthttpd/http/response.hpp"

namespace tthttpd::handler {

/// Allow (RFC 9110 section 10.2.1) where only reading is of use.
inline constexpr std::string_view kAllowReading = "GET, HEAD, OPTIONS";
/// The same for the server with its scripts, which get every method but TRACE and CONNECT.
inline constexpr std::string_view kAllowAll = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";

/// The answer to a method other than GET and HEAD where only those are served: 204 with Allow to
/// OPTIONS, 405 with Allow to other methods that RFC 9110 and RFC 5789 define, 501 to unknown ones.
/// Nothing for GET and HEAD. Error pages are added by write/.
std::optional<http::Response> answer_by_method(const http::Request& request);

}  // namespace tthttpd::handler
