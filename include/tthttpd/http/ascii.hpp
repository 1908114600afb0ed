#pragma once

namespace tthttpd::http {

// Classes of bytes by the core rules of RFC 5234 appendix B.1. The functions of <cctype> depend on
// the locale and are undefined for bytes from 0x80 on.

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

constexpr bool is_letter_or_digit(char c) { return is_letter(c) || is_digit(c); }

/// CTL: 0x00 to 0x1F and 0x7F. The tab is one too.
constexpr bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7F;
}

/// What neither a field value nor any other line of a head may hold (RFC 9110 section 5.5): control
/// bytes but the tab. CR, LF and NUL are among them, with which somebody else on the way can read
/// one message as two.
constexpr bool is_control_but_tab(char c) { return is_control(c) && c != '\t'; }

/// The value of a HEXDIG of either case; -1 for any other byte.
constexpr int hex_value(char c) {
  if (is_digit(c)) {
    return c - '0';
  }
  if (c >= 'a' && c <= 'f') {
    return c - 'a' + 10;
  }
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

constexpr bool is_hex_digit(char c) { return hex_value(c) >= 0; }

}  // namespace tthttpd::http
