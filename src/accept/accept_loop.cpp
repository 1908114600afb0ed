#include "tthttpd/accept/accept_loop.hpp"

#include <array>
#include <list>
#include <memory>
#include <string>
#include <utility>

#include <asio/io_context.hpp>
#include <asio/posix/stream_descriptor.hpp>
#include <asio/steady_timer.hpp>
#include <spdlog/spdlog.h>

namespace tthttpd::accept {
namespace {

constexpr std::string_view kUnavailable =
    "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Type: text/plain; "
    "charset=utf-8\r\n"
    "Content-Length: 20\r\nConnection: close\r\n\r\nServer is too busy.\n";

/// Lets one message of a kind through each second.
class OncePerSecond {
 public:
  bool now() {
    const auto time = platform::Clock::now();
    if (time < next_) {
      return false;
    }
    next_ = time + std::chrono::seconds(1);
    return true;
  }

 private:
  platform::Clock::time_point next_{};
};

/// Tells the client that there is no room, without ever waiting for it. What it has sent already is
/// taken in, so that the close does not reset the connection under the reply.
void turn_away(const platform::AcceptedSocket& connection) {
  const std::array<std::string_view, 1> pieces{kUnavailable};
  static_cast<void>(platform::send_some(connection.socket.native(), pieces, false));
  platform::shutdown_sending(connection.socket.native());
  std::array<char, 4096> dropped{};
  static_cast<void>(platform::receive_some(connection.socket.native(), dropped));
}

}  // namespace

struct AcceptLoop::State {
  struct Door {
    Door(asio::io_context& io, Listener&& opened)
        : listener(std::move(opened)), watch(io, static_cast<int>(listener.native())), pause(io) {}
    ~Door() { close(); }

    /// Frees the address at once, whoever still holds the door.
    void close() {
      if (open) {
        open = false;
        pause.cancel();
        watch.release();  // cancels the wait; the listener owns the descriptor
        const Listener closing = std::move(listener);
      }
    }

    bool open = true;  ///< a handler that was queued before the door closed must not touch it
    Listener listener;
    asio::posix::stream_descriptor watch;
    asio::steady_timer pause;
  };

  explicit State(ConnectionThreads& connection_threads) : threads(connection_threads) {}

  using SharedDoor = std::shared_ptr<Door>;

  /// What to do when a wait for this door is over.
  auto again(const SharedDoor& door) {
    return [this, door](const std::error_code& cancelled) {
      if (!cancelled && door->open) {
        accept_all(door);
      }
    };
  }

  void wait(const SharedDoor& door) {
    door->watch.async_wait(asio::posix::stream_descriptor::wait_read, again(door));
  }

  void accept_all(const SharedDoor& shared) {
    Door& door = *shared;
    for (;;) {
      auto accepted = platform::accept_connection(door.listener.native());
      if (accepted) {
        take(*accepted);
        continue;
      }
      const auto& code = accepted.error();
      if (code == std::errc::connection_aborted) {
        continue;
      }
      if (code == std::errc::operation_would_block ||
          code == std::errc::resource_unavailable_try_again) {
        wait(shared);
        return;
      }
      if (starved.now()) {
        spdlog::warn("cannot accept on {}: {}; pausing", door.listener.url(), code.message());
      }
      door.pause.expires_after(kAcceptPause);
      door.pause.async_wait(again(shared));
      return;
    }
  }

  void take(platform::AcceptedSocket& connection) {
    using Taken = ConnectionThreads::Taken;
    const auto taken = threads.hand_over(connection);
    if (taken == Taken::yes) {
      return;
    }
    turn_away(connection);
    if (refused.now()) {
      const char* why = taken == Taken::full           ? "max_connections is reached"
                        : taken == Taken::address_full ? "max_connections_per_address is reached"
                                                       : "the system gives no further thread";
      spdlog::warn("connection from {} turned away: {}", connection.remote.address, why);
    }
  }

  asio::io_context io{1};
  std::list<SharedDoor> doors;
  ConnectionThreads& threads;
  OncePerSecond starved;
  OncePerSecond refused;
  asio::steady_timer timer{io};
};

AcceptLoop::AcceptLoop(std::vector<Listener> listeners, ConnectionThreads& threads)
    : state_(std::make_unique<State>(threads)) {
  for (auto& listener : listeners) {
    auto door = std::make_shared<State::Door>(state_->io, std::move(listener));
    state_->doors.push_back(door);
    state_->wait(door);
  }
}

AcceptLoop::~AcceptLoop() { stop_accepting(); }

asio::io_context& AcceptLoop::io() { return state_->io; }

void AcceptLoop::run() { state_->io.run(); }

void AcceptLoop::quit() { state_->io.stop(); }

void AcceptLoop::stop_accepting() {
  for (const auto& door : state_->doors) {
    door->close();
  }
  state_->doors.clear();
}

void AcceptLoop::repeat(std::chrono::milliseconds interval, std::function<bool()> then) {
  state_->timer.expires_after(interval);
  state_->timer.async_wait(
      [this, interval, then = std::move(then)](const std::error_code& cancelled) {
        if (!cancelled && then()) {
          repeat(interval, then);
        }
      });
}

}  // namespace tthttpd::accept
