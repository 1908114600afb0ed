#include "tthttpd/write/response_writer.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <type_traits>
#include <vector>

#include "tthttpd/http/date.hpp"
#include "tthttpd/http/status.hpp"

namespace tthttpd::write {
namespace {

constexpr std::size_t kStreamBuffer = 32 * 1024;

/// No std::string: what has a destructor is registered with the thread at its first use, and the
/// system's library ends the process when there is no memory for that.
struct DateText {
  std::int64_t made_for;
  std::array<char, 32> text;
  std::size_t size;
};
static_assert(std::is_trivially_destructible_v<DateText>);

std::string_view date_now(std::int64_t now) {
  thread_local DateText date{-1, {}, 0};
  if (date.made_for != now) {
    const std::string made = http::format_date(now);
    date.size = made.copy(date.text.data(), date.text.size());
    date.made_for = now;
  }
  return {date.text.data(), date.size};
}

bool decided_here(std::string_view name) {
  return http::equal_case_blind(name, "content-length") || http::is_hop_by_hop(name);
}

bool breaks_out(std::string_view value) {
  return std::any_of(value.begin(), value.end(),
                     [](char c) { return c == '\r' || c == '\n' || c == '\0'; });
}

void append_field(std::string& head, std::string_view name, std::string_view value) {
  head.append(name).append(": ").append(value).append("\r\n");
}

void append_number(std::string& out, std::uint64_t number, int base) {
  std::array<char, 24> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, base).ptr;
  out.append(digits.data(), end);
}

class StreamSender {
 public:
  StreamSender(http::ByteSink& sink, http::StreamBody& stream, const ResponsePlan& plan)
      : sink_(sink), stream_(stream), plan_(plan), buffer_(kStreamBuffer) {}

  Written send(std::string head) {
    head_ = std::move(head);
    if (!stream_.ready() || !plan_.send_content) {
      if (auto sent = flush_head(); !sent) {
        return {0, sent.error()};
      }
    }
    for (;;) {
      auto got = stream_.read(buffer_);
      if (!got) {
        // What is known so far still goes out; the missing end tells the client it is not all.
        static_cast<void>(flush_head());
        return {content_, got.error()};
      }
      if (*got == 0) {
        break;
      }
      if (plan_.send_content) {
        if (auto sent = send_piece({buffer_.data(), *got}); !sent) {
          return {content_, sent.error()};
        }
      }
    }
    return finish();
  }

 private:
  http::Result<void> flush_head() {
    if (head_.empty()) {
      return {};
    }
    const std::array<std::string_view, 1> pieces{head_};
    auto sent = sink_.write(pieces, false);
    head_.clear();
    return sent;
  }

  http::Result<void> send_piece(std::string_view piece) {
    if (plan_.framing == BodyFraming::length) {
      piece = piece.substr(0, static_cast<std::size_t>(
                                  std::min<std::uint64_t>(piece.size(), plan_.length - content_)));
    }
    std::string size_line;
    std::array<std::string_view, 4> pieces{head_, {}, piece, {}};
    if (plan_.framing == BodyFraming::chunked) {
      append_number(size_line, piece.size(), 16);
      size_line.append("\r\n");
      pieces[1] = size_line;
      pieces[3] = "\r\n";
    }
    auto sent = sink_.write(pieces, false);
    head_.clear();
    if (sent) {
      content_ += piece.size();
    }
    return sent;
  }

  Written finish() {
    if (plan_.framing == BodyFraming::length && plan_.send_content && content_ < plan_.length) {
      return {content_, http::Error{http::kNoAnswer, "stream-too-short",
                                    "fewer bytes than Content-Length promised"}};
    }
    const bool chunked = plan_.framing == BodyFraming::chunked;
    if (head_.empty() && !chunked) {
      return {content_, std::nullopt};
    }
    const std::array<std::string_view, 2> pieces{head_, chunked ? "0\r\n\r\n" : ""};
    if (auto sent = sink_.write(pieces, false); !sent) {
      return {content_, sent.error()};
    }
    return {content_, std::nullopt};
  }

  http::ByteSink& sink_;
  http::StreamBody& stream_;
  const ResponsePlan& plan_;
  std::vector<char> buffer_;
  std::string head_;
  std::uint64_t content_ = 0;
};

}  // namespace

std::string format_head(const http::Response& response, const ResponsePlan& plan,
                        const WriteOptions& options) {
  std::string head;
  head.reserve(512);
  head.append("HTTP/1.1 ");
  append_number(head, static_cast<std::uint64_t>(response.status), 10);
  head.push_back(' ');
  if (response.phrase.empty() || breaks_out(response.phrase)) {
    head.append(http::reason_phrase(response.status));
  } else {
    head.append(response.phrase);
  }
  head.append("\r\n");
  if (!response.headers.has("date")) {
    append_field(head, "Date", date_now(options.now));
  }
  if (!options.server.empty() && !response.headers.has("server")) {
    append_field(head, "Server", options.server);
  }
  for (std::size_t i = 0; i < response.headers.size(); ++i) {
    const auto field = response.headers[i];
    if (!decided_here(field.name) && http::is_token(field.name) && !breaks_out(field.value)) {
      append_field(head, field.name, field.value);
    }
  }
  if (plan.framing == BodyFraming::length) {
    head.append("Content-Length: ");
    append_number(head, plan.length, 10);
    head.append("\r\n");
  } else if (plan.framing == BodyFraming::chunked) {
    head.append("Transfer-Encoding: chunked\r\n");
  }
  if (!options.keep_alive) {
    head.append("Connection: close\r\n");
  } else if (options.version_minor == 0) {
    head.append("Connection: keep-alive\r\n");
  }
  head.append("\r\n");
  return head;
}

Written write_response(http::ByteSink& sink, http::Response& response, const ResponsePlan& plan,
                       const WriteOptions& options) {
  std::string head = response.raw ? std::string() : format_head(response, plan, options);
  if (auto* stream = std::get_if<std::unique_ptr<http::StreamBody>>(&response.body)) {
    return StreamSender(sink, **stream, plan).send(std::move(head));
  }
  if (const auto* slice = std::get_if<http::FileSlice>(&response.body);
      slice != nullptr && plan.send_content && slice->length > 0) {
    if (auto sent = sink.write_file(head, *slice); !sent) {
      return {0, sent.error()};
    }
    return {slice->length, std::nullopt};
  }
  std::string_view content;
  if (const auto* text = std::get_if<std::string>(&response.body);
      text != nullptr && plan.send_content) {
    content = *text;
  }
  const std::array<std::string_view, 2> pieces{head, content};
  if (auto sent = sink.write(pieces, false); !sent) {
    return {0, sent.error()};
  }
  return {content.size(), std::nullopt};
}

}  // namespace tthttpd::write
