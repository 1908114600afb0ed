#include "tthttpd/http/range.hpp"

#include <ostream>
#include <string>

#include <gtest/gtest.h>

namespace tthttpd::http {

bool operator==(const ByteRange& a, const ByteRange& b) {
  return a.first == b.first && a.length == b.length;
}
void PrintTo(const ByteRange& range, std::ostream* out) {
  *out << range.first << "+" << range.length;
}
void PrintTo(const RangeSet::Verdict& verdict, std::ostream* out) {
  *out << (verdict == RangeSet::Verdict::ignore    ? "ignore"
           : verdict == RangeSet::Verdict::partial ? "partial"
                                                   : "unsatisfiable");
}

namespace {

using Verdict = RangeSet::Verdict;

struct Row {
  const char* description;
  std::string_view value;
  std::uint64_t size;
  Verdict verdict;
  std::vector<ByteRange> ranges = {};
};

const Row kRows[] = {
    {"first bytes", "bytes=0-3", 10, Verdict::partial, {{0, 4}}},
    {"one byte", "bytes=0-0", 10, Verdict::partial, {{0, 1}}},
    {"last byte", "bytes=9-9", 10, Verdict::partial, {{9, 1}}},
    {"everything", "bytes=0-9", 10, Verdict::partial, {{0, 10}}},
    {"open end", "bytes=4-", 10, Verdict::partial, {{4, 6}}},
    {"suffix", "bytes=-3", 10, Verdict::partial, {{7, 3}}},
    {"suffix longer than the file", "bytes=-999", 10, Verdict::partial, {{0, 10}}},
    {"end past the file is clamped", "bytes=5-999999", 10, Verdict::partial, {{5, 5}}},
    {"several", "bytes=0-1,4-5", 10, Verdict::partial, {{0, 2}, {4, 2}}},
    {"several, spaces and empty members",
     "bytes= 0-1 , ,4-5,",
     10,
     Verdict::partial,
     {{0, 2}, {4, 2}}},
    {"overlapping ones stay as asked", "bytes=4-5,0-9", 10, Verdict::partial, {{4, 2}, {0, 10}}},
    {"those outside drop out of several", "bytes=0-1,20-30,-0", 10, Verdict::partial, {{0, 2}}},
    {"unit in other case", "BYTES=0-0", 10, Verdict::partial, {{0, 1}}},
    {"numbers past 64 bits", "bytes=0-99999999999999999999999", 10, Verdict::partial, {{0, 10}}},
    {"suffix past 64 bits", "bytes=-99999999999999999999999", 10, Verdict::partial, {{0, 10}}},
    {"largest numbers",
     "bytes=18446744073709551614-18446744073709551615",
     18446744073709551615U,
     Verdict::partial,
     {{18446744073709551614U, 1}}},

    {"start at the end", "bytes=10-", 10, Verdict::unsatisfiable},
    {"start past the end", "bytes=11-12", 10, Verdict::unsatisfiable},
    {"start past 64 bits", "bytes=99999999999999999999999-", 10, Verdict::unsatisfiable},
    {"all of several outside", "bytes=10-11,20-", 10, Verdict::unsatisfiable},
    {"last no bytes", "bytes=-0", 10, Verdict::unsatisfiable},
    {"empty file, from the start", "bytes=0-", 0, Verdict::unsatisfiable},
    {"empty file, first byte", "bytes=0-0", 0, Verdict::unsatisfiable},
    {"empty file, suffix", "bytes=-1", 0, Verdict::unsatisfiable},

    {"reversed", "bytes=10-5", 10, Verdict::ignore},
    {"reversed by one", "bytes=5-4", 10, Verdict::ignore},
    {"a reversed one spoils the set", "bytes=0-1,5-4", 10, Verdict::ignore},
    {"no numbers", "bytes=-", 10, Verdict::ignore},
    {"nothing", "", 10, Verdict::ignore},
    {"no set", "bytes=", 10, Verdict::ignore},
    {"empty members alone", "bytes=,,", 10, Verdict::ignore},
    {"no unit", "0-3", 10, Verdict::ignore},
    {"another unit", "lines=0-3", 10, Verdict::ignore},
    {"space in the unit", "bytes =0-3", 10, Verdict::ignore},
    {"letters", "bytes=a-b", 10, Verdict::ignore},
    {"negative", "bytes=--1", 10, Verdict::ignore},
    {"sign", "bytes=+1-2", 10, Verdict::ignore},
    {"hexadecimal", "bytes=0x0-0x1", 10, Verdict::ignore},
    {"space inside", "bytes=0 - 3", 10, Verdict::ignore},
    {"three numbers", "bytes=0-1-2", 10, Verdict::ignore},
    {"no dash", "bytes=5", 10, Verdict::ignore},
    {"a quoted set", "bytes=\"0-1\"", 10, Verdict::ignore},
};

TEST(ParseRange, ReadsEveryFormOfRangeSet) {
  for (const Row& row : kRows) {
    const RangeSet set = parse_range(row.value, row.size);
    EXPECT_EQ(set.verdict, row.verdict) << row.description << ": " << row.value;
    EXPECT_EQ(set.ranges, row.ranges) << row.description << ": " << row.value;
  }
}

TEST(ParseRange, IgnoresMoreThanSixteenRanges) {
  std::string value = "bytes=0-0";
  for (int i = 1; i < 16; ++i) {
    value += ",0-0";
  }
  EXPECT_EQ(parse_range(value, 10).ranges.size(), 16U);
  EXPECT_EQ(parse_range(value + ",0-0", 10).verdict, Verdict::ignore);
}

}  // namespace
}  // namespace tthttpd::http
