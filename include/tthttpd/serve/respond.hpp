#pragma once

#include <string>

#include "tthttpd/http/request.hpp"
#include "tthttpd/http/response.hpp"
#include "tthttpd/serve/no_body.hpp"
#include "tthttpd/serve/site.hpp"

namespace tthttpd::serve {

/// Most internal redirects that one request may go through (a script's local Location).
inline constexpr int kMostLocalRedirects = 10;

/// Steps 3 to 5 of the data path: route, filter, handle. Follows local redirects, each through the
/// same steps, and gives errors their page. Error only with kNoAnswer: the client is gone.
/// `acceptable` is an error when the request is not to be handled whatever it names, such as one
/// with too large a content; the filters come first, so that nobody learns more than they allow.
/// `no_body` becomes the request's content after a local redirect and must outlive the response.
http::Result<http::Response> respond(http::Request& request, const http::Result<void>& acceptable,
                                     NoBody& no_body, const Site& site);

/// Gives an error response its page: the site's own document for the status when there is one and
/// it may be read, else the built-in page. Also for errors met before routing.
void complete_error(http::Response& response, const http::Request& request, const Site& site);

/// The whole 503 for a connection that gets no thread, which then has to close.
std::string busy_response(const Site& site);

}  // namespace tthttpd::serve
