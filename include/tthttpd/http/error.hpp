#pragma once

#include <string>
#include <string_view>
#include <system_error>

#include "tthttpd/platform/expected.hpp"

namespace tthttpd::http {

/// `Error::status` when no answer can reach the client any more: the connection is just closed.
inline constexpr int kNoAnswer = 0;

/// Expected trouble as a value.
struct Error {
  int status = 500;         ///< the HTTP status to answer with, or kNoAnswer
  std::string_view reason;  ///< a fixed word from the source, e.g. "bad-request-line"; for the log
  std::string detail;       ///< for the log only; never sent to the client
};

template <typename T>
using Result = platform::Expected<T, Error>;

/// The one table from the system's errors to HTTP: absent -> 404, not allowed -> 403, out of
/// descriptors or memory -> 503, anything else -> 500. `what` says what was tried, for the log.
Error error_from_system(const std::error_code& code, std::string what);

}  // namespace tthttpd::http
