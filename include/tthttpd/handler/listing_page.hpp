#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tthttpd/handler/listing_rows.hpp"

namespace tthttpd::handler {

/// What a listing shows. All text is raw; escaping is done while it is written.
struct ListingPage {
  std::string path;  ///< canonical URL path as asked, with its slash at the end
  std::vector<ListingRow> rows;
  ListingOrder order;
  std::string css;          ///< URL of a style sheet in place of the built-in style
  std::string readme_name;  ///< file whose text stands below the rows; empty: none
  std::string readme;
};

/// A page that needs no script: links are relative, so it works behind any prefix.
std::string write_listing_html(const ListingPage& page);

/// An array of {"name","type","size","mtime"}; `type` is "file" or "directory", `size` bytes (of
/// files alone), `mtime` RFC 3339. Bytes of a name that are no UTF-8 are replaced.
std::string write_listing_json(const std::vector<ListingRow>& rows);

/// A size for people, in steps of 1024: 999 -> "999 B", 1536 -> "1.5 KiB".
std::string human_size(std::uint64_t bytes);

}  // namespace tthttpd::handler
