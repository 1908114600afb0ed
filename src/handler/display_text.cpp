#include "tthttpd/handler/display_text.hpp"

#include <cstddef>
#include <cstdint>

namespace tthttpd::handler {
namespace {

std::uint8_t byte_at(std::string_view text, std::size_t index) {
  return index < text.size() ? static_cast<std::uint8_t>(text[index]) : 0;
}

/// Length of the character that `text` starts with; 0 when its first byte starts none. The bounds
/// of the second byte keep out overlong forms, surrogates and what lies past U+10FFFF (RFC 3629).
std::size_t character_length(std::string_view text) {
  const auto first = byte_at(text, 0);
  if (first < 0x80) {
    return 1;
  }
  std::size_t length = 0;
  std::uint8_t lowest = 0x80;
  std::uint8_t highest = 0xBF;
  if (first >= 0xC2 && first <= 0xDF) {
    length = 2;
  } else if (first >= 0xE0 && first <= 0xEF) {
    length = 3;
    lowest = first == 0xE0 ? 0xA0 : lowest;
    highest = first == 0xED ? 0x9F : highest;
  } else if (first >= 0xF0 && first <= 0xF4) {
    length = 4;
    lowest = first == 0xF0 ? 0x90 : lowest;
    highest = first == 0xF4 ? 0x8F : highest;
  } else {
    return 0;
  }
  for (std::size_t i = 1; i < length; ++i) {
    if (byte_at(text, i) < lowest || byte_at(text, i) > highest) {
      return 0;
    }
    lowest = 0x80;
    highest = 0xBF;
  }
  return length;
}

}  // namespace

std::string display_text(std::string_view raw) {
  std::string text;
  text.reserve(raw.size());
  while (!raw.empty()) {
    const std::size_t length = character_length(raw);
    if (length == 0) {
      text += "\xEF\xBF\xBD";
      raw.remove_prefix(1);
    } else {
      text += raw.substr(0, length);
      raw.remove_prefix(length);
    }
  }
  return text;
}

}  // namespace tthttpd::handler
