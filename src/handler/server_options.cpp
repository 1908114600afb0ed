#include "tthttpd/handler/server_options.hpp"

#include <string>

#include "tthttpd/handler/method_rules.hpp"

namespace tthttpd::handler {

http::Result<http::Response> ServerOptions::handle(http::Request& request,
                                                   route::Resource& /*resource*/) {
  if (request.method != http::Method::options) {
    return http::Error{400, "asterisk-without-options", request.method_name};
  }
  http::Response response;
  response.headers.add("Allow", kAllowAll);
  response.body = std::string();
  return response;
}

}  // namespace tthttpd::handler
