#pragma once

#include <chrono>
#include <cstdint>
#include <string_view>

#include "tthttpd/filter/basic_credentials.hpp"
#include "tthttpd/filter/clock.hpp"
#include "tthttpd/filter/failure_delay.hpp"
#include "tthttpd/filter/hash_slots.hpp"
#include "tthttpd/filter/keyed_digest.hpp"
#include "tthttpd/filter/password_list.hpp"
#include "tthttpd/filter/verified_cache.hpp"

namespace tthttpd::filter {

/// Says whether credentials are right by a list of users, and makes guessing slow: every wrong
/// answer costs the same whether the user exists or not, slow hashes are computed a few at a time,
/// and failures of one address are held back. One object serves all lists; any thread may use it.
class Authenticator {
 public:
  /// How long a request waits for its turn to compute a slow hash.
  static constexpr auto kLongestWait = std::chrono::seconds(5);

  /// One hash under way for each processor.
  explicit Authenticator(Clock clock = {});
  Authenticator(Clock clock, std::size_t hashes_at_once, std::chrono::milliseconds longest_wait);
  Authenticator(const Authenticator&) = delete;  ///< the parts refer to each other
  Authenticator& operator=(const Authenticator&) = delete;
  ~Authenticator() = default;

  enum class Verdict : std::uint8_t {
    right,
    wrong,  ///< password or user; the caller has been held back already if it had to be
    busy,   ///< too many other checks are under way
  };
  /// `client`: the socket of the request, to notice when its delay has become pointless.
  Verdict check(const PasswordList& list, const BasicCredentials& credentials,
                std::string_view client_address,
                platform::NativeHandle client = platform::kNoHandle);

  /// The slots that slow hashes wait for.
  HashSlots& hash_slots() { return slots_; }

 private:
  Verdict look_up(const PasswordList& list, const BasicCredentials& credentials);
  Verdict compare(const StoredPassword& mine, const BasicCredentials& credentials);
  Verdict compute(const StoredPassword& stored, const std::string& password);

  const Clock clock_;
  const KeyedDigest digest_;
  VerifiedCache verified_;
  HashSlots slots_;
  FailureDelay failures_;
};

}  // namespace tthttpd::filter
