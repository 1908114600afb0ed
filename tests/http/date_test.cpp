#include "tthttpd/http/date.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace tthttpd::http {
namespace {

constexpr std::int64_t kNow = 1'750'000'000;  // 2025-06-15

TEST(FormatDate, WritesTheFixedForm) {
  EXPECT_EQ(format_date(784'111'777), "Sun, 06 Nov 1994 08:49:37 GMT");
  EXPECT_EQ(format_date(0), "Thu, 01 Jan 1970 00:00:00 GMT");
  EXPECT_EQ(format_date(951'782'400), "Tue, 29 Feb 2000 00:00:00 GMT");
  EXPECT_EQ(format_date(4'102'444'799), "Thu, 31 Dec 2099 23:59:59 GMT");
}

TEST(FormatDate, KnowsTimesBefore1970) {
  EXPECT_EQ(format_date(-1), "Wed, 31 Dec 1969 23:59:59 GMT");
}

TEST(FormatDate, ClampsYearsThatHaveNoFourDigits) {
  EXPECT_EQ(format_date(std::numeric_limits<std::int64_t>::max()), "Fri, 31 Dec 9999 23:59:59 GMT");
  EXPECT_EQ(format_date(std::numeric_limits<std::int64_t>::min()), "Sat, 01 Jan 0000 00:00:00 GMT");
}

struct Row {
  const char* description;
  std::string_view text;
  std::optional<std::int64_t> expected;
};

constexpr Row kRows[] = {
    {"IMF-fixdate", "Sun, 06 Nov 1994 08:49:37 GMT", 784'111'777},
    {"RFC 850", "Sunday, 06-Nov-94 08:49:37 GMT", 784'111'777},
    {"asctime", "Sun Nov  6 08:49:37 1994", 784'111'777},
    {"asctime, two digits", "Wed Nov 16 08:49:37 1994", 784'975'777},
    {"asctime, zero for a space", "Sun Nov 06 08:49:37 1994", 784'111'777},
    {"a wrong weekday does no harm", "Mon, 06 Nov 1994 08:49:37 GMT", 784'111'777},
    {"leap day", "Tue, 29 Feb 2000 00:00:00 GMT", 951'782'400},
    {"before 1970", "Wed, 31 Dec 1969 23:59:59 GMT", -1},
    {"a leap second", "Sat, 31 Dec 2016 23:59:60 GMT", 1'483'228'800},
    {"two-digit year this century", "Sunday, 15-Jun-25 00:00:00 GMT", 1'749'945'600},
    {"two-digit year 50 years ahead", "Saturday, 15-Jun-75 00:00:00 GMT", 3'327'782'400},
    {"two-digit year 51 years ahead is past", "Tuesday, 15-Jun-76 00:00:00 GMT", 203'644'800},

    {"nothing", "", std::nullopt},
    {"garbage", "garbage", std::nullopt},
    {"a number", "784111777", std::nullopt},
    {"no such weekday", "Sux, 06 Nov 1994 08:49:37 GMT", std::nullopt},
    {"weekday in other case", "sun, 06 Nov 1994 08:49:37 GMT", std::nullopt},
    {"month in other case", "Sun, 06 NOV 1994 08:49:37 GMT", std::nullopt},
    {"no such month", "Sun, 06 Nox 1994 08:49:37 GMT", std::nullopt},
    {"no such day", "Sun, 32 Jan 1994 08:49:37 GMT", std::nullopt},
    {"day 0", "Sun, 00 Nov 1994 08:49:37 GMT", std::nullopt},
    {"30 February", "Wed, 30 Feb 2000 00:00:00 GMT", std::nullopt},
    {"29 February in 1900", "Thu, 29 Feb 1900 00:00:00 GMT", std::nullopt},
    {"hour 24", "Sun, 06 Nov 1994 24:00:00 GMT", std::nullopt},
    {"minute 60", "Sun, 06 Nov 1994 08:60:37 GMT", std::nullopt},
    {"second 61", "Sun, 06 Nov 1994 08:49:61 GMT", std::nullopt},
    {"another zone", "Sun, 06 Nov 1994 08:49:37 CET", std::nullopt},
    {"offset for a zone", "Sun, 06 Nov 1994 08:49:37 +0000", std::nullopt},
    {"no zone", "Sun, 06 Nov 1994 08:49:37", std::nullopt},
    {"more behind it", "Sun, 06 Nov 1994 08:49:37 GMT; x", std::nullopt},
    {"one digit for the day", "Sun, 6 Nov 1994 08:49:37 GMT", std::nullopt},
    {"signs for digits", "Sun, +6 Nov 1994 08:49:37 GMT", std::nullopt},
    {"two spaces", "Sun,  06 Nov 1994 08:49:37 GMT", std::nullopt},
    {"RFC 850 with a short weekday", "Sun, 06-Nov-94 08:49:37 GMT", std::nullopt},
    {"RFC 850 with four digits", "Sunday, 06-Nov-1994 08:49:37 GMT", std::nullopt},
    {"cut short", "Sun, 06 Nov 1994 08:49:3", std::nullopt},
    {"ISO 8601", "1994-11-06T08:49:37Z", std::nullopt},
};

TEST(ParseDate, ReadsTheThreeFormsAndRefusesEverythingElse) {
  for (const Row& row : kRows) {
    EXPECT_EQ(parse_date(row.text, kNow), row.expected) << row.description << ": " << row.text;
  }
}

TEST(ParseDate, TakesTheCenturyOfATwoDigitYearFromNow) {
  const std::int64_t now_2090 = 3'786'912'000;
  EXPECT_EQ(parse_date("Thursday, 01-Jan-05 00:00:00 GMT", now_2090), 4'260'211'200);  // 2105
  EXPECT_EQ(parse_date("Friday, 01-Jan-41 00:00:00 GMT", now_2090), 2'240'611'200);    // 2041
}

TEST(ParseDate, ReadsBackWhatFormatDateWrites) {
  for (std::int64_t at = -62'167'219'200; at <= 253'402'300'799; at += 86'400 * 97 + 12'345) {
    ASSERT_EQ(parse_date(format_date(at), kNow), at) << format_date(at);
  }
}

TEST(ParseDate, GivesNothingThatFormatDateWouldClamp) {
  EXPECT_EQ(parse_date("Fri, 31 Dec 9999 23:59:60 GMT", kNow), 253'402'300'799);
}

}  // namespace
}  // namespace tthttpd::http
