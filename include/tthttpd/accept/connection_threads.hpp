#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "tthttpd/platform/socket.hpp"
#include "tthttpd/platform/thread.hpp"
#include "tthttpd/platform/wait.hpp"

namespace tthttpd::accept {

/// What to do with a connection; runs on a connection thread until the connection ends. What it
/// throws ends the connection and nothing else.
using Serve = std::function<void(platform::AcceptedSocket)>;

struct ThreadLimits {
  std::size_t max_connections = 1024;           ///< each costs a thread and its stack while busy
  std::size_t max_connections_per_address = 0;  ///< 0: no limit; IPv6 counts by the /64
  std::size_t stack_bytes = platform::kConnectionStack;
};

/// Starts, reuses, counts, caps and joins the threads that serve connections. hand_over() is for
/// the accepting thread; the rest for any thread.
class ConnectionThreads {
 public:
  ConnectionThreads(ThreadLimits limits, Serve serve);
  /// REQUIRES: no connection is being served any more, or will end soon by itself.
  ~ConnectionThreads();

  enum class Taken { yes, full, address_full, no_thread };

  /// Gives the connection to a waiting thread, or a new one. When it is not taken, or memory runs
  /// out (std::bad_alloc), `connection` is left as it was and nothing has changed.
  Taken hand_over(platform::AcceptedSocket& connection);

  [[nodiscard]] std::size_t busy() const;
  void set_limits(const ThreadLimits& limits);

 private:
  using Counts = std::map<std::string, std::size_t>;
  struct Waiting {
    platform::AcceptedSocket connection;
    Counts::iterator from_there;
  };
  /// A place for a thread; empty only while it is being started, with the lock held.
  using Threads = std::list<std::optional<platform::Thread>>;

  bool start_thread();
  void run(Threads::iterator own);
  void leave(Counts::iterator from_there);
  void join_ended();

  mutable std::mutex guard_;
  std::condition_variable work_;       ///< a connection waits, or the end has come
  std::condition_variable ended_one_;  ///< a thread has left run()
  ThreadLimits limits_;
  Serve serve_;
  std::deque<Waiting> waiting_;
  Counts per_address_;
  Threads threads_;
  Threads ended_;         ///< have left run() or are about to; to be joined
  std::size_t busy_ = 0;  ///< connections served or waiting for their thread
  std::size_t idle_ = 0;  ///< threads waiting for a connection
  bool ending_ = false;
};

}  // namespace tthttpd::accept
