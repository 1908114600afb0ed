#include "tthttpd/handler/preconditions.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "tthttpd/http/date.hpp"

namespace tthttpd::handler {
namespace {

void append_hex(std::string& text, std::uint64_t number) {
  std::array<char, 16> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, 16);
  text.append(digits.data(), end.ptr);
}

enum class Compare : std::uint8_t { strong, weak };

/// Whether an entity-tag from the client is ours; ours is always strong (RFC 9110 section 8.8.3.2).
bool same_tag(std::string_view theirs, std::string_view ours, Compare compare) {
  if (compare == Compare::weak && theirs.starts_with("W/")) {
    theirs.remove_prefix(2);
  }
  return theirs == ours;
}

bool names_tag(std::string_view list, std::string_view etag, Compare compare) {
  const auto members = http::split_list(list);
  return std::any_of(members.begin(), members.end(), [&](std::string_view member) {
    return member == "*" || same_tag(member, etag, compare);
  });
}

/// The date in a field; nothing when it is absent, sent twice or no date.
std::optional<std::int64_t> date_in(const http::Headers& request, std::string_view name,
                                    std::int64_t now) {
  const auto value = request.find_joined(name, ", ");
  return value ? http::parse_date(*value, now) : std::nullopt;
}

}  // namespace

Validators validators_of(const platform::FileInfo& info, std::int64_t now_unix_seconds) {
  Validators validators;
  auto& etag = validators.etag;
  etag += '"';
  append_hex(etag, info.inode);
  etag += '-';
  append_hex(etag, info.size);
  etag += '-';
  // Unsigned, as a time far away may overflow; different times stay different in practice.
  append_hex(etag, static_cast<std::uint64_t>(info.mtime_seconds) * 1'000'000'000U +
                       info.mtime_nanoseconds);
  etag += '"';
  // RFC 9110 section 8.8.2.1: a time in the future would be a promise nobody can keep.
  validators.last_modified =
      std::max(std::min(info.mtime_seconds, now_unix_seconds), http::kFirstSecond);
  validators.now = now_unix_seconds;
  return validators;
}

Precondition evaluate_preconditions(const http::Headers& request, const Validators& validators) {
  if (const auto wanted = request.find_joined("If-Match", ", ")) {
    if (!names_tag(*wanted, validators.etag, Compare::strong)) {
      return Precondition::failed;
    }
  } else if (const auto date = date_in(request, "If-Unmodified-Since", validators.now)) {
    if (validators.last_modified > *date) {
      return Precondition::failed;
    }
  }
  if (const auto known = request.find_joined("If-None-Match", ", ")) {
    return names_tag(*known, validators.etag, Compare::weak) ? Precondition::not_modified
                                                             : Precondition::holds;
  }
  if (const auto date = date_in(request, "If-Modified-Since", validators.now)) {
    return validators.last_modified <= *date ? Precondition::not_modified : Precondition::holds;
  }
  return Precondition::holds;
}

bool range_condition_holds(const http::Headers& request, const Validators& validators) {
  if (!request.has("If-Range")) {
    return true;
  }
  if (request.count("If-Range") > 1) {
    return false;
  }
  const std::string_view value = *request.find("If-Range");
  if (same_tag(value, validators.etag, Compare::strong)) {
    return true;
  }
  // A date is a strong validator only when the file cannot have changed again within that second
  // (RFC 9110 section 8.8.2.2).
  const auto date = http::parse_date(value, validators.now);
  return date == validators.last_modified && validators.last_modified < validators.now;
}

}  // namespace tthttpd::handler
