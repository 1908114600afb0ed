#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tthttpd::handler {

/// One thing shown in a listing.
struct ListingRow {
  std::string name;  ///< raw bytes
  bool folder = false;
  std::uint64_t size = 0;          ///< bytes; of files alone
  std::int64_t mtime_seconds = 0;  ///< since 1970
};

/// In which order rows are shown.
struct ListingOrder {
  enum class Key : std::uint8_t { name, size, time };
  Key key = Key::name;
  bool descending = false;
};

/// From a query such as "sort=size&order=desc"; what is not understood stays as by default.
ListingOrder parse_listing_order(std::string_view query);

/// Sorts rows; equal ones by name. `dirs_first`: folders stay in front in either direction.
void sort_rows(std::vector<ListingRow>& rows, ListingOrder order, bool dirs_first);

/// Whether a name comes before another for people: numbers by value ("file2" before "file10"),
/// ASCII letters without case; the bytes decide where nothing else does.
bool natural_less(std::string_view a, std::string_view b);

/// A time as "2024-01-31T23:59:59Z" (RFC 3339); years outside 0..9999 are clamped.
std::string format_timestamp(std::int64_t unix_seconds);

}  // namespace tthttpd::handler
