#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tthttpd::support {

/// One HTTP response as a client sees it.
struct Reply {
  std::string version;  ///< "HTTP/1.1"
  int status = 0;
  std::string phrase;
  std::vector<std::pair<std::string, std::string>> headers;  ///< as received, in order
  std::string body;                                          ///< chunks put together

  /// The value of the first field of that name (any case), or an empty text.
  [[nodiscard]] std::string header(std::string_view name) const;
  [[nodiscard]] bool has(std::string_view name) const;
  [[nodiscard]] std::vector<std::string> all(std::string_view name) const;
};

/// The bytes are no valid response; what() shows them.
class BadReply : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// How to read a response: what was asked, and whether more bytes can come.
struct ReplyContext {
  bool head = false;   ///< the request was HEAD: no body follows
  bool ended = false;  ///< the server has closed: a body without length is complete
};

/// Takes one whole response off the front of `bytes`; nothing when more bytes are needed. Strict:
/// throws BadReply on bare LF, on a field without colon, on both Content-Length and
/// Transfer-Encoding, on bad chunks, and when the server closed before the body was complete.
std::optional<Reply> take_reply(std::string& bytes, const ReplyContext& context);

}  // namespace tthttpd::support
