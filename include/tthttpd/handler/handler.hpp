#pragma once

#include "tthttpd/http/request.hpp"
#include "tthttpd/http/response.hpp"
#include "tthttpd/route/resource.hpp"

namespace tthttpd::handler {

/// Makes the response for one kind of resource. Shared by all threads: handle() keeps no state of
/// one request in the object. Never writes to the client.
class Handler {
 public:
  virtual ~Handler() = default;
  /// `resource` may be emptied (its open file moved into the response). Content of the response
  /// may read from `request`, which outlives it.
  virtual http::Result<http::Response> handle(http::Request& request,
                                              route::Resource& resource) = 0;
};

}  // namespace tthttpd::handler
