#include "tthttpd/filter/failure_delay.hpp"

#include <algorithm>
#include <string>

#include "tthttpd/platform/ip_address.hpp"

namespace tthttpd::filter {
namespace {

constexpr std::size_t kWays = 4;  ///< neighbouring slots in which one address may lie
static_assert(FailureDelay::kSlots % kWays == 0);

}  // namespace

FailureDelay::FailureDelay(const Clock& clock, const KeyedDigest& digest)
    : clock_(clock), digest_(digest), slots_(kSlots) {}

void FailureDelay::forgive(Slot& slot, Clock::TimePoint now) {
  const auto times = (now - slot.since) / kForgiveness;
  if (times >= slot.failures) {
    slot.failures = 0;
    slot.since = now;
  } else if (times > 0) {
    slot.failures -= static_cast<std::uint32_t>(times);
    slot.since += times * kForgiveness;
  }
}

std::chrono::milliseconds FailureDelay::note_failure(std::string_view client_address) {
  const Digest address = digest_.of({"client", platform::client_network(client_address)});
  const auto now = clock_.now();
  std::uint32_t failures = 0;
  {
    const std::lock_guard lock(mutex_);
    Slot* const set = &slots_[static_cast<std::size_t>(address[0] % (kSlots / kWays)) * kWays];
    for (std::size_t i = 0; i < kWays; ++i) {
      forgive(set[i], now);
    }
    Slot* slot =
        std::find_if(set, set + kWays, [&](const Slot& s) { return s.address == address; });
    if (slot == set + kWays) {
      slot = std::min_element(set, set + kWays,
                              [](const Slot& a, const Slot& b) { return a.failures < b.failures; });
      *slot = {address, now, 0};
    }
    slot->failures = std::min(slot->failures + 1, kMostCounted);
    failures = slot->failures;
  }
  if (failures <= kFree) {
    return std::chrono::milliseconds(0);
  }
  const std::uint32_t doublings = std::min(failures - kFree - 1, std::uint32_t{10});
  return std::min(kFirst * (1 << doublings), kLongest);
}

}  // namespace tthttpd::filter
