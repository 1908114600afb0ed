#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tthttpd/http/error.hpp"
#include "tthttpd/http/headers.hpp"

namespace tthttpd::handler {

/// Collects a script's output up to the empty line that ends its header block. The result does not
/// depend on how the output is cut into pieces.
class CgiHeadReader {
 public:
  enum class State : std::uint8_t { more, complete, too_large };

  /// `most`: bytes of the block, its empty line included.
  explicit CgiHeadReader(std::size_t most) : most_(most) {}

  /// REQUIRES: the last answer was `more`.
  State feed(std::string_view bytes);
  /// The block with its line ends, without the empty line; all there is while it is incomplete.
  [[nodiscard]] std::string_view head() const { return std::string_view(text_).substr(0, end_); }
  /// What came after the empty line.
  [[nodiscard]] std::string_view rest() const { return std::string_view(text_).substr(next_); }
  /// All that was fed.
  [[nodiscard]] std::string take_all() { return std::move(text_); }

 private:
  std::size_t most_;
  std::string text_;
  std::size_t line_begin_ = 0;
  std::size_t scanned_ = 0;
  std::size_t end_ = std::string::npos;
  std::size_t next_ = 0;
};

/// What a script's header block says (RFC 3875 section 6.3).
struct CgiReply {
  int status = 200;
  std::string phrase;  ///< empty: the registered one
  /// To pass on, Location included. Without Status, Content-Length and the fields that are about
  /// the connection to the client, which is the server's alone.
  http::Headers headers;
  /// Only when it is one plain number, if repeated.
  std::optional<std::uint64_t> content_length;
  /// Location was a local path and nothing else was said: when no content follows either, answer
  /// with what this path gives (section 6.2.2). Otherwise the reply goes to the client as it
  /// stands, a 302.
  std::string local_redirect;
};

/// Pure. `head`: the lines before the empty line, each ending in LF or CRLF. A first line
/// "HTTP/1.1 404 Not Found" stands for Status. Location without a status means 302. Errors, all
/// 502: "no-cgi-header" (empty), "bad-cgi-header" (no colon, a name that is no token, NUL or a bare
/// CR), "bad-cgi-status" (no number from 200 to 599).
http::Result<CgiReply> parse_cgi_reply(std::string_view head);

/// Pure: the status in a first line "HTTP/1.1 404 Not Found", for the log of a reply that is passed
/// on unread; nothing when there is none.
std::optional<int> find_nph_status(std::string_view reply);

}  // namespace tthttpd::handler
