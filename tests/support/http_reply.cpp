#include "support/http_reply.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstddef>

namespace tthttpd::support {

namespace {

bool same_name(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) ==
           std::tolower(static_cast<unsigned char>(y));
  });
}

[[noreturn]] void refuse(std::string_view why, std::string_view bytes) {
  throw BadReply(std::string(why) + ": " + std::string(bytes.substr(0, 400)));
}

std::size_t number(std::string_view text, int base, std::string_view what) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc{} || end != text.data() + text.size()) {
    refuse(what, text);
  }
  return value;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) {
    text.remove_prefix(1);
  }
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) {
    text.remove_suffix(1);
  }
  return text;
}

Reply parse_head(std::string_view head) {
  Reply reply;
  std::size_t end = head.find("\r\n");
  const std::string_view line = head.substr(0, end);
  if (line.size() < 13 || line.substr(0, 7) != "HTTP/1." || line[8] != ' ' || line[12] != ' ') {
    refuse("bad status line", line);
  }
  reply.version = line.substr(0, 8);
  reply.status = static_cast<int>(number(line.substr(9, 3), 10, "bad status"));
  reply.phrase = line.substr(13);
  while (end != std::string_view::npos && end + 2 < head.size()) {
    const std::size_t begin = end + 2;
    end = head.find("\r\n", begin);
    const std::string_view field = head.substr(begin, end - begin);
    const std::size_t colon = field.find(':');
    if (colon == std::string_view::npos || colon == 0 || field[colon - 1] == ' ' ||
        field.find_first_of("\r\n") != std::string_view::npos) {
      refuse("bad header field", field);
    }
    reply.headers.emplace_back(field.substr(0, colon), trimmed(field.substr(colon + 1)));
  }
  return reply;
}

/// Length of the chunked body at the front of `bytes`, its data appended to `body`.
std::optional<std::size_t> take_chunks(std::string_view bytes, std::string& body) {
  std::size_t at = 0;
  while (true) {
    const std::size_t end = bytes.find("\r\n", at);
    if (end == std::string_view::npos) {
      return std::nullopt;
    }
    const std::string_view line = bytes.substr(at, end - at);
    const std::size_t size = number(line.substr(0, line.find(';')), 16, "bad chunk size");
    at = end + 2;
    if (bytes.size() < at + size + 2) {
      return std::nullopt;
    }
    if (bytes.substr(at + size, 2) != "\r\n") {
      refuse(size == 0 ? "trailer where none is expected" : "chunk longer than it says",
             bytes.substr(at));
    }
    body.append(bytes.substr(at, size));
    at += size + 2;
    if (size == 0) {
      return at;
    }
  }
}

}  // namespace

std::string Reply::header(std::string_view name) const {
  for (const auto& [key, value] : headers) {
    if (same_name(key, name)) {
      return value;
    }
  }
  return {};
}

bool Reply::has(std::string_view name) const { return !all(name).empty(); }

std::vector<std::string> Reply::all(std::string_view name) const {
  std::vector<std::string> values;
  for (const auto& [key, value] : headers) {
    if (same_name(key, name)) {
      values.push_back(value);
    }
  }
  return values;
}

std::optional<Reply> take_reply(std::string& bytes, const ReplyContext& context) {
  const std::size_t head_end = bytes.find("\r\n\r\n");
  if (head_end == std::string::npos) {
    if (context.ended) {
      refuse("closed before the end of the head", bytes);
    }
    return std::nullopt;
  }
  Reply reply = parse_head(std::string_view(bytes).substr(0, head_end));
  const std::string_view rest = std::string_view(bytes).substr(head_end + 4);
  const std::vector<std::string> lengths = reply.all("Content-Length");
  const std::vector<std::string> codings = reply.all("Transfer-Encoding");
  if (lengths.size() + codings.size() > 1) {
    refuse("more than one framing", bytes);
  }
  std::optional<std::size_t> used;
  const bool bodiless =
      context.head || reply.status < 200 || reply.status == 204 || reply.status == 304;
  if (bodiless) {
    used = 0;
  } else if (!codings.empty()) {
    if (codings.front() != "chunked") {
      refuse("unknown transfer coding", codings.front());
    }
    used = take_chunks(rest, reply.body);
  } else if (!lengths.empty()) {
    const std::size_t length = number(lengths.front(), 10, "bad Content-Length");
    if (rest.size() >= length) {
      reply.body = rest.substr(0, length);
      used = length;
    }
  } else if (context.ended) {
    reply.body = rest;
    used = rest.size();
  }
  if (!used) {
    const bool until_close = codings.empty() && lengths.empty();
    if (context.ended && !until_close) {
      refuse("closed before the end of the body", bytes);
    }
    return std::nullopt;
  }
  bytes.erase(0, head_end + 4 + *used);
  return reply;
}

}  // namespace tthttpd::support
