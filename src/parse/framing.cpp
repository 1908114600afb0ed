#include "tthttpd/parse/framing.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "tthttpd/http/ascii.hpp"

namespace tthttpd::parse {
namespace {

http::Error bad_framing(std::string_view reason, std::string_view value) {
  return {400, reason, std::string(value)};
}

/// The members of all lines of a list field, empty ones too: where framing hangs on a list, one
/// that another reader could take apart differently is refused rather than repaired.
std::vector<std::string_view> strict_members(const http::Headers& headers, std::string_view name) {
  std::vector<std::string_view> members;
  for (std::string_view value : headers.find_all(name)) {
    while (true) {
      const std::size_t comma = value.find(',');
      members.push_back(http::trim(value.substr(0, comma)));
      if (comma == std::string_view::npos) {
        break;
      }
      value.remove_prefix(comma + 1);
    }
  }
  return members;
}

/// Digits alone, at most 2^63-1: no sign, no hexadecimal, no space inside.
std::optional<std::uint64_t> parse_length(std::string_view text) {
  constexpr std::uint64_t kLargest = std::numeric_limits<std::int64_t>::max();
  std::uint64_t length = 0;
  for (const char c : text) {
    if (!http::is_digit(c)) {
      return std::nullopt;
    }
    const auto digit = static_cast<std::uint64_t>(c - '0');
    if (length > (kLargest - digit) / 10) {
      return std::nullopt;
    }
    length = length * 10 + digit;
  }
  return text.empty() ? std::nullopt : std::optional(length);
}

/// Equal repeats count as one (RFC 9112 section 6.3); differing ones hide a request.
http::Result<std::uint64_t> content_length_of(const http::Headers& headers) {
  std::optional<std::uint64_t> length;
  for (const std::string_view member : strict_members(headers, "Content-Length")) {
    const auto number = parse_length(member);
    if (!number) {
      return bad_framing("bad-content-length", member);
    }
    if (length && *length != *number) {
      return bad_framing("differing-content-lengths", member);
    }
    length = number;
  }
  return length.value_or(0);
}

http::Result<void> check_codings(const http::Headers& headers) {
  const auto codings = strict_members(headers, "Transfer-Encoding");
  const auto is_chunked = [](std::string_view c) { return http::equal_case_blind(c, "chunked"); };
  if (std::any_of(codings.begin(), codings.end(), [](auto c) { return c.empty(); })) {
    return bad_framing("bad-transfer-encoding", {});
  }
  const auto chunked = std::find_if(codings.begin(), codings.end(), is_chunked);
  if (chunked != codings.end() && std::next(chunked) != codings.end()) {
    return bad_framing("chunked-not-final", *std::next(chunked));
  }
  if (codings.size() != 1 || chunked == codings.end()) {
    return http::Error{501, "unknown-transfer-coding", std::string(codings.front())};
  }
  return {};
}

/// Expect (RFC 9110 section 10.1.1): true when the client waits for 100 Continue.
http::Result<bool> expects_continue(const http::Headers& headers, int version_minor) {
  if (version_minor < 1) {
    return false;
  }
  bool expects = false;
  for (const std::string_view value : headers.find_all("Expect")) {
    for (const std::string_view member : http::split_list(value)) {
      if (!http::equal_case_blind(member, "100-continue")) {
        return http::Error{417, "unknown-expectation", std::string(member)};
      }
      expects = true;
    }
  }
  return expects;
}

}  // namespace

http::Result<Framing> framing_of(const http::Headers& headers, int version_minor) {
  Framing framing;
  const bool has_length = headers.has("Content-Length");
  if (headers.has("Transfer-Encoding")) {
    if (has_length) {
      return bad_framing("length-and-transfer-encoding", {});
    }
    if (version_minor < 1) {
      return bad_framing("transfer-encoding-in-http-1.0", {});
    }
    if (auto codings = check_codings(headers); !codings) {
      return std::move(codings).error();
    }
    framing.kind = Framing::Kind::chunked;
  } else if (has_length) {
    const auto length = content_length_of(headers);
    if (!length) {
      return length.error();
    }
    framing.kind = Framing::Kind::length;
    framing.length = *length;
  }
  const auto expects = expects_continue(headers, version_minor);
  if (!expects) {
    return expects.error();
  }
  // Who has nothing to send waits for nothing.
  framing.expects_continue =
      *expects && (framing.kind == Framing::Kind::chunked || framing.length > 0);
  return framing;
}

}  // namespace tthttpd::parse
