#include "tthttpd/http/mime_types.hpp"

#include <array>

#include <gtest/gtest.h>

#include "support/temp_dir.hpp"

namespace tthttpd::http {
namespace {

TEST(MimeTypes, KnowTheTypesOfTheWeb) {
  struct Row {
    const char* name;
    const char* type;
  };
  const std::array rows = {
      Row{"index.html", "text/html"},
      Row{"a.htm", "text/html"},
      Row{"a.css", "text/css"},
      Row{"a.js", "text/javascript"},
      Row{"a.mjs", "text/javascript"},
      Row{"a.json", "application/json"},
      Row{"a.wasm", "application/wasm"},
      Row{"a.woff2", "font/woff2"},
      Row{"a.avif", "image/avif"},
      Row{"a.webp", "image/webp"},
      Row{"a.jxl", "image/jxl"},
      Row{"a.svg", "image/svg+xml"},
      Row{"app.webmanifest", "application/manifest+json"},
      Row{"a.opus", "audio/ogg"},
      Row{"a.m4a", "audio/mp4"},
      Row{"a.mp4", "video/mp4"},
      Row{"a.webm", "video/webm"},
      Row{"a.vtt", "text/vtt"},
      Row{"a.xml", "application/xml"},
      Row{"a.rss", "application/rss+xml"},
      Row{"a.atom", "application/atom+xml"},
      Row{"a.pdf", "application/pdf"},
      Row{"a.epub", "application/epub+zip"},
      Row{"a.txt", "text/plain"},
      Row{"a.md", "text/markdown"},
      Row{"a.csv", "text/csv"},
      Row{"a.ics", "text/calendar"},
      Row{"a.3gp", "video/3gpp"},
      Row{"a.zst", "application/zstd"},
  };
  const MimeTypes types;
  for (const auto& row : rows) {
    EXPECT_EQ(types.type_of(row.name), row.type) << row.name;
  }
}

TEST(MimeTypes, TheLastExtensionDecides) {
  struct Row {
    const char* description;
    const char* name;
    const char* type;
  };
  constexpr auto kUnknown = "application/octet-stream";
  const std::array rows = {
      Row{"two extensions", "a.tar.gz", "application/gzip"},
      Row{"any case", "PHOTO.JPG", "image/jpeg"},
      Row{"a path", "/some.d/dir.html/photo.png", "image/png"},
      Row{"a dot in a folder alone", "/site.html/README", kUnknown},
      Row{"none", "README", kUnknown},
      Row{"nothing behind the dot", "a.", kUnknown},
      Row{"unknown", "a.nosuchtype", kUnknown},
      Row{"no name", "", kUnknown},
      Row{"a leading dot is one too", ".html", "text/html"},
      Row{"bytes above ASCII", "a.\xe3\x81\x82", kUnknown},
      Row{"very long", "a.htmlhtmlhtmlhtmlhtmlhtmlhtmlhtmlhtmlhtml", kUnknown},
  };
  const MimeTypes types;
  for (const auto& row : rows) {
    EXPECT_EQ(types.type_of(row.name), row.type) << row.description;
  }
}

TEST(MimeTypes, OwnEntriesComeFirstAndTheSystemsLast) {
  const support::TempDir dir;
  const auto path = dir.write("mime.types",
                              "# a comment\n"
                              "\n"
                              "text/wrong  html htm\n"
                              "application/x-game  SaVe save2 # more words\n"
                              "application/x-late  save own\r\n"
                              "application/x-alone\n");
  MimeTypes types;
  types.add("own", "application/x-own");
  types.add("CSS", "text/own-css");
  EXPECT_TRUE(types.load_system_file(path.string()));
  EXPECT_EQ(types.type_of("a.html"), "text/html");
  EXPECT_EQ(types.type_of("a.save"), "application/x-game");
  EXPECT_EQ(types.type_of("a.save2"), "application/x-game");
  EXPECT_EQ(types.type_of("a.more"), "application/octet-stream");
  EXPECT_EQ(types.type_of("a.own"), "application/x-own");
  EXPECT_EQ(types.type_of("a.css"), "text/own-css");
  types.add("own", "application/x-newer");
  EXPECT_EQ(types.type_of("a.OWN"), "application/x-newer");
}

TEST(MimeTypes, AMissingSystemFileIsNoError) {
  const support::TempDir dir;
  MimeTypes types;
  EXPECT_FALSE(types.load_system_file((dir / "absent").string()));
  EXPECT_EQ(types.type_of("a.html"), "text/html");
}

TEST(MimeTypes, OnlyTextTakesACharset) {
  struct Row {
    const char* type;
    bool takes;
  };
  const std::array rows = {
      Row{"text/html", true},
      Row{"TEXT/plain", true},
      Row{"text/javascript", true},
      Row{"text/html; charset=euc-jp", false},
      Row{"text/plain; Charset=x", false},
      Row{"text/plain; format=flowed", true},
      Row{"application/json", false},
      Row{"application/xml", false},
      Row{"image/svg+xml", false},
      Row{"text", false},
      Row{"", false},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(takes_charset(row.type), row.takes) << row.type;
  }
}

}  // namespace
}  // namespace tthttpd::http
