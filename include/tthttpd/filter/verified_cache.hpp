#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <vector>

#include "tthttpd/filter/clock.hpp"
#include "tthttpd/filter/keyed_digest.hpp"

namespace tthttpd::filter {

/// Remembers for a short time which proofs held, so that a slow hash does not cost every request. A
/// proof is the keyed digest of user, password and stored hash: another line in the password file
/// is another proof, and no password is kept. Fixed size; any thread may use it.
class VerifiedCache {
 public:
  static constexpr auto kLifetime = std::chrono::seconds(60);
  static constexpr std::size_t kSlots = 1024;  ///< 24 KiB

  /// `clock` must outlive this object.
  explicit VerifiedCache(const Clock& clock);

  [[nodiscard]] bool holds(const Digest& proof) const;
  /// Takes the place of an older proof when there is no room.
  void remember(const Digest& proof);

 private:
  struct Slot {
    Digest proof{};
    Clock::TimePoint until{};
  };

  const Clock& clock_;
  mutable std::mutex mutex_;  ///< held for a few comparisons only
  std::vector<Slot> slots_;
};

}  // namespace tthttpd::filter
