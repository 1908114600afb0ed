#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tthttpd/handler/cgi.hpp"
#include "tthttpd/http/request.hpp"
#include "tthttpd/route/resource.hpp"

namespace tthttpd::handler {

/// Pure: the environment of a script as NAME=value, made from nothing: RFC 3875 section 4.1, the
/// usual additions (REQUEST_URI, SCRIPT_FILENAME, DOCUMENT_ROOT, REMOTE_PORT, SERVER_ADDR,
/// REDIRECT_STATUS, HTTPS), PATH, and last options.environment, which may replace any of them.
/// `spooled_length`: of a chunked body that has been read to its end.
///
/// Left out of HTTP_*: Proxy (it would become HTTP_PROXY, which many libraries obey: "httpoxy"),
/// Authorization, fields about the connection alone, and every name with other characters than
/// letters, digits and '-', so that `X_User` cannot pose as `X-User`.
std::vector<std::string> make_cgi_environment(const http::Request& request,
                                              const route::Resource& resource,
                                              const CgiOptions& options,
                                              std::optional<std::uint64_t> spooled_length);

/// Pure: a NAME=value as a log may show it: "HTTP_COOKIE=a=b" -> "HTTP_COOKIE=***", and the same
/// for every other http::is_secret_name().
std::string mask_secret(std::string_view entry);

}  // namespace tthttpd::handler
