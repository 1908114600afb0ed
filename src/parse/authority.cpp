#include "tthttpd/parse/authority.hpp"

#include <algorithm>

#include "tthttpd/http/ascii.hpp"

namespace tthttpd::parse {
namespace {

using http::is_digit;
using http::is_hex_digit;

/// *DIGIT up to 65535; RFC 3986 section 3.2.3 lets it be empty.
bool is_valid_port(std::string_view text) {
  unsigned port = 0;
  for (const char c : text) {
    if (!is_digit(c)) {
      return false;
    }
    port = port * 10 + static_cast<unsigned>(c - '0');
    if (port > 65'535) {
      return false;
    }
  }
  return true;
}

/// A reg-name (RFC 3986 section 3.2.2), which covers IPv4 addresses too; not empty. Of its marks
/// only those that names have: scripts put what they are told into links and shell commands, and a
/// comma is what somebody on the way makes of two hosts.
bool is_valid_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return http::is_letter_or_digit(c) || c == '-' || c == '.' || c == '_' || c == '~';
  });
}

bool is_ipv4(std::string_view text) {
  int parts = 0;
  while (true) {
    const std::size_t end = std::min(text.find('.'), text.size());
    const std::string_view part = text.substr(0, end);
    if (part.empty() || part.size() > 3 || !std::all_of(part.begin(), part.end(), is_digit) ||
        (part.size() > 1 && part[0] == '0') || (part.size() == 3 && part > "255")) {
      return false;
    }
    ++parts;
    if (end == text.size()) {
      return parts == 4;
    }
    text.remove_prefix(end + 1);
  }
}

/// How many 16-bit groups a colon-separated run stands for, an IPv4 address at the very end as
/// two; -1 when it is malformed. The empty run has none.
int count_groups(std::string_view text, bool may_end_with_ipv4) {
  int groups = 0;
  if (text.empty()) {
    return 0;
  }
  while (true) {
    const std::size_t end = std::min(text.find(':'), text.size());
    const std::string_view group = text.substr(0, end);
    const bool last = end == text.size();
    if (last && may_end_with_ipv4 && is_ipv4(group)) {
      return groups + 2;
    }
    if (group.empty() || group.size() > 4 ||
        !std::all_of(group.begin(), group.end(), is_hex_digit)) {
      return -1;
    }
    ++groups;
    if (last) {
      return groups;
    }
    text.remove_prefix(end + 1);
  }
}

bool is_ipv6(std::string_view text) {
  const std::size_t gap = text.find("::");
  if (gap == std::string_view::npos) {
    return count_groups(text, true) == 8;
  }
  const int before = count_groups(text.substr(0, gap), false);
  const int after = count_groups(text.substr(gap + 2), true);
  return before >= 0 && after >= 0 && before + after <= 7;
}

}  // namespace

bool is_valid_authority(std::string_view text) {
  std::size_t host_end = 0;
  if (text.starts_with('[')) {
    host_end = text.find(']');
    if (host_end == std::string_view::npos || !is_ipv6(text.substr(1, host_end - 1))) {
      return false;
    }
    ++host_end;
  } else {
    host_end = std::min(text.find(':'), text.size());
    if (!is_valid_name(text.substr(0, host_end))) {
      return false;
    }
  }
  const std::string_view rest = text.substr(host_end);
  return rest.empty() || (rest.front() == ':' && is_valid_port(rest.substr(1)));
}

}  // namespace tthttpd::parse
