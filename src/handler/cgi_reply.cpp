#include "tthttpd/handler/cgi_reply.hpp"

#include <algorithm>
#include <charconv>

namespace tthttpd::handler {
namespace {

http::Error bad(std::string_view reason, std::string_view line) {
  constexpr std::size_t kShown = 100;
  return {502, reason, "\"" + std::string(line.substr(0, kShown)) + "\""};
}

/// Takes the next line off `text`, without its LF or CRLF.
std::string_view take_line(std::string_view& text) {
  const auto end = text.find('\n');
  auto line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (!line.empty() && line.back() == '\r') {
    line.remove_suffix(1);
  }
  return line;
}

/// What would let a value end its line or the text early.
bool has_forbidden(std::string_view value) {
  return std::any_of(value.begin(), value.end(),
                     [](char c) { return c == '\0' || c == '\r' || c == '\n'; });
}

struct Status {
  int code;
  std::string_view phrase;
};

/// "404 Not Found" or "404".
std::optional<Status> parse_status(std::string_view text) {
  int code = 0;
  const auto* const end = text.data() + std::min<std::size_t>(text.size(), 3);
  const auto [stop, error] = std::from_chars(text.data(), end, code);
  if (error != std::errc() || stop != text.data() + 3 || code < 200 || code > 599) {
    return std::nullopt;
  }
  text.remove_prefix(3);
  if (!text.empty() && text.front() != ' ' && text.front() != '\t') {
    return std::nullopt;
  }
  return Status{code, http::trim(text)};
}

bool begins_as_status_line(std::string_view line) { return line.substr(0, 5) == "HTTP/"; }

/// "HTTP/1.1 404 Not Found" -> "404 Not Found".
std::string_view after_version(std::string_view line) {
  const auto blank = line.find(' ');
  return blank == std::string_view::npos ? std::string_view() : http::trim(line.substr(blank));
}

std::optional<std::uint64_t> parse_length(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) {
    return std::nullopt;
  }
  return number;
}

/// Reads a block field by field.
class ReplyParser {
 public:
  http::Result<CgiReply> parse(std::string_view head) {
    if (begins_as_status_line(head)) {
      const auto line = take_line(head);
      if (!set_status(after_version(line))) {
        return bad("bad-cgi-status", line);
      }
      own_status_line_ = true;
    } else if (http::trim(head).find_first_not_of("\r\n") == std::string_view::npos) {
      return http::Error{502, "no-cgi-header", "the output has no header"};
    }
    while (!head.empty()) {
      const auto line = take_line(head);
      const auto colon = line.find(':');
      if (colon == std::string_view::npos || !http::is_token(line.substr(0, colon)) ||
          has_forbidden(line)) {
        return bad("bad-cgi-header", line);
      }
      if (!take_field(line.substr(0, colon), http::trim(line.substr(colon + 1)))) {
        return bad("bad-cgi-status", line);
      }
    }
    return finish();
  }

 private:
  bool set_status(std::string_view text) {
    const auto status = parse_status(text);
    if (!status || has_forbidden(status->phrase)) {
      return false;
    }
    reply_.status = status->code;
    reply_.phrase = status->phrase;
    has_status_ = true;
    return true;
  }

  bool take_field(std::string_view name, std::string_view value) {
    if (http::equal_case_blind(name, "status")) {
      return own_status_line_ || set_status(value);
    }
    if (http::equal_case_blind(name, "content-length")) {
      const auto length = parse_length(value);
      length_fits_ =
          length_fits_ && length && (!reply_.content_length || reply_.content_length == length);
      reply_.content_length = length;
      return true;
    }
    if (http::is_hop_by_hop(name)) {
      return true;  // the server alone decides about the connection to the client
    }
    const bool location = http::equal_case_blind(name, "location");
    only_location_ = only_location_ && (location || http::equal_case_blind(name, "content-type"));
    if (location && reply_.headers.has(name)) {
      return true;  // the first one counts
    }
    reply_.headers.add(name, value);
    return true;
  }

  CgiReply finish() {
    if (!length_fits_) {
      reply_.content_length.reset();  // the end of the output tells the true length
    }
    const auto location = reply_.headers.find("location");
    if (location && !has_status_) {
      reply_.status = 302;
      // "//host/path" is another host to a browser. A fragment is for the browser alone.
      const bool local = location->substr(0, 1) == "/" && location->substr(0, 2) != "//" &&
                         location->find('#') == std::string_view::npos;
      if (local && only_location_) {
        reply_.local_redirect = *location;
      }
    }
    return std::move(reply_);
  }

  CgiReply reply_;
  bool has_status_ = false;
  bool own_status_line_ = false;
  bool length_fits_ = true;
  bool only_location_ = true;
};

}  // namespace

CgiHeadReader::State CgiHeadReader::feed(std::string_view bytes) {
  text_.append(bytes);
  for (;;) {
    const auto newline = text_.find('\n', scanned_);
    if (newline == std::string::npos || newline >= most_) {
      scanned_ = text_.size();
      return text_.size() >= most_ ? State::too_large : State::more;
    }
    const auto line = std::string_view(text_).substr(line_begin_, newline - line_begin_);
    scanned_ = newline + 1;
    if (line.empty() || line == "\r") {
      end_ = line_begin_;
      next_ = scanned_;
      return State::complete;
    }
    line_begin_ = scanned_;
  }
}

http::Result<CgiReply> parse_cgi_reply(std::string_view head) { return ReplyParser().parse(head); }

std::optional<int> find_nph_status(std::string_view reply) {
  if (!begins_as_status_line(reply)) {
    return std::nullopt;
  }
  const auto status = parse_status(after_version(take_line(reply)));
  return status ? std::optional(status->code) : std::nullopt;
}

}  // namespace tthttpd::handler
