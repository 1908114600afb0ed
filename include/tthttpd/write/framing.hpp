#pragma once

#include <cstdint>

#include "tthttpd/http/request.hpp"
#include "tthttpd/http/response.hpp"

namespace tthttpd::write {

/// How the client finds the end of a response's content (RFC 9112 section 6.3).
enum class BodyFraming : std::uint8_t {
  none,         ///< no content and no length field: 1xx, 204, 304
  length,       ///< Content-Length
  chunked,      ///< unknown length, HTTP/1.1
  until_close,  ///< unknown length, HTTP/1.0; or a raw reply
};

/// The one decision about a response's content, made before its first byte goes.
struct ResponsePlan {
  BodyFraming framing = BodyFraming::none;
  std::uint64_t length = 0;  ///< for `length`
  bool send_content = true;  ///< false for HEAD and for statuses without content
};

/// Pure. `head_request`: the method was HEAD, so that only the fields of the GET are sent.
ResponsePlan plan_response(const http::Response& response, bool head_request, int version_minor);

}  // namespace tthttpd::write
