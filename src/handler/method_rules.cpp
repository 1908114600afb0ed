#include "tthttpd/handler/method_rules.hpp"

namespace tthttpd::handler {

std::optional<http::Response> answer_by_method(const http::Request& request) {
  http::Response response;
  switch (request.method) {
    case http::Method::get:
    case http::Method::head:
      return std::nullopt;
    case http::Method::other:
      response.status = 501;
      response.reason = "method-unknown";
      return response;
    case http::Method::options:
      response.status = 204;
      break;
    default:
      response.status = 405;
      response.reason = "method-not-allowed";
      break;
  }
  response.headers.add("Allow", kAllowReading);
  return response;
}

}  // namespace tthttpd::handler
