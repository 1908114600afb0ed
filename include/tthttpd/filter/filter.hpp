#pragma once

#include <optional>

#include "tthttpd/http/request.hpp"
#include "tthttpd/http/response.hpp"
#include "tthttpd/route/resource.hpp"

namespace tthttpd::filter {

/// Something that may stop a request before its handler sees it. Shared by all threads: check()
/// keeps no state of one request in the object. Never writes to the client.
class Filter {
 public:
  virtual ~Filter() = default;
  /// Nothing: go on. A Response: stop here and send it. May note what it found out in `request`
  /// (the user's name, the client's address).
  virtual std::optional<http::Response> check(http::Request& request,
                                              const route::Resource& resource) = 0;
};

}  // namespace tthttpd::filter
