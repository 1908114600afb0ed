#include "tthttpd/filter/verified_cache.hpp"

#include <algorithm>

namespace tthttpd::filter {
namespace {

constexpr std::size_t kWays = 4;  ///< neighbouring slots in which one proof may lie
static_assert(VerifiedCache::kSlots % kWays == 0);

/// The digest is keyed, so nobody can aim at the slots of somebody else.
std::size_t first_slot(const Digest& proof) {
  return static_cast<std::size_t>(proof[0] % (VerifiedCache::kSlots / kWays)) * kWays;
}

}  // namespace

VerifiedCache::VerifiedCache(const Clock& clock) : clock_(clock), slots_(kSlots) {}

bool VerifiedCache::holds(const Digest& proof) const {
  const auto now = clock_.now();
  const std::lock_guard lock(mutex_);
  const Slot* const set = &slots_[first_slot(proof)];
  return std::any_of(set, set + kWays,
                     [&](const Slot& slot) { return slot.proof == proof && now < slot.until; });
}

void VerifiedCache::remember(const Digest& proof) {
  const auto now = clock_.now();
  const std::lock_guard lock(mutex_);
  Slot* const set = &slots_[first_slot(proof)];
  Slot* place = std::find_if(set, set + kWays, [&](const Slot& s) { return s.proof == proof; });
  if (place == set + kWays) {
    place = std::min_element(set, set + kWays,
                             [](const Slot& a, const Slot& b) { return a.until < b.until; });
  }
  *place = {proof, now + kLifetime};
}

}  // namespace tthttpd::filter
