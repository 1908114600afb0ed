#include "tthttpd/serve/keep_alive.hpp"

namespace tthttpd::serve {

bool keeps_alive(const http::Request& request, const KeepAliveFacts& facts) {
  if (request.headers.list_has("connection", "close")) {
    return false;
  }
  if (request.version_minor == 0 && !request.headers.list_has("connection", "keep-alive")) {
    return false;
  }
  return !facts.response_ends_at_close && !facts.response_must_close &&
         facts.body != BodyState::lost && facts.served < facts.most_requests && !facts.stopping;
}

}  // namespace tthttpd::serve
