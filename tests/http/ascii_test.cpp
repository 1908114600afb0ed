#include "tthttpd/http/ascii.hpp"

#include <string>

#include <gtest/gtest.h>

namespace tthttpd::http {
namespace {

/// All bytes for which `belongs` holds, in order.
template <typename Predicate>
std::string all_of_them(Predicate belongs) {
  std::string bytes;
  for (int byte = 0; byte < 256; ++byte) {
    if (belongs(static_cast<char>(byte))) {
      bytes += static_cast<char>(byte);
    }
  }
  return bytes;
}

TEST(Ascii, ClassesHoldTheirBytesAndNoOthers) {
  const std::string digits = "0123456789";
  const std::string upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const std::string lower = "abcdefghijklmnopqrstuvwxyz";
  EXPECT_EQ(all_of_them(is_digit), digits);
  EXPECT_EQ(all_of_them(is_letter), upper + lower);
  EXPECT_EQ(all_of_them(is_letter_or_digit), digits + upper + lower);
  EXPECT_EQ(all_of_them(is_hex_digit), digits + "ABCDEFabcdef");
  EXPECT_EQ(all_of_them(is_control).size(), 33U);
  EXPECT_EQ(all_of_them(is_control_but_tab).size(), 32U);
  EXPECT_TRUE(is_control('\t') && is_control('\0') && is_control('\x7F'));
  EXPECT_FALSE(is_control(' ') || is_control('\x80') || is_control_but_tab('\t'));
}

TEST(Ascii, HexDigitsHaveTheirValueInEitherCase) {
  int value = 0;
  for (const char c : std::string("0123456789abcdef")) {
    EXPECT_EQ(hex_value(c), value++) << c;
  }
  EXPECT_EQ(hex_value('A'), 10);
  EXPECT_EQ(hex_value('F'), 15);
  EXPECT_EQ(hex_value('g'), -1);
}

}  // namespace
}  // namespace tthttpd::http
