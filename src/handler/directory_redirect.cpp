#include "tthttpd/handler/directory_redirect.hpp"

#include <string>

namespace tthttpd::handler {

http::Result<http::Response> DirectoryRedirect::handle(http::Request& request,
                                                       route::Resource& resource) {
  const bool reads = request.method == http::Method::get || request.method == http::Method::head;
  http::Response response;
  response.status = reads ? 301 : 308;
  response.headers.add("Location", resource.location);
  response.body = std::string();
  return response;
}

}  // namespace tthttpd::handler
