#include "tthttpd/serve/connection_registry.hpp"

#include "tthttpd/platform/socket.hpp"

namespace tthttpd::serve {

ConnectionRegistry::Entry::Entry(ConnectionRegistry& registry, platform::NativeHandle socket)
    : registry_(registry), socket_(socket) {
  const std::lock_guard lock(registry_.guard_);
  place_ = registry_.entries_.insert(registry_.entries_.end(), this);
}

ConnectionRegistry::Entry::~Entry() {
  const std::lock_guard lock(registry_.guard_);
  registry_.entries_.erase(place_);
}

void ConnectionRegistry::begin_drain() {
  draining_.store(true);
  const std::lock_guard lock(guard_);
  for (const Entry* entry : entries_) {
    if (entry->idle_.load()) {
      platform::shutdown_both(entry->socket_);
    }
  }
}

void ConnectionRegistry::abort_all() {
  draining_.store(true);
  const std::lock_guard lock(guard_);
  for (const Entry* entry : entries_) {
    platform::shutdown_both(entry->socket_);
  }
}

std::size_t ConnectionRegistry::size() const {
  const std::lock_guard lock(guard_);
  return entries_.size();
}

}  // namespace tthttpd::serve
