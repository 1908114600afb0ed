#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string_view>
#include <vector>

#include "tthttpd/filter/clock.hpp"
#include "tthttpd/filter/keyed_digest.hpp"

namespace tthttpd::filter {

/// Counts wrong passwords by client address and says how long the answer to the next one is held
/// back. Only failures are: a right password from the same address never waits, so that nobody can
/// lock out somebody else. IPv6 clients count by their /64, within which one client can choose
/// freely. Fixed size; any thread may use it.
class FailureDelay {
 public:
  static constexpr std::uint32_t kFree = 4;  ///< failures that are not slowed: people mistype
  static constexpr auto kFirst = std::chrono::milliseconds(100);  ///< then doubled each time
  static constexpr auto kLongest = std::chrono::milliseconds(2000);
  static constexpr auto kForgiveness = std::chrono::seconds(10);  ///< one failure less each time
  static constexpr std::uint32_t kMostCounted = 20;
  static constexpr std::size_t kSlots = 1024;  ///< 32 KiB

  /// Both must outlive this object.
  FailureDelay(const Clock& clock, const KeyedDigest& digest);

  /// Notes one failure and says how long its answer is to wait; does not wait itself.
  /// `client_address` is text as in http::Request; an empty one (a UNIX socket) is an address too.
  std::chrono::milliseconds note_failure(std::string_view client_address);

 private:
  struct Slot {
    Digest address{};
    Clock::TimePoint since{};  ///< when `failures` was right
    std::uint32_t failures = 0;
  };
  static void forgive(Slot& slot, Clock::TimePoint now);

  const Clock& clock_;
  const KeyedDigest& digest_;
  std::mutex mutex_;  ///< held for a few comparisons only, never while waiting
  std::vector<Slot> slots_;
};

}  // namespace tthttpd::filter
