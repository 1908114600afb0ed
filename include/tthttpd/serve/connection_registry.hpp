#pragma once

#include <atomic>
#include <cstddef>
#include <list>
#include <mutex>

#include "tthttpd/platform/handle.hpp"

namespace tthttpd::serve {

/// Knows every open connection, so that a stop can wake the idle ones at once, let the busy ones
/// finish, and end what is left at the deadline. Its lock is taken once when a connection comes and
/// once when it goes, never for a request.
class ConnectionRegistry {
 public:
  /// One connection's entry; lives as long as the connection and shorter than its socket.
  class Entry {
   public:
    Entry(ConnectionRegistry& registry, platform::NativeHandle socket);
    ~Entry();
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;

    /// A request has begun: a stop waits for it.
    void set_busy() { idle_.store(false); }
    /// Between two requests: a stop ends the connection at once. False when a stop has been asked
    /// for already: do not wait for another request.
    [[nodiscard]] bool set_idle() {
      // The order matters: whoever comes second, this thread or begin_drain(), sees the other.
      idle_.store(true);
      return !registry_.draining();
    }

   private:
    friend class ConnectionRegistry;
    ConnectionRegistry& registry_;
    platform::NativeHandle socket_;
    std::atomic<bool> idle_{true};
    std::list<Entry*>::iterator place_;
  };

  /// From now on no connection stays open after its request; idle ones end now. Any thread.
  void begin_drain();
  /// Ends every connection, whatever it does. Any thread.
  void abort_all();
  [[nodiscard]] bool draining() const { return draining_.load(); }
  [[nodiscard]] std::size_t size() const;

 private:
  std::atomic<bool> draining_{false};
  mutable std::mutex guard_;
  std::list<Entry*> entries_;
};

}  // namespace tthttpd::serve
