#include "tthttpd/http/percent.hpp"

#include <gtest/gtest.h>

namespace tthttpd::http {
namespace {

struct Row {
  const char* description;
  std::string_view path;
  std::string_view encoded;
};

constexpr Row kPaths[] = {
    {"plain letters stay", "/a/b.txt", "/a/b.txt"},
    {"a space and a question mark", "/a b?", "/a%20b%3F"},
    {"unreserved marks and sub-delimiters stay", "/-._~!$&'()*+,;=:@", "/-._~!$&'()*+,;=:@"},
    {"a percent sign is text too", "/100%", "/100%25"},
    {"markup cannot break out of an attribute", "/<a\">", "/%3Ca%22%3E"},
    {"a fragment mark", "/a#b", "/a%23b"},
    {"brackets, backslash, bar", "/[\\]|^`{}", "/%5B%5C%5D%7C%5E%60%7B%7D"},
    {"UTF-8 byte by byte", "/\xE3\x81\x82", "/%E3%81%82"},
    {"raw bytes that are no UTF-8", "/\x80\xFF", "/%80%FF"},
    {"line breaks cannot split a header", "/a\r\nb", "/a%0D%0Ab"},
    {"nothing", "", ""},
};

TEST(PercentEncodePath, WritesAnyPathSoThatAUrlCanHoldIt) {
  for (const Row& row : kPaths) {
    EXPECT_EQ(percent_encode_path(row.path), row.encoded) << row.description;
  }
}

TEST(EscapeHtml, MakesMarkupHarmlessInContentAndAttributes) {
  EXPECT_EQ(escape_html("<img src=x onerror=\"a('b')\"> & c"),
            "&lt;img src=x onerror=&quot;a(&#39;b&#39;)&quot;&gt; &amp; c");
}

TEST(EscapeHtml, LeavesOtherBytesAsTheyAre) {
  EXPECT_EQ(escape_html("\xE3\x81\x82 \x80 a/b"), "\xE3\x81\x82 \x80 a/b");
  EXPECT_EQ(escape_html(""), "");
}

TEST(EscapeHtml, EscapesWhatIsEscapedAlreadyOnceMore) {
  EXPECT_EQ(escape_html("&lt;"), "&amp;lt;");
}

}  // namespace
}  // namespace tthttpd::http
