#include "tthttpd/handler/cgi_slots.hpp"

#include <algorithm>
#include <condition_variable>

namespace tthttpd::handler {
namespace {

constexpr std::chrono::milliseconds kAskEvery{250};

}  // namespace

struct CgiSlots::Waiter {
  std::condition_variable granted_changed;
  bool granted = false;
};

void CgiSlots::Slot::release() {
  if (slots_ != nullptr) {
    std::exchange(slots_, nullptr)->give_back();
  }
}

void CgiSlots::give_back() {
  const std::lock_guard lock(mutex_);
  --taken_;
  grant();
}

void CgiSlots::set_most(std::size_t most) {
  const std::lock_guard lock(mutex_);
  most_ = most;
  grant();
}

void CgiSlots::grant() {
  // Handed over directly: a newcomer cannot snatch it from the one who has waited longest. Notified
  // under the lock, because the waiter is gone as soon as it can see the grant.
  while (!queue_.empty() && taken_ < most_) {
    Waiter* const next = queue_.front();
    queue_.pop_front();
    ++taken_;
    next->granted = true;
    next->granted_changed.notify_one();
  }
}

std::optional<CgiSlots::Slot> CgiSlots::acquire(platform::Deadline deadline,
                                                const std::function<bool()>& given_up) {
  std::unique_lock lock(mutex_);
  if (taken_ < most_) {
    ++taken_;
    return Slot(this);
  }
  Waiter self;
  queue_.push_back(&self);
  while (!self.granted) {
    const auto now = platform::Clock::now();
    bool leave = now >= deadline;
    if (!leave) {
      self.granted_changed.wait_until(lock, std::min(deadline, now + kAskEvery));
      if (!self.granted) {
        lock.unlock();
        leave = given_up();
        lock.lock();
      }
    }
    if (leave && !self.granted) {
      queue_.erase(std::find(queue_.begin(), queue_.end(), &self));
      return std::nullopt;
    }
  }
  return Slot(this);
}

}  // namespace tthttpd::handler
