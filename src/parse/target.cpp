#include "tthttpd/parse/target.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "tthttpd/http/ascii.hpp"
#include "tthttpd/http/headers.hpp"
#include "tthttpd/parse/authority.hpp"

namespace tthttpd::parse {
namespace {

http::Error bad_target(std::string_view reason) { return {400, reason, {}}; }

/// Bytes that no client sends in a target. Others that RFC 3986 would have escaped, such as '"',
/// '|' and bytes from 0x80, are taken as they are: browsers and scripts send them.
bool is_refused(char c) { return http::is_control(c) || c == ' ' || c == '#'; }

/// What follows "http://" or "https://"; nothing when the target has neither.
std::optional<std::string_view> after_scheme(std::string_view text) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (http::equal_case_blind(text.substr(0, scheme.size()), scheme)) {
      return text.substr(scheme.size());
    }
  }
  return std::nullopt;
}

}  // namespace

http::Result<Target> parse_target(std::string_view text) {
  if (std::any_of(text.begin(), text.end(), is_refused)) {
    return bad_target("bad-target-byte");
  }
  Target target;
  if (text == "*") {
    target.path = text;
    return target;
  }
  if (const auto rest = after_scheme(text)) {
    const std::size_t end = std::min(rest->find_first_of("/?"), rest->size());
    const std::string_view authority = rest->substr(0, end);
    if (!is_valid_authority(authority)) {
      return bad_target("bad-target-authority");
    }
    target.authority = authority;
    text = rest->substr(end);
    target.has_path = !text.empty();
  } else if (!text.starts_with('/')) {
    return bad_target("bad-target-form");
  }
  // The query begins at the first literal '?', before any decoding: "/what%3F.txt" has none.
  if (const std::size_t mark = text.find('?'); mark != std::string_view::npos) {
    target.query = text.substr(mark + 1);
    target.has_query = true;
    text = text.substr(0, mark);
  }
  auto decoded = percent_decode(text);
  if (!decoded) {
    return std::move(decoded).error();
  }
  if (decoded->empty()) {
    decoded->push_back('/');
  }
  auto path = canonical_path(*decoded);
  if (!path) {
    return std::move(path).error();
  }
  target.path = *std::move(path);
  return target;
}

http::Result<std::string> canonical_path(std::string_view decoded) {
  if (!decoded.starts_with('/')) {
    return bad_target("bad-target-form");
  }
  std::string path;  // "" or "/a/b", never a slash at the end
  path.reserve(decoded.size());
  bool directory = false;
  std::size_t start = 1;
  while (start <= decoded.size()) {
    const std::size_t end = std::min(decoded.find('/', start), decoded.size());
    const std::string_view segment = decoded.substr(start, end - start);
    start = end + 1;
    directory = segment.empty() || segment == "." || segment == "..";
    if (segment == "..") {
      // Stops a climb out of the root before any file name is made; opening files below a
      // descriptor of the root stops it once more.
      if (path.empty()) {
        return bad_target("path-above-root");
      }
      path.resize(path.rfind('/'));
    } else if (!directory) {
      path += '/';
      path += segment;
    }
  }
  if (directory) {
    path += '/';
  }
  return path;
}

http::Result<std::string> percent_decode(std::string_view text) {
  std::string decoded;
  decoded.reserve(text.size() + 1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      if (text[i] == '\0') {
        return bad_target("nul-in-path");
      }
      decoded += text[i];
      continue;
    }
    if (text.size() - i < 3) {
      return bad_target("bad-escape");
    }
    const int high = http::hex_value(text[i + 1]);
    const int low = http::hex_value(text[i + 2]);
    if (high < 0 || low < 0) {
      return bad_target("bad-escape");
    }
    const int byte = high * 16 + low;
    if (byte == 0) {
      // A name that ends earlier for the system than for our checks.
      return bad_target("nul-in-path");
    }
    decoded += static_cast<char>(byte);
    i += 2;
  }
  return decoded;
}

}  // namespace tthttpd::parse
