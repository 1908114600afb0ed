#pragma once

#include <cstddef>
#include <cstdint>

#include "tthttpd/http/request.hpp"

namespace tthttpd::serve {

/// What is left of a request's content when its response is ready.
enum class BodyState : std::uint8_t {
  finished,   ///< all read: the connection is in step
  drainable,  ///< a little is left and may be dropped after the response
  lost,       ///< too much, of unknown size, broken, or not yet sent (Expect): out of step
};

/// Everything the decision depends on.
struct KeepAliveFacts {
  bool response_ends_at_close = false;  ///< the client finds the end of content by the close
  bool response_must_close = false;
  BodyState body = BodyState::finished;
  std::size_t served = 1;  ///< requests on this connection, this one included
  std::size_t most_requests = 1000;
  bool stopping = false;
};

/// Whether the client takes the connection to stay open (RFC 9112 section 9.3). Pure.
bool wants_to_stay(const http::Request& request);

/// Keep or close: the only place that decides (RFC 9112 section 9.3). Pure.
bool keeps_alive(const http::Request& request, const KeepAliveFacts& facts);

}  // namespace tthttpd::serve
