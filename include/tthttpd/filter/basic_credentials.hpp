#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tthttpd/http/headers.hpp"

namespace tthttpd::filter {

/// A name and password as a client sent them: any bytes but control characters.
struct BasicCredentials {
  std::string user;
  std::string password;
};

/// Longest base64 token that is looked at, in bytes. Some hashes take time that grows with the
/// square of the password's length, so a client must not choose it freely.
inline constexpr std::size_t kLongestToken = 1400;

/// The value of one Authorization field in the Basic scheme (RFC 7617 section 2), the scheme's name
/// compared without case. The user ends at the first colon; the password may hold more of them.
/// Padding of the base64 may be missing, else it is read strictly. Nothing for another scheme, bad
/// base64, no colon, a control character or more than kLongestToken bytes.
/// "Basic dTphOmI=" -> user "u", password "a:b".
std::optional<BasicCredentials> parse_basic_credentials(std::string_view field);

/// What a request says about who sends it.
struct SentCredentials {
  enum class State : std::uint8_t {
    missing,    ///< no Authorization field
    malformed,  ///< not one well-formed Basic field
    present,
  };
  State state = State::missing;
  BasicCredentials credentials;  ///< for `present`
};

/// Reads the Authorization field of a request. Two of them are malformed: whoever looks at the
/// other one would see another user.
SentCredentials read_credentials(const http::Headers& headers);

}  // namespace tthttpd::filter
