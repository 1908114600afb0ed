#include "tthttpd/handler/listing_page.hpp"

#include <array>

#include "tthttpd/handler/display_text.hpp"
#include "tthttpd/http/percent.hpp"

namespace tthttpd::handler {
namespace {

constexpr std::string_view kStyle =
    ":root{color-scheme:light dark;--line:#8884;--quiet:#666}\n"
    "@media(prefers-color-scheme:dark){:root{--quiet:#aaa}a{color:#8bf}a:visited{color:#c9f}}\n"
    "body{font:1rem/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1rem}\n"
    "h1{font-size:1.3rem;overflow-wrap:anywhere}\n"
    "table{width:100%;border-collapse:collapse}\n"
    "th,td{padding:.4rem .5rem;text-align:left;border-bottom:1px solid var(--line);"
    "vertical-align:top}\n"
    "th:first-child,td:first-child{overflow-wrap:anywhere;width:100%}\n"
    ".n{text-align:right;white-space:nowrap}\n"
    ".n,time{color:var(--quiet);font-variant-numeric:tabular-nums}\n"
    "time{white-space:nowrap}\n"
    "pre{white-space:pre-wrap;overflow-wrap:anywhere}\n"
    "@media(max-width:34rem){body{padding:.5rem}th,td{padding:.5rem .25rem}"
    "time{white-space:normal}}\n";

std::string shown(std::string_view raw) { return http::escape_html(display_text(raw)); }

/// A link to a name in this folder. The "./" keeps "a:b" from being taken for a scheme.
void append_link(std::string& html, std::string_view name, bool folder) {
  const std::string_view slash = folder ? "/" : "";
  html.append("<a href=\"./");
  html.append(http::escape_html(http::percent_encode_path(name))).append(slash);
  html.append("\">").append(shown(name)).append(slash).append("</a>");
}

void append_head_cell(std::string& html, std::string_view title, std::string_view word,
                      ListingOrder::Key key, const ListingOrder& order) {
  const bool sorted = order.key == key;
  html.append(key == ListingOrder::Key::size ? "<th scope=\"col\" class=\"n\""
                                             : "<th scope=\"col\"");
  if (sorted) {
    html.append(order.descending ? " aria-sort=\"descending\"" : " aria-sort=\"ascending\"");
  }
  html.append("><a href=\"?sort=").append(word).append("&amp;order=");
  html.append(sorted && !order.descending ? "desc" : "asc");
  html.append("\">").append(title).append("</a>");
  if (sorted) {
    html.append(order.descending ? " &darr;" : " &uarr;");
  }
  html.append("</th>");
}

void append_row(std::string& html, const ListingRow& row) {
  html.append("<tr><td>");
  append_link(html, row.name, row.folder);
  html.append("</td><td class=\"n\"");
  if (row.folder) {
    html.append(">");
  } else {
    html.append(" title=\"").append(std::to_string(row.size)).append(" bytes\">");
    html.append(human_size(row.size));
  }
  const std::string stamp = format_timestamp(row.mtime_seconds);
  html.append("</td><td><time datetime=\"").append(stamp).append("\">");
  html.append(stamp, 0, 10).append(" ").append(stamp, 11, 5).append("</time></td></tr>\n");
}

void append_document_head(std::string& html, const ListingPage& page) {
  html.append(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>Index of ");
  html.append(shown(page.path)).append("</title>\n");
  if (page.css.empty()) {
    html.append("<style>\n").append(kStyle).append("</style>\n");
  } else {
    html.append("<link rel=\"stylesheet\" href=\"");
    html.append(http::escape_html(page.css)).append("\">\n");
  }
  html.append("</head>\n");
}

void append_json_text(std::string& json, std::string_view raw) {
  constexpr std::string_view kHex = "0123456789abcdef";
  json += '"';
  for (const char c : display_text(raw)) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      json += '\\';
      json += c;
    } else if (byte < 0x20) {
      json.append("\\u00");
      json += kHex[byte >> 4U];
      json += kHex[byte & 0xFU];
    } else {
      json += c;
    }
  }
  json += '"';
}

}  // namespace

std::string human_size(std::uint64_t bytes) {
  constexpr std::array<std::string_view, 6> kUnits = {" KiB", " MiB", " GiB",
                                                      " TiB", " PiB", " EiB"};
  if (bytes < 1024) {
    return std::to_string(bytes) + " B";
  }
  std::size_t unit = 0;
  while (unit + 1 < kUnits.size() && (bytes >> (10 * (unit + 2))) > 0) {
    ++unit;
  }
  // Tenths, cut and not rounded, so that 1023.99 KiB never reads "1024.0 KiB".
  const std::uint64_t whole = bytes >> (10 * (unit + 1));
  const std::uint64_t rest = (bytes >> (10 * unit)) & 1023U;
  return std::to_string(whole) + "." + std::to_string(rest * 10 / 1024) + std::string(kUnits[unit]);
}

std::string write_listing_html(const ListingPage& page) {
  std::string html;
  html.reserve(4096 + page.rows.size() * 224 + page.readme.size());
  append_document_head(html, page);
  html.append("<body>\n<main>\n<h1>Index of ").append(shown(page.path)).append("</h1>\n");
  html.append("<table>\n<thead><tr>");
  append_head_cell(html, "Name", "name", ListingOrder::Key::name, page.order);
  append_head_cell(html, "Size", "size", ListingOrder::Key::size, page.order);
  append_head_cell(html, "Modified (UTC)", "time", ListingOrder::Key::time, page.order);
  html.append("</tr></thead>\n<tbody>\n");
  if (page.path != "/") {
    html.append("<tr><td><a href=\"../\">../</a></td><td></td><td></td></tr>\n");
  }
  for (const auto& row : page.rows) {
    append_row(html, row);
  }
  html.append("</tbody>\n</table>\n");
  if (!page.readme_name.empty()) {
    html.append("<section>\n<h2>").append(shown(page.readme_name)).append("</h2>\n<pre>\n");
    html.append(shown(page.readme)).append("</pre>\n</section>\n");
  }
  html.append("</main>\n</body>\n</html>\n");
  return html;
}

std::string write_listing_json(const std::vector<ListingRow>& rows) {
  std::string json = "[";
  json.reserve(rows.size() * 96 + 8);
  for (const auto& row : rows) {
    json.append(json.size() > 1 ? ",\n{\"name\":" : "\n{\"name\":");
    append_json_text(json, row.name);
    json.append(row.folder ? ",\"type\":\"directory\"" : ",\"type\":\"file\"");
    if (!row.folder) {
      json.append(",\"size\":").append(std::to_string(row.size));
    }
    json.append(",\"mtime\":\"").append(format_timestamp(row.mtime_seconds)).append("\"}");
  }
  json.append("\n]\n");
  return json;
}

}  // namespace tthttpd::handler
