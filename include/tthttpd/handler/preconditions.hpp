#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "tthttpd/http/headers.hpp"
#include "tthttpd/platform/file.hpp"

namespace tthttpd::handler {

/// What identifies one state of a file (RFC 9110 section 8.8).
struct Validators {
  std::string etag;                ///< strong, with its quotes
  std::int64_t last_modified = 0;  ///< seconds since 1970, never later than `now`
  std::int64_t now = 0;            ///< when the request is answered
};

/// From what the system says: inode, size and time of change to the nanosecond. A time that HTTP
/// cannot write (before year 0, after 9999) is moved to the nearest it can.
Validators validators_of(const platform::FileInfo& info, std::int64_t now_unix_seconds);

enum class Precondition : std::uint8_t {
  holds,         ///< answer as if there were no condition
  failed,        ///< 412
  not_modified,  ///< 304
};

/// Evaluates If-Match, If-Unmodified-Since, If-None-Match and If-Modified-Since of a GET or HEAD
/// for something that exists, in the order of RFC 9110 section 13.2.2. Dates that are none are
/// ignored.
Precondition evaluate_preconditions(const http::Headers& request, const Validators& validators);

/// Whether Range may be looked at: no If-Range, or one that names exactly this state
/// (RFC 9110 section 13.1.5).
bool range_condition_holds(const http::Headers& request, const Validators& validators);

}  // namespace tthttpd::handler
