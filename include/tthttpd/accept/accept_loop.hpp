#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tthttpd/accept/connection_threads.hpp"
#include "tthttpd/accept/listener.hpp"

namespace asio {
class io_context;
}

namespace tthttpd::accept {

/// Makes the whole response to a connection that is turned away; called on the accepting thread.
using BusyReply = std::function<std::string()>;

/// Step 1: accepts on every listener and hands connections to their threads. Also the program's
/// event loop: signals and timers run on the thread that is in run(). Everything but the
/// constructor is for that thread.
///
/// A connection beyond a cap is answered by BusyReply and closed at once. Out of descriptors or
/// memory it pauses kAcceptPause instead of spinning; waiting clients stay in the listen queue
/// meanwhile.
class AcceptLoop {
 public:
  static constexpr std::chrono::milliseconds kAcceptPause{100};

  AcceptLoop(std::vector<Listener> listeners, ConnectionThreads& threads, BusyReply busy_reply);
  ~AcceptLoop();

  asio::io_context& io();
  /// Runs until quit().
  void run();
  void quit();
  /// Closes all listeners.
  void stop_accepting();
  /// Calls `then` every `interval` until it returns false.
  void repeat(std::chrono::milliseconds interval, std::function<bool()> then);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tthttpd::accept
