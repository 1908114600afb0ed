#include "tthttpd/handler/static_file.hpp"

#include <array>
#include <ctime>
#include <fcntl.h>
#include <memory>
#include <string>
#include <sys/stat.h>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "support/temp_dir.hpp"
#include "tthttpd/http/date.hpp"

namespace tthttpd::handler {
namespace {

using Fields = std::vector<std::pair<const char*, std::string>>;

class StaticFileTest : public ::testing::Test {
 protected:
  StaticFileTest() { temp_.write("a.txt", "0123456789"); }

  http::Response serve(const char* method, const Fields& fields = {},
                       std::string_view name = "a.txt", std::string_view charset = {}) {
    http::Request request;
    request.method_name = method;
    request.method = http::method_from(method);
    for (const auto& [field, value] : fields) {
      request.headers.add(field, value);
    }
    route::Resource resource;
    resource.kind = route::Kind::file;
    resource.file_path = (temp_ / name).string();
    resource.file =
        platform::File(platform::Handle(::open(resource.file_path.c_str(), O_RDONLY | O_CLOEXEC)));
    const auto info = resource.file.info();
    EXPECT_TRUE(info.ok());
    resource.info = *info;
    StaticFile handler({std::make_shared<const http::MimeTypes>(), std::string(charset)});
    auto response = handler.handle(request, resource);
    EXPECT_TRUE(response.ok());
    return std::move(*response);
  }

  static std::string content(const http::Response& response) {
    const auto* slice = std::get_if<http::FileSlice>(&response.body);
    if (slice == nullptr) {
      return std::holds_alternative<std::monostate>(response.body) ? "" : "not from the file";
    }
    std::string text(slice->length, '\0');
    const auto got = slice->file->read_at(slice->offset, text);
    EXPECT_TRUE(got.ok() && *got == slice->length);
    return text;
  }
  static std::string field(const http::Response& response, std::string_view name) {
    return std::string(response.headers.find(name).value_or("(none)"));
  }
  void set_time(std::string_view name, std::int64_t seconds) const {
    const std::array<timespec, 2> times{timespec{seconds, 0}, timespec{seconds, 0}};
    ASSERT_EQ(::utimensat(AT_FDCWD, (temp_ / name).c_str(), times.data(), 0), 0);
  }

  support::TempDir temp_;
};

TEST_F(StaticFileTest, GivesTheFileAndItsValidators) {
  set_time("a.txt", 784111777);
  const auto response = serve("GET");
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(content(response), "0123456789");
  EXPECT_EQ(field(response, "Content-Type"), "text/plain");
  EXPECT_EQ(field(response, "Last-Modified"), "Sun, 06 Nov 1994 08:49:37 GMT");
  EXPECT_EQ(field(response, "Accept-Ranges"), "bytes");
  const auto etag = field(response, "ETag");
  EXPECT_TRUE(etag.starts_with('"') && etag.ends_with('"') && etag.size() > 2) << etag;
  EXPECT_EQ(field(response, "Content-Range"), "(none)");
  EXPECT_EQ(field(response, "Content-Encoding"), "(none)");
}

TEST_F(StaticFileTest, HeadHasTheSameFieldsAndLength) {
  const auto get = serve("GET");
  const auto head = serve("HEAD");
  EXPECT_EQ(head.status, 200);
  ASSERT_EQ(head.headers.size(), get.headers.size());
  for (std::size_t i = 0; i < get.headers.size(); ++i) {
    EXPECT_EQ(head.headers[i].name, get.headers[i].name);
    EXPECT_EQ(head.headers[i].value, get.headers[i].value);
  }
  ASSERT_TRUE(std::holds_alternative<http::FileSlice>(head.body));
  EXPECT_EQ(std::get<http::FileSlice>(head.body).length, 10U);
}

TEST_F(StaticFileTest, OtherMethodsAreAnsweredByRule) {
  EXPECT_EQ(serve("POST").status, 405);
  EXPECT_EQ(field(serve("PUT"), "Allow"), "GET, HEAD, OPTIONS");
  EXPECT_EQ(serve("OPTIONS").status, 204);
  EXPECT_EQ(serve("BREW").status, 501);
}

TEST_F(StaticFileTest, AddsTheCharsetToTextAlone) {
  temp_.write("a.png", "");
  temp_.write("a.json", "");
  EXPECT_EQ(field(serve("GET", {}, "a.txt", "euc-jp"), "Content-Type"),
            "text/plain; charset=euc-jp");
  EXPECT_EQ(field(serve("GET", {}, "a.png", "euc-jp"), "Content-Type"), "image/png");
  EXPECT_EQ(field(serve("GET", {}, "a.json", "euc-jp"), "Content-Type"), "application/json");
}

TEST_F(StaticFileTest, AnArchiveIsNoEncoding) {
  temp_.write("a.tar.gz", "x");
  const auto response = serve("GET", {}, "a.tar.gz");
  EXPECT_EQ(field(response, "Content-Type"), "application/gzip");
  EXPECT_EQ(field(response, "Content-Encoding"), "(none)");
}

TEST_F(StaticFileTest, AnEmptyFileHasLengthNought) {
  temp_.write("empty.txt", "");
  for (const auto* range : {"", "bytes=abc", "bytes=-1,0-", "bytes=0-", "bytes=-1", "bytes=0-0"}) {
    Fields fields;
    if (*range != '\0') {
      fields.emplace_back("Range", range);
    }
    const auto response = serve("GET", fields, "empty.txt");
    EXPECT_EQ(content(response), "") << range;
    if (response.status == 416) {
      EXPECT_EQ(field(response, "Content-Range"), "bytes */0") << range;
    } else {
      EXPECT_EQ(response.status, 200) << range;
      EXPECT_EQ(response.announced_length, 0U) << range;
    }
  }
  EXPECT_EQ(serve("GET", {}, "empty.txt").status, 200);
}

TEST_F(StaticFileTest, AnswersRanges) {
  struct Row {
    const char* range;
    int status;
    const char* content;
    const char* content_range;
  };
  constexpr auto kWhole = "0123456789";
  constexpr auto kNone = "(none)";
  const std::array rows = {
      Row{"bytes=0-3", 206, "0123", "bytes 0-3/10"},
      Row{"bytes=5-999999", 206, "56789", "bytes 5-9/10"},
      Row{"bytes=4-", 206, "456789", "bytes 4-9/10"},
      Row{"bytes=-3", 206, "789", "bytes 7-9/10"},
      Row{"bytes=-99", 206, kWhole, "bytes 0-9/10"},
      Row{"bytes=9-9", 206, "9", "bytes 9-9/10"},
      Row{"bytes=10-", 416, "", "bytes */10"},
      Row{"bytes=99-100", 416, "", "bytes */10"},
      Row{"bytes=-0", 416, "", "bytes */10"},
      Row{"bytes=10-5", 200, kWhole, kNone},
      Row{"bytes=", 200, kWhole, kNone},
      Row{"lines=0-3", 200, kWhole, kNone},
      Row{"bytes=0-1,4-5", 200, kWhole, kNone},
  };
  for (const auto& row : rows) {
    const auto response = serve("GET", {{"Range", row.range}});
    EXPECT_EQ(response.status, row.status) << row.range;
    EXPECT_EQ(content(response), row.content) << row.range;
    EXPECT_EQ(field(response, "Content-Range"), row.content_range) << row.range;
  }
}

TEST_F(StaticFileTest, RangesCountForGetAloneAndOnce) {
  EXPECT_EQ(serve("HEAD", {{"Range", "bytes=0-3"}}).status, 200);
  EXPECT_EQ(serve("HEAD", {{"Range", "bytes=99-"}}).status, 200);
  EXPECT_EQ(serve("POST", {{"Range", "bytes=0-3"}}).status, 405);
  EXPECT_EQ(serve("GET", {{"Range", "bytes=0-3"}, {"Range", "bytes=4-5"}}).status, 200);
}

TEST_F(StaticFileTest, ConditionsComeBeforeRanges) {
  set_time("a.txt", 784111777);
  const auto etag = field(serve("GET"), "ETag");
  const std::string date = "Sun, 06 Nov 1994 08:49:37 GMT";
  struct Row {
    const char* description;
    Fields fields;
    int status;
  };
  const std::vector<Row> rows = {
      {"not modified", {{"If-None-Match", etag}}, 304},
      {"not modified beats the range", {{"If-None-Match", etag}, {"Range", "bytes=0-1"}}, 304},
      {"and a range outside", {{"If-None-Match", etag}, {"Range", "bytes=99-"}}, 304},
      {"failed", {{"If-Match", "\"other\""}, {"Range", "bytes=0-1"}}, 412},
      {"If-Range holds", {{"If-Range", etag}, {"Range", "bytes=0-1"}}, 206},
      {"If-Range holds by date", {{"If-Range", date}, {"Range", "bytes=0-1"}}, 206},
      {"If-Range does not hold", {{"If-Range", "\"other\""}, {"Range", "bytes=0-1"}}, 200},
      {"then not even outside", {{"If-Range", "\"other\""}, {"Range", "bytes=99-"}}, 200},
      {"If-Range alone", {{"If-Range", "\"other\""}}, 200},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(serve("GET", row.fields).status, row.status) << row.description;
  }
  const auto not_modified = serve("HEAD", {{"If-None-Match", etag}});
  EXPECT_EQ(not_modified.status, 304);
  EXPECT_EQ(field(not_modified, "ETag"), etag);
  EXPECT_EQ(field(not_modified, "Last-Modified"), date);
  EXPECT_EQ(content(not_modified), "");
}

TEST_F(StaticFileTest, NeverClaimsToBeFromTheFuture) {
  set_time("a.txt", 4'000'000'000);
  const auto claimed = http::parse_date(field(serve("GET"), "Last-Modified"), 0);
  ASSERT_TRUE(claimed.has_value());
  EXPECT_LE(*claimed, ::time(nullptr));
}

TEST_F(StaticFileTest, ServesFilesFromBefore1970) {
  set_time("a.txt", -86400);
  const auto response = serve("GET");
  EXPECT_EQ(field(response, "Last-Modified"), "Wed, 31 Dec 1969 00:00:00 GMT");
  EXPECT_EQ(serve("GET", {{"If-Modified-Since", "Wed, 31 Dec 1969 00:00:00 GMT"}}).status, 304);
}

}  // namespace
}  // namespace tthttpd::handler
