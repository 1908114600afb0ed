#include "tthttpd/http/range.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include "tthttpd/http/headers.hpp"

namespace tthttpd::http {
namespace {

/// More ranges than this serve nobody but a client that wants to make us work.
constexpr std::size_t kMaxRanges = 16;

/// One or more digits; a number too large for 64 bits is as good as the largest.
std::optional<std::uint64_t> parse_number(std::string_view digits) {
  if (digits.empty()) {
    return std::nullopt;
  }
  constexpr std::uint64_t kLargest = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t number = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9') {
      return std::nullopt;
    }
    const auto digit = static_cast<std::uint64_t>(c - '0');
    number = number > (kLargest - digit) / 10 ? kLargest : number * 10 + digit;
  }
  return number;
}

/// One range spec: nothing when it is malformed; `length` 0 when nothing of it lies inside.
std::optional<ByteRange> parse_spec(std::string_view spec, std::uint64_t size) {
  const std::size_t dash = spec.find('-');
  if (dash == std::string_view::npos) {
    return std::nullopt;
  }
  const std::string_view after = spec.substr(dash + 1);
  if (dash == 0) {
    const auto suffix = parse_number(after);
    if (!suffix) {
      return std::nullopt;
    }
    const std::uint64_t length = std::min(*suffix, size);
    return ByteRange{size - length, length};
  }
  const auto first = parse_number(spec.substr(0, dash));
  const auto last = after.empty() ? std::numeric_limits<std::uint64_t>::max() : parse_number(after);
  if (!first || !last || *first > *last) {
    return std::nullopt;
  }
  if (*first >= size) {
    return ByteRange{};
  }
  return ByteRange{*first, std::min(*last, size - 1) - *first + 1};
}

}  // namespace

RangeSet parse_range(std::string_view field_value, std::uint64_t size) {
  const std::size_t equals = field_value.find('=');
  if (equals == std::string_view::npos ||
      !equal_case_blind(field_value.substr(0, equals), "bytes")) {
    return {};
  }
  const std::vector<std::string_view> specs = split_list(field_value.substr(equals + 1));
  if (specs.empty() || specs.size() > kMaxRanges) {
    return {};
  }
  RangeSet set;
  for (const std::string_view spec : specs) {
    const auto range = parse_spec(spec, size);
    if (!range) {
      return {};
    }
    if (range->length > 0) {
      set.ranges.push_back(*range);
    }
  }
  set.verdict = set.ranges.empty() ? RangeSet::Verdict::unsatisfiable : RangeSet::Verdict::partial;
  return set;
}

}  // namespace tthttpd::http
