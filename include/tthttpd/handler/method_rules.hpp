#pragma once

#include <optional>

#include "tthttpd/http/request.hpp"
#include "tthttpd/http/response.hpp"

namespace tthttpd::handler {

/// The answer to a method other than GET and HEAD where only those are served: 204 with Allow to
/// OPTIONS, 405 with Allow to other methods that RFC 9110 and RFC 5789 define, 501 to unknown ones.
/// Nothing for GET and HEAD. Error pages are added by write/.
std::optional<http::Response> answer_by_method(const http::Request& request);

}  // namespace tthttpd::handler
