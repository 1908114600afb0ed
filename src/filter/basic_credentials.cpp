#include "tthttpd/filter/basic_credentials.hpp"

#include <algorithm>
#include <utility>

#include "tthttpd/http/ascii.hpp"

namespace tthttpd::filter {
namespace {

constexpr std::string_view kScheme = "basic";
constexpr unsigned kNoDigit = 64;

/// What one character stands for (RFC 4648 section 4), or kNoDigit.
unsigned base64_digit(char c) {
  if (c >= 'A' && c <= 'Z') {
    return static_cast<unsigned>(c - 'A');
  }
  if (c >= 'a' && c <= 'z') {
    return static_cast<unsigned>(c - 'a') + 26;
  }
  if (http::is_digit(c)) {
    return static_cast<unsigned>(c - '0') + 52;
  }
  return c == '+' ? 62 : c == '/' ? 63 : kNoDigit;
}

/// Without padding or with all of it; leftover bits must be zero, so that each text has one
/// spelling only.
std::optional<std::string> decode_base64(std::string_view text) {
  const std::size_t padding_at = std::min(text.find('='), text.size());
  const std::string_view padding = text.substr(padding_at);
  const std::string_view digits = text.substr(0, padding_at);
  if (!padding.empty() && (text.size() % 4 != 0 || padding.size() > 2 || padding.back() != '=' ||
                           padding.front() != '=')) {
    return std::nullopt;
  }
  std::string decoded;
  decoded.reserve(digits.size() * 3 / 4);
  unsigned bits = 0;
  unsigned held = 0;
  for (const char c : digits) {
    const unsigned digit = base64_digit(c);
    if (digit == kNoDigit) {
      return std::nullopt;
    }
    bits = (bits << 6) | digit;
    held += 6;
    if (held >= 8) {
      held -= 8;
      decoded.push_back(static_cast<char>((bits >> held) & 0xffU));
      bits &= (1U << held) - 1;
    }
  }
  if (held >= 6 || bits != 0) {
    return std::nullopt;
  }
  return decoded;
}

}  // namespace

std::optional<BasicCredentials> parse_basic_credentials(std::string_view field) {
  field = http::trim(field);
  const std::size_t scheme_end = std::min(field.find(' '), field.size());
  if (!http::equal_case_blind(field.substr(0, scheme_end), kScheme)) {
    return std::nullopt;
  }
  const std::string_view token = http::trim(field.substr(scheme_end));
  if (token.size() > kLongestToken) {
    return std::nullopt;
  }
  const auto decoded = decode_base64(token);
  if (!decoded || std::any_of(decoded->begin(), decoded->end(), http::is_control)) {
    return std::nullopt;
  }
  const auto colon = decoded->find(':');
  if (colon == std::string::npos) {
    return std::nullopt;
  }
  return BasicCredentials{decoded->substr(0, colon), decoded->substr(colon + 1)};
}

SentCredentials read_credentials(const http::Headers& headers) {
  SentCredentials sent;
  const auto field = headers.find("Authorization");
  if (!field) {
    return sent;
  }
  sent.state = SentCredentials::State::malformed;
  if (headers.count("Authorization") == 1) {
    if (auto credentials = parse_basic_credentials(*field)) {
      sent.state = SentCredentials::State::present;
      sent.credentials = std::move(*credentials);
    }
  }
  return sent;
}

}  // namespace tthttpd::filter
