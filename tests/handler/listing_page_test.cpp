#include "tthttpd/handler/listing_page.hpp"

#include <array>
#include <limits>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tthttpd::handler {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

ListingPage page_with(std::string name, bool folder = false) {
  ListingPage page;
  page.path = "/dir/";
  page.rows.push_back({std::move(name), folder, 1234567, 784111777});
  return page;
}

TEST(ListingPage, ShowsNameSizeAndTime) {
  const auto html = write_listing_html(page_with("a.txt"));
  EXPECT_THAT(html, HasSubstr("<a href=\"./a.txt\">a.txt</a>"));
  EXPECT_THAT(html, HasSubstr("title=\"1234567 bytes\">1.1 MiB<"));
  EXPECT_THAT(html, HasSubstr("<time datetime=\"1994-11-06T08:49:37Z\">1994-11-06 08:49</time>"));
  EXPECT_THAT(html, HasSubstr("<meta charset=\"utf-8\">"));
  EXPECT_THAT(html, HasSubstr("width=device-width"));
  EXPECT_THAT(html, HasSubstr("prefers-color-scheme:dark"));
  EXPECT_THAT(html, Not(HasSubstr("<script")));
}

TEST(ListingPage, LinksRawNamesAndEscapesWhatIsShown) {
  struct Row {
    const char* description;
    const char* name;
    bool folder;
    const char* link;
  };
  const std::array rows = {
      Row{"folder", "sub", true, "<a href=\"./sub/\">sub/</a>"},
      Row{"markup", "<img src=x onerror=alert(1)>", false,
          "<a href=\"./%3Cimg%20src=x%20onerror=alert(1)%3E\">&lt;img src=x onerror=alert(1)&gt;"},
      Row{"quotes", "a\"b'c&d", false, "<a href=\"./a%22b&#39;c&amp;d\">a&quot;b&#39;c&amp;d</a>"},
      Row{"percent and question mark", "50% off?#1", false,
          "<a href=\"./50%25%20off%3F%231\">50% off?#1</a>"},
      Row{"looks like a scheme", "javascript:alert(1)", false,
          "<a href=\"./javascript:alert(1)\">"},
      Row{"UTF-8", "\xE3\x81\x82", false, "<a href=\"./%E3%81%82\">\xE3\x81\x82</a>"},
      Row{"raw bytes", "a\x80", false, "<a href=\"./a%80\">a\xEF\xBF\xBD</a>"},
      Row{"backslash", "a\\b", false, "<a href=\"./a%5Cb\">a\\b</a>"},
      Row{"plus", "a+b", false, "<a href=\"./a+b\">a+b</a>"},
  };
  for (const auto& row : rows) {
    EXPECT_THAT(write_listing_html(page_with(row.name, row.folder)), HasSubstr(row.link))
        << row.description;
  }
}

TEST(ListingPage, EscapesThePathItStandsFor) {
  auto page = page_with("a");
  page.path = "/<u>\"x\"\x80</u>/";
  const auto html = write_listing_html(page);
  EXPECT_THAT(html, HasSubstr("<title>Index of /&lt;u&gt;&quot;x&quot;\xEF\xBF\xBD&lt;/u&gt;/<"));
  EXPECT_THAT(html, HasSubstr("<h1>Index of /&lt;u&gt;"));
  EXPECT_THAT(html, Not(HasSubstr("<u>")));
}

TEST(ListingPage, LinksToTheParentButNotFromTheRoot) {
  auto page = page_with("a");
  EXPECT_THAT(write_listing_html(page), HasSubstr("<tbody>\n<tr><td><a href=\"../\">"));
  page.path = "/";
  EXPECT_THAT(write_listing_html(page), Not(HasSubstr("../")));
}

TEST(ListingPage, HeadersSortAndTurnTheOrderRound) {
  auto page = page_with("a");
  EXPECT_THAT(write_listing_html(page),
              HasSubstr("aria-sort=\"ascending\"><a href=\"?sort=name&amp;order=desc\">"));
  EXPECT_THAT(write_listing_html(page), HasSubstr("<a href=\"?sort=size&amp;order=asc\">"));
  page.order = {ListingOrder::Key::time, true};
  EXPECT_THAT(write_listing_html(page),
              HasSubstr("aria-sort=\"descending\"><a href=\"?sort=time&amp;order=asc\">"));
  EXPECT_THAT(write_listing_html(page), HasSubstr("<a href=\"?sort=name&amp;order=asc\">"));
}

TEST(ListingPage, TakesAStyleSheetAndAReadme) {
  auto page = page_with("a");
  page.css = "/style.css?a=1&b=\"2\"";
  page.readme_name = "README";
  page.readme = "<b>bold</b>\n\x80";
  const auto html = write_listing_html(page);
  EXPECT_THAT(html, HasSubstr("href=\"/style.css?a=1&amp;b=&quot;2&quot;\""));
  EXPECT_THAT(html, Not(HasSubstr("<style>")));
  EXPECT_THAT(html, HasSubstr("<h2>README</h2>"));
  EXPECT_THAT(html, HasSubstr("&lt;b&gt;bold&lt;/b&gt;\n\xEF\xBF\xBD</pre>"));
  EXPECT_THAT(write_listing_html(page_with("a")), Not(HasSubstr("<pre>")));
}

TEST(ListingPage, WritesJson) {
  EXPECT_EQ(write_listing_json({}), "[\n]\n");
  EXPECT_EQ(write_listing_json({{"a \"b\"\\\n\x80", false, 7, 0}, {"sub", true, 0, 784111777}}),
            "[\n{\"name\":\"a \\\"b\\\"\\\\\\u000a\xEF\xBF\xBD\",\"type\":\"file\",\"size\":7,"
            "\"mtime\":\"1970-01-01T00:00:00Z\"},\n"
            "{\"name\":\"sub\",\"type\":\"directory\",\"mtime\":\"1994-11-06T08:49:37Z\"}\n]\n");
}

TEST(ListingPage, WritesSizesForPeople) {
  struct Row {
    std::uint64_t bytes;
    const char* text;
  };
  const std::array rows = {
      Row{0, "0 B"},
      Row{1023, "1023 B"},
      Row{1024, "1.0 KiB"},
      Row{1536, "1.5 KiB"},
      Row{1048575, "1023.9 KiB"},
      Row{1048576, "1.0 MiB"},
      Row{5ULL << 30U, "5.0 GiB"},
      Row{std::numeric_limits<std::uint64_t>::max(), "15.9 EiB"},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(human_size(row.bytes), row.text);
  }
}

}  // namespace
}  // namespace tthttpd::handler
