#include "tthttpd/handler/listing.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "tthttpd/handler/accept_preference.hpp"
#include "tthttpd/handler/listing_page.hpp"
#include "tthttpd/handler/method_rules.hpp"

namespace tthttpd::handler {
namespace {

using Kind = platform::FileInfo::Kind;

/// A note below a listing, no book: the rest of a longer one is cut off.
constexpr std::size_t kMostReadme = 64 * 1024;

std::vector<ListingRow> visible_rows(std::vector<platform::DirectoryEntry> entries,
                                     const http::HiddenNames& hidden, bool at_root) {
  std::vector<ListingRow> rows;
  rows.reserve(entries.size());
  for (auto& entry : entries) {
    if (entry.info.kind == Kind::other || hidden.hides(entry.name, at_root)) {
      continue;
    }
    const bool folder = entry.info.kind == Kind::directory;
    rows.push_back(
        {std::move(entry.name), folder, folder ? 0 : entry.info.size, entry.info.mtime_seconds});
  }
  return rows;
}

void add_readme(route::Readme& readme, ListingPage& page) {
  std::string text(static_cast<std::size_t>(std::min<std::uint64_t>(readme.info.size, kMostReadme)),
                   '\0');
  const auto got = readme.file.read_at(0, text);
  if (!got) {
    return;
  }
  text.resize(*got);
  page.readme_name = std::move(readme.name);
  page.readme = std::move(text);
}

}  // namespace

Listing::Listing(ListingOptions options) : options_(std::move(options)), hidden_(options_.hide) {}

http::Result<http::Response> Listing::handle(http::Request& request, route::Resource& resource) {
  if (auto answer = answer_by_method(request)) {
    return std::move(*answer);
  }
  auto entries = resource.base->list(resource.file, resource.below_base, options_.symlinks);
  if (!entries) {
    return http::error_from_system(entries.error(), resource.file_path);
  }
  ListingPage page;
  page.rows = visible_rows(std::move(*entries), hidden_, resource.url_path == "/");
  page.order = parse_listing_order(request.query);
  sort_rows(page.rows, page.order, options_.dirs_first);

  http::Response response;
  response.headers.add("Vary", "Accept");
  response.headers.add("Cache-Control", "no-cache");
  const auto accept = request.headers.find_joined("Accept", ", ");
  if (accept && accept_prefers(*accept, "application/json", "text/html")) {
    response.headers.add("Content-Type", "application/json");
    response.body = write_listing_json(page.rows);
    return response;
  }
  page.path = request.path;
  page.css = options_.css;
  if (resource.readme) {
    add_readme(*resource.readme, page);
  }
  response.headers.add("Content-Type", "text/html; charset=utf-8");
  response.body = write_listing_html(page);
  return response;
}

}  // namespace tthttpd::handler
