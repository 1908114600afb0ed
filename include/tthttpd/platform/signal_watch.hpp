#pragma once

#include <cstdint>
#include <functional>
#include <memory>

namespace asio {
class io_context;
}

namespace tthttpd::platform {

/// What a signal asks the server to do.
enum class SignalRequest : std::uint8_t {
  stop,    ///< TERM, INT, QUIT; console close on Windows
  reload,  ///< HUP
  reopen,  ///< USR1: open log files anew
};

/// Turns signals into calls on the thread that runs the io_context. Make it before other threads
/// start; they block all signals.
class SignalWatch {
 public:
  SignalWatch(asio::io_context& io, std::function<void(SignalRequest)> handle);
  ~SignalWatch();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tthttpd::platform
