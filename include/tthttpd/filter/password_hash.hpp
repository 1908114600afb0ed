#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tthttpd::filter {

/// How a password file keeps one password.
enum class PasswordKind : std::uint8_t {
  plain,      ///< the password itself
  sha1,       ///< {SHA}, base64 of SHA-1, no salt
  des,        ///< traditional crypt; only the first 8 bytes of a password count
  md5_crypt,  ///< $1$
  apr1,       ///< $apr1$
  sha256,     ///< $5$
  sha512,     ///< $6$
  bcrypt,     ///< $2y$, $2a$, $2b$; only the first 72 bytes of a password count
  yescrypt,   ///< $y$
  never,      ///< nothing matches it: an unknown or broken hash, or a locked account
};

/// Tells the kind by the form. 13 characters of [./0-9A-Za-z] are taken for traditional crypt,
/// though a plain password may look so too. What begins with '$', '{' or '*' and is none of the
/// known kinds is `never`, and so are "!", "!!" and "!$...": plain text would let in whoever has
/// read the file.
PasswordKind password_kind(std::string_view stored);

/// Whether a check takes so long that the number of those under way must be bounded.
bool is_costly(PasswordKind kind);

/// About how many microseconds a check takes, to find the costliest; good for comparing only.
std::uint64_t check_cost(PasswordKind kind, std::string_view stored);

/// Whether `password` is the one behind a stored hash. REQUIRES: password_kind(stored) is a hash,
/// neither plain nor never; `password` holds no NUL. Keeps no state between calls, so threads may
/// call it at the same time; needs less than 16 KiB of stack.
bool hash_matches(const std::string& stored, const std::string& password);

}  // namespace tthttpd::filter
