#include "tthttpd/handler/preconditions.hpp"

#include <array>
#include <limits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tthttpd/http/date.hpp"

namespace tthttpd::handler {
namespace {

constexpr std::int64_t kModified = 784111777;  // Sun, 06 Nov 1994 08:49:37 GMT
constexpr std::int64_t kNow = kModified + 1000;

platform::FileInfo sample_info() {
  platform::FileInfo info;
  info.kind = platform::FileInfo::Kind::regular;
  info.inode = 0x1a;
  info.size = 0xff;
  info.mtime_seconds = kModified;
  info.mtime_nanoseconds = 5;
  return info;
}

using Fields = std::vector<std::pair<const char*, const char*>>;

http::Headers headers_of(const Fields& fields) {
  http::Headers headers;
  for (const auto& [name, value] : fields) {
    headers.add(name, value);
  }
  return headers;
}

TEST(Validators, AreMadeOfWhatTheSystemSays) {
  const auto validators = validators_of(sample_info(), kNow);
  EXPECT_EQ(validators.etag, "\"1a-ff-ae1b981bc490a05\"");
  EXPECT_EQ(validators.last_modified, kModified);
  const auto changed = [&](auto change) {
    auto info = sample_info();
    change(info);
    return validators_of(info, kNow).etag != validators.etag;
  };
  EXPECT_TRUE(changed([](auto& info) { ++info.inode; }));
  EXPECT_TRUE(changed([](auto& info) { ++info.size; }));
  EXPECT_TRUE(changed([](auto& info) { ++info.mtime_seconds; }));
  EXPECT_TRUE(changed([](auto& info) { ++info.mtime_nanoseconds; }));
}

TEST(Validators, StandTimesThatHttpCannotWrite) {
  struct Row {
    const char* description;
    std::int64_t modified;
    const char* last_modified;
  };
  const std::array rows = {
      Row{"the future", kNow + 1, "Sun, 06 Nov 1994 09:06:17 GMT"},
      Row{"the far future", 400'000'000'000, "Sun, 06 Nov 1994 09:06:17 GMT"},
      Row{"the end of time", std::numeric_limits<std::int64_t>::max(),
          "Sun, 06 Nov 1994 09:06:17 GMT"},
      Row{"before 1970", -1, "Wed, 31 Dec 1969 23:59:59 GMT"},
      Row{"the beginning of time", std::numeric_limits<std::int64_t>::min(),
          "Sat, 01 Jan 0000 00:00:00 GMT"},
  };
  for (const auto& row : rows) {
    auto info = sample_info();
    info.mtime_seconds = row.modified;
    const auto validators = validators_of(info, kNow);
    EXPECT_EQ(http::format_date(validators.last_modified), row.last_modified) << row.description;
  }
}

TEST(Preconditions, AreEvaluatedInTheOrderOfTheStandard) {
  constexpr auto kTag = "\"1a-ff-ae1b981bc490a05\"";
  constexpr auto kWeakTag = "W/\"1a-ff-ae1b981bc490a05\"";
  constexpr auto kOther = "\"other\"";
  constexpr auto kList = "\"a,b\", W/\"c\" ,,\"1a-ff-ae1b981bc490a05\"";
  constexpr auto kSame = "Sun, 06 Nov 1994 08:49:37 GMT";
  constexpr auto kEarlier = "Sun, 06 Nov 1994 08:49:36 GMT";
  constexpr auto kLater = "Sun, 06 Nov 1994 08:49:38 GMT";
  constexpr auto kHolds = Precondition::holds;
  constexpr auto kFailed = Precondition::failed;
  constexpr auto kNotModified = Precondition::not_modified;
  struct Row {
    const char* description;
    Fields fields;
    Precondition expected;
  };
  const std::vector<Row> rows = {
      {"none", {}, kHolds},
      {"If-Match, ours", {{"If-Match", kTag}}, kHolds},
      {"If-Match, other", {{"If-Match", kOther}}, kFailed},
      {"If-Match compares strongly", {{"If-Match", kWeakTag}}, kFailed},
      {"If-Match, any", {{"If-Match", "*"}}, kHolds},
      {"If-Match, list", {{"If-Match", kList}}, kHolds},
      {"If-Match, list over two lines", {{"If-Match", kOther}, {"If-Match", kTag}}, kHolds},
      {"If-Match without a tag", {{"If-Match", ""}}, kFailed},
      {"If-Match, tag without quotes", {{"If-Match", "1a-ff-ae1b981bc490a05"}}, kFailed},

      {"If-Unmodified-Since, same", {{"If-Unmodified-Since", kSame}}, kHolds},
      {"If-Unmodified-Since, later", {{"If-Unmodified-Since", kLater}}, kHolds},
      {"If-Unmodified-Since, earlier", {{"If-Unmodified-Since", kEarlier}}, kFailed},
      {"If-Unmodified-Since, no date", {{"If-Unmodified-Since", "yesterday"}}, kHolds},
      {"If-Match comes before If-Unmodified-Since",
       {{"If-Match", kTag}, {"If-Unmodified-Since", kEarlier}},
       kHolds},

      {"If-None-Match, ours", {{"If-None-Match", kTag}}, kNotModified},
      {"If-None-Match compares weakly", {{"If-None-Match", kWeakTag}}, kNotModified},
      {"If-None-Match, other", {{"If-None-Match", kOther}}, kHolds},
      {"If-None-Match, any", {{"If-None-Match", "*"}}, kNotModified},
      {"If-None-Match, list", {{"If-None-Match", kList}}, kNotModified},
      {"If-None-Match, list over two lines",
       {{"If-None-Match", kOther}, {"If-None-Match", kTag}},
       kNotModified},

      {"If-Modified-Since, same", {{"If-Modified-Since", kSame}}, kNotModified},
      {"If-Modified-Since, later", {{"If-Modified-Since", kLater}}, kNotModified},
      {"If-Modified-Since, earlier", {{"If-Modified-Since", kEarlier}}, kHolds},
      {"If-Modified-Since in the future",
       {{"If-Modified-Since", "Fri, 31 Dec 9999 23:59:59 GMT"}},
       kNotModified},
      {"RFC 850 date", {{"If-Modified-Since", "Sunday, 06-Nov-94 08:49:37 GMT"}}, kNotModified},
      {"asctime date", {{"If-Modified-Since", "Sun Nov  6 08:49:37 1994"}}, kNotModified},
      {"If-Modified-Since, no date", {{"If-Modified-Since", "garbage"}}, kHolds},
      {"If-Modified-Since, empty", {{"If-Modified-Since", ""}}, kHolds},
      {"If-Modified-Since twice",
       {{"If-Modified-Since", kSame}, {"If-Modified-Since", kSame}},
       kHolds},
      {"If-None-Match comes before If-Modified-Since",
       {{"If-None-Match", kOther}, {"If-Modified-Since", kSame}},
       kHolds},
      {"and the other way round",
       {{"If-None-Match", kTag}, {"If-Modified-Since", kEarlier}},
       kNotModified},
      {"412 comes before 304", {{"If-Match", kOther}, {"If-None-Match", kTag}}, kFailed},
      {"what holds goes on to the next",
       {{"If-Match", kTag}, {"If-None-Match", kTag}},
       kNotModified},
      {"dates of both kinds",
       {{"If-Unmodified-Since", kSame}, {"If-Modified-Since", kSame}},
       kNotModified},
  };
  const auto validators = validators_of(sample_info(), kNow);
  ASSERT_EQ(validators.etag, kTag);
  for (const auto& row : rows) {
    EXPECT_EQ(evaluate_preconditions(headers_of(row.fields), validators), row.expected)
        << row.description;
  }
}

TEST(Preconditions, IfRangeNeedsExactlyThisState) {
  struct Row {
    const char* description;
    Fields fields;
    std::int64_t now;
    bool holds;
  };
  constexpr auto kTag = "\"1a-ff-ae1b981bc490a05\"";
  constexpr auto kSame = "Sun, 06 Nov 1994 08:49:37 GMT";
  const std::vector<Row> rows = {
      {"none", {}, kNow, true},
      {"our tag", {{"If-Range", kTag}}, kNow, true},
      {"our tag, weak", {{"If-Range", "W/\"1a-ff-ae1b981bc490a05\""}}, kNow, false},
      {"another tag", {{"If-Range", "\"other\""}}, kNow, false},
      {"any is not for If-Range", {{"If-Range", "*"}}, kNow, false},
      {"the date", {{"If-Range", kSame}}, kNow, true},
      {"the date in another form", {{"If-Range", "Sun Nov  6 08:49:37 1994"}}, kNow, true},
      {"the date within its second", {{"If-Range", kSame}}, kModified, false},
      {"an earlier date", {{"If-Range", "Sun, 06 Nov 1994 08:49:36 GMT"}}, kNow, false},
      {"a later date", {{"If-Range", "Sun, 06 Nov 1994 08:49:38 GMT"}}, kNow, false},
      {"garbage", {{"If-Range", "garbage"}}, kNow, false},
      {"empty", {{"If-Range", ""}}, kNow, false},
      {"twice", {{"If-Range", kTag}, {"If-Range", kTag}}, kNow, false},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(range_condition_holds(headers_of(row.fields), validators_of(sample_info(), row.now)),
              row.holds)
        << row.description;
  }
}

}  // namespace
}  // namespace tthttpd::handler
