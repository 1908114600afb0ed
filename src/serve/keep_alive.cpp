#include "tthttpd/serve/keep_alive.hpp"

namespace tthttpd::serve {

bool wants_to_stay(const http::Request& request) {
  if (request.headers.list_has("connection", "close")) {
    return false;
  }
  return request.version_minor != 0 || request.headers.list_has("connection", "keep-alive");
}

bool keeps_alive(const http::Request& request, const KeepAliveFacts& facts) {
  return wants_to_stay(request) && !facts.response_ends_at_close && !facts.response_must_close &&
         facts.body != BodyState::lost && facts.served < facts.most_requests && !facts.stopping;
}

}  // namespace tthttpd::serve
