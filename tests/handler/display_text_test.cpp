#include "tthttpd/handler/display_text.hpp"

#include <array>
#include <string>

#include <gtest/gtest.h>

namespace tthttpd::handler {
namespace {

TEST(DisplayText, ReplacesBytesThatAreNoCharacter) {
  struct Row {
    const char* description;
    std::string raw;
    std::string shown;
  };
  const std::string mark = "\xEF\xBF\xBD";
  const std::array rows = {
      Row{"nothing", "", ""},
      Row{"ASCII", "a b<c>", "a b<c>"},
      Row{"two, three and four bytes", "\xC3\xA9\xE3\x81\x82\xF0\x9F\x90\xB1",
          "\xC3\xA9\xE3\x81\x82\xF0\x9F\x90\xB1"},
      Row{"highest character", "\xF4\x8F\xBF\xBF", "\xF4\x8F\xBF\xBF"},
      Row{"stray continuation", "a\x80z", "a" + mark + "z"},
      Row{"Shift_JIS", "\x83\x65", mark + "e"},
      Row{"cut off", "\xE3\x81", mark + mark},
      Row{"cut off by a letter", "\xE3\x81x", mark + mark + "x"},
      Row{"overlong slash", "\xC0\xAF", mark + mark},
      Row{"overlong in three bytes", "\xE0\x80\xAF", mark + mark + mark},
      Row{"surrogate", "\xED\xA0\x80", mark + mark + mark},
      Row{"past the last character", "\xF4\x90\x80\x80", mark + mark + mark + mark},
      Row{"never a first byte", "\xFF\xFE", mark + mark},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(display_text(row.raw), row.shown) << row.description;
  }
}

}  // namespace
}  // namespace tthttpd::handler
