#include "tthttpd/write/error_page.hpp"

#include "tthttpd/http/status.hpp"

namespace tthttpd::write {

http::Response response_from(const http::Error& error) {
  http::Response response;
  response.status = error.status;
  response.reason = error.reason;
  return response;
}

bool needs_error_page(const http::Response& response) {
  return response.status >= 400 && std::holds_alternative<std::monostate>(response.body);
}

void add_error_page(http::Response& response) {
  const std::string title =
      std::to_string(response.status) + ' ' + std::string(http::reason_phrase(response.status));
  std::string page =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>";
  page.append(title).append("</title>\n</head>\n<body>\n<h1>").append(title);
  page.append("</h1>\n</body>\n</html>\n");
  response.headers.set("Content-Type", "text/html; charset=utf-8");
  response.body = std::move(page);
}

}  // namespace tthttpd::write
