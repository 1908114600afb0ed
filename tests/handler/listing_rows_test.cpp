#include "tthttpd/handler/listing_rows.hpp"

#include <array>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace tthttpd::handler {
namespace {

TEST(ListingRows, NamesAreInNaturalOrder) {
  const std::vector<std::string> ordered = {"",
                                            "-",
                                            "1",
                                            "01x",
                                            "2",
                                            "10",
                                            "99999999999999999998",
                                            "99999999999999999999",
                                            "a",
                                            "A1",
                                            "a2",
                                            "B",
                                            "file",
                                            "file2",
                                            "file2.txt",
                                            "file10",
                                            "file10a1",
                                            "file10a2",
                                            "v1.2.9",
                                            "v1.2.10",
                                            "z",
                                            "\x80",
                                            "\xe3\x81\x82"};
  for (std::size_t i = 0; i < ordered.size(); ++i) {
    for (std::size_t j = 0; j < ordered.size(); ++j) {
      EXPECT_EQ(natural_less(ordered[i], ordered[j]), i < j) << ordered[i] << " and " << ordered[j];
    }
  }
}

TEST(ListingRows, NamesThatReadTheSameStillHaveAnOrder) {
  for (const auto& [a, b] : {std::pair{"A", "a"}, {"01", "1"}, {"a01b", "a1b"}}) {
    EXPECT_TRUE(natural_less(a, b)) << a << " and " << b;
    EXPECT_FALSE(natural_less(b, a)) << a << " and " << b;
    EXPECT_FALSE(natural_less(a, a)) << a;
  }
}

TEST(ListingRows, OrderComesFromTheQuery) {
  using Key = ListingOrder::Key;
  struct Row {
    const char* query;
    Key key;
    bool descending;
  };
  const std::array rows = {
      Row{"", Key::name, false},
      Row{"sort=name", Key::name, false},
      Row{"sort=size", Key::size, false},
      Row{"sort=time&order=desc", Key::time, true},
      Row{"order=desc", Key::name, true},
      Row{"order=desc&sort=size", Key::size, true},
      Row{"order=desc&order=asc", Key::name, false},
      Row{"x=y&sort=size&&", Key::size, false},
      Row{"sort=colour&order=up", Key::name, false},
      Row{"sort=sizes", Key::name, false},
      Row{"&&&=&", Key::name, false},
  };
  for (const auto& row : rows) {
    const auto order = parse_listing_order(row.query);
    EXPECT_EQ(order.key, row.key) << row.query;
    EXPECT_EQ(order.descending, row.descending) << row.query;
  }
}

TEST(ListingRows, AreSortedByKeyAndFoldersMayComeFirst) {
  using Key = ListingOrder::Key;
  const std::vector<ListingRow> rows = {
      {"b10", false, 5, 300}, {"b9", false, 5, 100}, {"zdir", true, 0, 200},
      {"adir", true, 0, 400}, {"a", false, 900, 50},
  };
  struct Row {
    const char* description;
    ListingOrder order;
    bool dirs_first;
    const char* names;
  };
  const std::array cases = {
      Row{"name", {Key::name, false}, true, "adir zdir a b9 b10 "},
      Row{"name down", {Key::name, true}, true, "zdir adir b10 b9 a "},
      Row{"name, mixed", {Key::name, false}, false, "a adir b9 b10 zdir "},
      Row{"size", {Key::size, false}, true, "adir zdir b9 b10 a "},
      Row{"size down", {Key::size, true}, true, "adir zdir a b9 b10 "},
      Row{"time", {Key::time, false}, true, "zdir adir a b9 b10 "},
      Row{"time down, mixed", {Key::time, true}, false, "adir b10 zdir b9 a "},
  };
  for (const auto& row : cases) {
    auto sorted = rows;
    sort_rows(sorted, row.order, row.dirs_first);
    std::string names;
    for (const auto& sorted_row : sorted) {
      names += sorted_row.name + " ";
    }
    EXPECT_EQ(names, row.names) << row.description;
  }
}

TEST(ListingRows, TimesAreWrittenForAnyMoment) {
  struct Row {
    std::int64_t seconds;
    const char* text;
  };
  const std::array rows = {
      Row{0, "1970-01-01T00:00:00Z"},
      Row{-1, "1969-12-31T23:59:59Z"},
      Row{784111777, "1994-11-06T08:49:37Z"},
      Row{951782400, "2000-02-29T00:00:00Z"},
      Row{253402300799, "9999-12-31T23:59:59Z"},
      Row{std::numeric_limits<std::int64_t>::max(), "9999-12-31T23:59:59Z"},
      Row{std::numeric_limits<std::int64_t>::min(), "0000-01-01T00:00:00Z"},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(format_timestamp(row.seconds), row.text);
  }
}

}  // namespace
}  // namespace tthttpd::handler
