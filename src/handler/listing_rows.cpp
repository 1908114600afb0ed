#include "tthttpd/handler/listing_rows.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <compare>
#include <cstdio>

#include "tthttpd/http/ascii.hpp"
#include "tthttpd/http/date.hpp"

namespace tthttpd::handler {
namespace {

unsigned char lower(char c) {
  return static_cast<unsigned char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

/// Takes the digits off the front of a text and gives them without leading zeros.
std::string_view take_number(std::string_view& text) {
  const auto* const end = std::find_if_not(text.begin(), text.end(), http::is_digit);
  std::string_view digits = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text.remove_prefix(digits.size());
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
  return digits;
}

std::strong_ordering compare_numbers(std::string_view a, std::string_view b) {
  return a.size() != b.size() ? a.size() <=> b.size() : a <=> b;
}

std::strong_ordering compare_by(const ListingRow& a, const ListingRow& b, ListingOrder::Key key) {
  switch (key) {
    case ListingOrder::Key::size:
      return a.size <=> b.size;
    case ListingOrder::Key::time:
      return a.mtime_seconds <=> b.mtime_seconds;
    case ListingOrder::Key::name:
      break;
  }
  if (natural_less(a.name, b.name)) {
    return std::strong_ordering::less;
  }
  return natural_less(b.name, a.name) ? std::strong_ordering::greater : std::strong_ordering::equal;
}

}  // namespace

ListingOrder parse_listing_order(std::string_view query) {
  ListingOrder order;
  while (!query.empty()) {
    const std::size_t end = std::min(query.find('&'), query.size());
    const std::string_view pair = query.substr(0, end);
    query.remove_prefix(std::min(end + 1, query.size()));
    if (pair == "sort=name") {
      order.key = ListingOrder::Key::name;
    } else if (pair == "sort=size") {
      order.key = ListingOrder::Key::size;
    } else if (pair == "sort=time") {
      order.key = ListingOrder::Key::time;
    } else if (pair == "order=asc" || pair == "order=desc") {
      order.descending = pair == "order=desc";
    }
  }
  return order;
}

void sort_rows(std::vector<ListingRow>& rows, ListingOrder order, bool dirs_first) {
  std::sort(rows.begin(), rows.end(), [&](const ListingRow& a, const ListingRow& b) {
    if (dirs_first && a.folder != b.folder) {
      return a.folder;
    }
    const auto by_key = compare_by(a, b, order.key);
    if (by_key != std::strong_ordering::equal) {
      return order.descending ? by_key > 0 : by_key < 0;
    }
    return natural_less(a.name, b.name);
  });
}

bool natural_less(std::string_view a, std::string_view b) {
  const std::string_view whole_a = a;
  const std::string_view whole_b = b;
  while (!a.empty() && !b.empty()) {
    if (http::is_digit(a.front()) && http::is_digit(b.front())) {
      const auto order = compare_numbers(take_number(a), take_number(b));
      if (order != std::strong_ordering::equal) {
        return order < 0;
      }
      continue;
    }
    if (lower(a.front()) != lower(b.front())) {
      return lower(a.front()) < lower(b.front());
    }
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  if (a.empty() != b.empty()) {
    return a.empty();
  }
  return whole_a < whole_b;
}

std::string format_timestamp(std::int64_t unix_seconds) {
  const std::chrono::sys_seconds moment{
      std::chrono::seconds{std::clamp(unix_seconds, http::kFirstSecond, http::kLastSecond)}};
  const auto day = std::chrono::floor<std::chrono::days>(moment);
  const std::chrono::year_month_day date{day};
  const std::chrono::hh_mm_ss time{moment - day};
  std::array<char, 48> text{};
  std::snprintf(text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02dZ",
                static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                static_cast<unsigned>(date.day()), static_cast<int>(time.hours().count()),
                static_cast<int>(time.minutes().count()), static_cast<int>(time.seconds().count()));
  return text.data();
}

}  // namespace tthttpd::handler
