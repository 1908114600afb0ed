// A script's header block: found alike whole or in two pieces, and what is read from it can be
// sent. Input: where to split (one byte), the limit (one), the bytes.
#include <algorithm>
#include <string>

#include "fuzz/fuzz_check.hpp"
#include "tthttpd/handler/cgi_reply.hpp"

namespace {

using namespace tthttpd;
using fuzz::require;
using State = handler::CgiHeadReader::State;

bool can_be_sent(std::string_view text) {
  return text.find_first_of(std::string_view("\r\n\0", 3)) == std::string_view::npos;
}

void check_reply(std::string_view head) {
  const auto reply = handler::parse_cgi_reply(head);
  if (!reply) {
    require(reply.error().status == 502);
    return;
  }
  require(reply->status >= 200 && reply->status <= 599);
  require(can_be_sent(reply->phrase));
  for (std::size_t i = 0; i < reply->headers.size(); ++i) {
    const auto field = reply->headers[i];
    require(http::is_token(field.name) && can_be_sent(field.value));
  }
  for (const char* name : {"Status", "Content-Length", "Transfer-Encoding", "Connection"}) {
    require(!reply->headers.has(name));
  }
  require(reply->local_redirect.empty() || reply->local_redirect.starts_with('/'));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view bytes = fuzz::as_text(data, size);
  const std::size_t split = fuzz::take_byte(bytes);
  const std::size_t most = fuzz::take_byte(bytes) * 4;
  const std::string_view first = bytes.substr(0, split);

  handler::CgiHeadReader whole(most);
  const State expected = whole.feed(bytes);
  handler::CgiHeadReader pieces(most);
  State state = pieces.feed(first);
  if (state == State::more) {
    state = pieces.feed(bytes.substr(first.size()));
    require(state != State::complete || pieces.rest() == whole.rest());
  }
  require(state == expected);
  if (state == State::complete) {
    require(whole.head() == pieces.head());
    require(whole.head().size() < most);
    check_reply(whole.head());
  }

  check_reply(bytes);
  const auto nph = handler::find_nph_status(bytes);
  require(!nph || (*nph >= 200 && *nph <= 599));
  return 0;
}
