#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>

namespace tthttpd::filter {

/// Bounds how many slow password hashes are computed at the same time, so that a flood of guesses
/// cannot take all processors away from everybody else. Any thread may use it.
class HashSlots {
 public:
  /// `count` at least 1; nobody waits longer than `longest_wait` for a free slot.
  HashSlots(std::size_t count, std::chrono::milliseconds longest_wait);

  /// One slot, held until it goes.
  class Held {
   public:
    explicit Held(HashSlots& slots) : slots_(&slots) {}
    Held(Held&& other) noexcept;
    Held& operator=(Held&&) = delete;
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    ~Held();

   private:
    HashSlots* slots_;
  };

  /// Waits for a slot. Nothing when none came free in time.
  [[nodiscard]] std::optional<Held> try_take();

 private:
  void give_back();

  const std::chrono::milliseconds longest_wait_;
  std::mutex mutex_;
  std::condition_variable freed_;
  std::size_t free_;
};

}  // namespace tthttpd::filter
