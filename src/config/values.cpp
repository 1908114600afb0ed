#include "tthttpd/config/values.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <numeric>
#include <utility>

#include "tthttpd/http/ascii.hpp"

namespace tthttpd::config {
namespace {

struct Unit {
  std::string_view name;
  std::uint64_t factor;
};

/// A number and one of `units`; the empty unit is for a plain number.
template <std::size_t N>
std::optional<std::uint64_t> parse_with_unit(std::string_view text,
                                             const std::array<Unit, N>& units) {
  std::uint64_t number = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed != std::errc()) {
    return std::nullopt;
  }
  auto rest = text.substr(static_cast<std::size_t>(end - text.data()));
  while (!rest.empty() && rest.front() == ' ') {
    rest.remove_prefix(1);
  }
  for (const auto& unit : units) {
    if (rest == unit.name) {
      const auto most =
          static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()) / unit.factor;
      return number > most ? std::nullopt : std::optional(number * unit.factor);
    }
  }
  return std::nullopt;
}

bool is_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), http::is_digit);
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (auto& c : out) {
    c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return out;
}

/// "fe80::1%eth0": enough to tell it from a name; whether it is an address shows when it is bound.
bool looks_like_ipv6(std::string_view text) {
  const auto address = text.substr(0, text.find('%'));
  return address.find(':') != std::string_view::npos &&
         address.find_first_not_of("0123456789abcdefABCDEF:.") == std::string_view::npos;
}

/// Letters to add, drop, replace or swap with their neighbour: "prot" is one away from "port".
std::size_t edit_distance(std::string_view a, std::string_view b) {
  // Three rows of the usual table: swaps look back by two.
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> above(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before = std::exchange(above, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] =
          std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
  }
  return row[b.size()];
}

}  // namespace

std::optional<bool> parse_switch(std::string_view word_in_any_case) {
  const auto text = lower(word_in_any_case);
  for (const std::string_view word : {"on", "yes", "true", "1"}) {
    if (text == word) {
      return true;
    }
  }
  for (const std::string_view word : {"off", "no", "false", "0"}) {
    if (text == word) {
      return false;
    }
  }
  return std::nullopt;
}

std::optional<std::chrono::milliseconds> parse_duration(std::string_view text) {
  static constexpr std::array<Unit, 6> kUnits{
      {{"", 1000}, {"ms", 1}, {"s", 1000}, {"min", 60'000}, {"m", 60'000}, {"h", 3'600'000}}};
  const auto value = parse_with_unit(text, kUnits);
  // Beyond ten years a deadline could overflow the clock; nobody means that.
  constexpr std::uint64_t kMost = std::uint64_t{10} * 366 * 24 * 3'600'000;
  if (!value || *value > kMost) {
    return std::nullopt;
  }
  return std::chrono::milliseconds(*value);
}

std::optional<std::uint64_t> parse_size(std::string_view text) {
  static constexpr std::uint64_t kKi = 1024;
  static constexpr std::array<Unit, 8> kUnits{{{"", 1},
                                               {"B", 1},
                                               {"K", kKi},
                                               {"KiB", kKi},
                                               {"M", kKi * kKi},
                                               {"MiB", kKi * kKi},
                                               {"G", kKi * kKi * kKi},
                                               {"GiB", kKi * kKi * kKi}}};
  return parse_with_unit(text, kUnits);
}

std::optional<std::uint64_t> parse_count(std::string_view text) {
  static constexpr std::array<Unit, 1> kUnits{{{"", 1}}};
  return parse_with_unit(text, kUnits);
}

std::vector<std::string> parse_list(std::string_view text) {
  std::vector<std::string> members;
  while (!text.empty()) {
    const auto comma = text.find(',');
    auto member = text.substr(0, comma);
    text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
    while (!member.empty() && (member.front() == ' ' || member.front() == '\t')) {
      member.remove_prefix(1);
    }
    while (!member.empty() && (member.back() == ' ' || member.back() == '\t')) {
      member.remove_suffix(1);
    }
    if (!member.empty()) {
      members.emplace_back(member);
    }
  }
  return members;
}

bool is_port(std::string_view text) {
  if (is_digits(text)) {
    const auto number = parse_count(text);
    return number && *number <= 65535;
  }
  const bool characters = std::all_of(
      text.begin(), text.end(), [](char c) { return http::is_letter_or_digit(c) || c == '-'; });
  return !text.empty() && text.size() <= 15 && characters && text.front() != '-';
}

bool is_host(std::string_view text) {
  return !text.empty() &&
         (looks_like_ipv6(text) || std::all_of(text.begin(), text.end(), [](char c) {
            // Bytes from 0x80 on are letters of names in UTF-8.
            return http::is_letter_or_digit(c) || c == '-' || c == '.' || c == '_' ||
                   static_cast<unsigned char>(c) >= 0x80;
          }));
}

std::optional<Listen> parse_listen(std::string_view text) {
  Listen listen;
  if (text.substr(0, 5) == "unix:") {
    listen.unix_path = text.substr(5);
    return listen.unix_path.empty() ? std::nullopt : std::optional(listen);
  }
  if (is_digits(text)) {
    listen.port = text;
    return is_port(text) ? std::optional(listen) : std::nullopt;
  }
  std::string_view port;
  bool has_port = false;
  if (!text.empty() && text.front() == '[') {
    const auto close = text.find(']');
    if (close == std::string_view::npos) {
      return std::nullopt;
    }
    listen.host = text.substr(1, close - 1);
    if (!looks_like_ipv6(listen.host)) {
      return std::nullopt;
    }
    const auto rest = text.substr(close + 1);
    has_port = !rest.empty();
    if (has_port && rest.front() != ':') {
      return std::nullopt;
    }
    port = has_port ? rest.substr(1) : rest;
  } else if (std::count(text.begin(), text.end(), ':') > 1) {
    listen.host = text;  // an IPv6 address without brackets has no port
    if (!looks_like_ipv6(text)) {
      return std::nullopt;
    }
  } else {
    const auto colon = text.find(':');
    has_port = colon != std::string_view::npos;
    listen.host = text.substr(0, colon);
    port = has_port ? text.substr(colon + 1) : std::string_view();
  }
  if ((has_port && !is_port(port)) || (listen.host.empty() && !has_port)) {
    return std::nullopt;
  }
  if (listen.host == "*") {
    listen.host.clear();
  } else if (!is_host(listen.host) && !listen.host.empty()) {
    return std::nullopt;
  }
  listen.port = port;
  return listen;
}

std::string in_quotes(std::string_view word) {
  constexpr std::size_t kMost = 60;
  std::string text(word.substr(0, kMost));
  for (auto& c : text) {
    if (http::is_control(c)) {
      c = '?';
    }
  }
  return '\'' + text + (word.size() > kMost ? "...'" : "'");
}

bool is_canonical_url_path(std::string_view text) {
  if (text.empty() || text.front() != '/') {
    return false;
  }
  text.remove_prefix(1);
  while (!text.empty()) {
    const auto slash = text.find('/');
    const auto segment = text.substr(0, slash);
    if (segment.empty() || segment == "." || segment == "..") {
      return false;
    }
    text.remove_prefix(slash == std::string_view::npos ? text.size() : slash + 1);
  }
  return true;
}

std::optional<std::string> find_nearest(std::string_view word,
                                        const std::vector<std::string>& known) {
  constexpr std::size_t kLongestWord = 64;  // the table below grows with it
  if (word.size() > kLongestWord) {
    return std::nullopt;
  }
  std::optional<std::string> nearest;
  // A third of the letters may differ: "prot" is near to "port", "xyz" to nothing.
  std::size_t best = std::max<std::size_t>(word.size() / 3, 2) + 1;
  const auto sought = lower(word);
  for (const auto& candidate : known) {
    const auto distance = edit_distance(sought, lower(candidate));
    if (distance < best && distance < std::max(word.size(), candidate.size())) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

}  // namespace tthttpd::config
