#include "tthttpd/handler/accept_preference.hpp"

#include <algorithm>
#include <utility>

#include "tthttpd/http/headers.hpp"

namespace tthttpd::handler {
namespace {

/// A weight in thousandths (RFC 9110 section 12.4.2); 0 for what is no weight.
int parse_weight(std::string_view text) {
  if (text.empty() || text.size() > 5 || (text.front() != '0' && text.front() != '1') ||
      (text.size() > 1 && text[1] != '.')) {
    return 0;
  }
  int weight = text.front() == '1' ? 1000 : 0;
  int place = 100;
  for (const char digit : text.substr(std::min<std::size_t>(2, text.size()))) {
    if (digit < '0' || digit > '9') {
      return 0;
    }
    weight += (digit - '0') * place;
    place /= 10;
  }
  return std::min(weight, 1000);
}

struct MediaRange {
  std::string_view type;
  int weight = 1000;
};

MediaRange parse_range(std::string_view member) {
  MediaRange range;
  std::size_t semicolon = std::min(member.find(';'), member.size());
  range.type = http::trim(member.substr(0, semicolon));
  while (semicolon < member.size()) {
    member.remove_prefix(semicolon + 1);
    semicolon = std::min(member.find(';'), member.size());
    const std::string_view parameter = http::trim(member.substr(0, semicolon));
    if (parameter.starts_with("q=") || parameter.starts_with("Q=")) {
      range.weight = parse_weight(parameter.substr(2));
    }
  }
  return range;
}

/// 3 for the type itself, 2 for "type/*", 1 for "*/*", 0 when the range does not cover it.
int exactness(std::string_view range, std::string_view type) {
  if (http::equal_case_blind(range, type)) {
    return 3;
  }
  if (range == "*/*") {
    return 1;
  }
  const std::size_t slash = type.find('/');
  const bool covers = range.ends_with("/*") && range.size() == slash + 2 &&
                      http::equal_case_blind(range.substr(0, slash), type.substr(0, slash));
  return covers ? 2 : 0;
}

/// Weight and exactness of the range that fits a type best; that one decides.
std::pair<int, int> rank(std::string_view accept, std::string_view type) {
  std::pair<int, int> best{0, 0};
  for (const auto member : http::split_list(accept)) {
    const auto range = parse_range(member);
    const int exact = exactness(range.type, type);
    if (exact > best.second) {
      best = {range.weight, exact};
    }
  }
  return best;
}

}  // namespace

bool accept_prefers(std::string_view accept, std::string_view wanted, std::string_view usual) {
  const auto rank_of_wanted = rank(accept, wanted);
  return rank_of_wanted.first > 0 && rank_of_wanted > rank(accept, usual);
}

}  // namespace tthttpd::handler
