#pragma once

#include "tthttpd/handler/handler.hpp"

namespace tthttpd::handler {

/// Answers `OPTIONS *` (RFC 9110 section 9.3.7) with the methods that the server, its scripts
/// included, has a use for.
class ServerOptions : public Handler {
 public:
  http::Result<http::Response> handle(http::Request& request, route::Resource& resource) override;
};

}  // namespace tthttpd::handler
