#include "tthttpd/filter/hash_slots.hpp"

#include <algorithm>
#include <utility>

namespace tthttpd::filter {

HashSlots::HashSlots(std::size_t count, std::chrono::milliseconds longest_wait)
    : longest_wait_(longest_wait), free_(std::max<std::size_t>(count, 1)) {}

std::optional<HashSlots::Held> HashSlots::try_take() {
  std::unique_lock lock(mutex_);
  if (!freed_.wait_for(lock, longest_wait_, [this] { return free_ > 0; })) {
    return std::nullopt;
  }
  --free_;
  return Held(*this);
}

void HashSlots::give_back() {
  {
    const std::lock_guard lock(mutex_);
    ++free_;
  }
  freed_.notify_one();
}

HashSlots::Held::Held(Held&& other) noexcept : slots_(std::exchange(other.slots_, nullptr)) {}

HashSlots::Held::~Held() {
  if (slots_ != nullptr) {
    slots_->give_back();
  }
}

}  // namespace tthttpd::filter
