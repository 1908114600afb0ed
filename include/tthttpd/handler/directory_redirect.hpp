#pragma once

#include "tthttpd/handler/handler.hpp"

namespace tthttpd::handler {

/// Sends the client to the directory's URL with its slash: 301 for GET and HEAD, as old clients
/// know it, 308 for the others, so that method and content are kept (RFC 9110 section 15.4.9).
class DirectoryRedirect : public Handler {
 public:
  http::Result<http::Response> handle(http::Request& request, route::Resource& resource) override;
};

}  // namespace tthttpd::handler
