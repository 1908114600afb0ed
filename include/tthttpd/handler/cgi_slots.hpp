#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>

#include "tthttpd/platform/wait.hpp"

namespace tthttpd::handler {

/// How many scripts may run at the same time; who comes when all places are taken waits, first come
/// first served. Any thread may call; must outlive all places it has given out.
class CgiSlots {
 public:
  /// One place; given back when it goes.
  class Slot {
   public:
    Slot() = default;
    Slot(Slot&& other) noexcept : slots_(std::exchange(other.slots_, nullptr)) {}
    Slot& operator=(Slot&& other) noexcept {
      if (this != &other) {
        release();
        slots_ = std::exchange(other.slots_, nullptr);
      }
      return *this;
    }
    Slot(const Slot&) = delete;
    Slot& operator=(const Slot&) = delete;
    ~Slot() { release(); }
    void release();

   private:
    friend class CgiSlots;
    explicit Slot(CgiSlots* slots) : slots_(slots) {}
    CgiSlots* slots_ = nullptr;
  };

  explicit CgiSlots(std::size_t most) : most_(most) {}

  /// Changes how many there are. With fewer, none is taken back: new ones wait until enough have
  /// gone.
  void set_most(std::size_t most);

  /// Waits for a place until `deadline`. `given_up` is asked a few times a second, without a lock
  /// held, whether waiting still makes sense. Nothing when there was no place in time.
  std::optional<Slot> acquire(platform::Deadline deadline, const std::function<bool()>& given_up);

 private:
  struct Waiter;
  void give_back();
  void grant();

  std::mutex mutex_;
  std::size_t most_;
  std::size_t taken_ = 0;
  std::deque<Waiter*> queue_;  ///< each on the stack of its thread
};

}  // namespace tthttpd::handler
