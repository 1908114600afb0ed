#include "tthttpd/http/percent.hpp"

#include "tthttpd/http/ascii.hpp"

namespace tthttpd::http {
namespace {

bool stays_in_path(char c) {
  // Unreserved marks, sub-delimiters, and what RFC 3986 section 3.3 adds for path characters.
  return is_letter_or_digit(c) ||
         std::string_view("-._~!$&'()*+,;=:@/").find(c) != std::string_view::npos;
}

}  // namespace

std::string percent_encode_path(std::string_view path) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string encoded;
  encoded.reserve(path.size() + path.size() / 4);
  for (const char c : path) {
    if (stays_in_path(c)) {
      encoded += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    encoded += '%';
    encoded += kHex[byte >> 4U];
    encoded += kHex[byte & 0xFU];
  }
  return encoded;
}

std::string escape_html(std::string_view text) {
  std::string escaped;
  escaped.reserve(text.size() + text.size() / 8);
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

}  // namespace tthttpd::http
