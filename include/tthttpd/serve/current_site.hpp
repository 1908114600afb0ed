#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

#include "tthttpd/serve/site.hpp"

namespace tthttpd::serve {

/// The site that is in force now. A reload puts another one in; what runs keeps the one it began
/// with. Any thread.
class CurrentSite {
 public:
  explicit CurrentSite(std::shared_ptr<const Site> site) : site_(std::move(site)) {}

  void replace(std::shared_ptr<const Site> site) {
    {
      const std::lock_guard lock(guard_);
      site_.swap(site);
    }
    generation_.fetch_add(1, std::memory_order_release);
    // The old one goes here, with nobody waiting for the lock, unless a request still runs in it.
  }

  [[nodiscard]] std::shared_ptr<const Site> get() const {
    const std::lock_guard lock(guard_);
    return site_;
  }

  /// Bumped by each replace(): whoever keeps a copy asks for this before each use, and takes the
  /// lock only when it has changed.
  [[nodiscard]] std::uint64_t generation() const {
    return generation_.load(std::memory_order_acquire);
  }

 private:
  mutable std::mutex guard_;
  std::shared_ptr<const Site> site_;
  std::atomic<std::uint64_t> generation_{0};
};

}  // namespace tthttpd::serve
