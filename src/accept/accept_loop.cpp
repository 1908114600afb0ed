#include "tthttpd/accept/accept_loop.hpp"

#include <array>
#include <list>
#include <memory>
#include <new>
#include <string_view>
#include <utility>

#include <asio/io_context.hpp>
#include <asio/posix/stream_descriptor.hpp>
#include <asio/steady_timer.hpp>
#include <spdlog/spdlog.h>

#include "tthttpd/http/once_per_second.hpp"

namespace tthttpd::accept {
namespace {

/// Most connections taken in a row: signals, timers and other listeners come to their turn between.
constexpr int kMostAtOnce = 64;

/// Tells the client that there is no room, without ever waiting for it. What it has sent already is
/// taken in, so that the close does not reset the connection under the reply.
void turn_away(const platform::AcceptedSocket& connection, std::string_view reply) {
  const std::array<std::string_view, 1> pieces{reply};
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

  State(ConnectionThreads& connection_threads, BusyReply reply)
      : threads(connection_threads), busy_reply(std::move(reply)) {}

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
    for (int taken = 0;; ++taken) {
      if (taken == kMostAtOnce) {
        wait(shared);
        return;
      }
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
      if (starved.due(platform::Clock::now())) {
        spdlog::warn("cannot accept on {}: {}; pausing", door.listener.url(), code.message());
      }
      door.pause.expires_after(kAcceptPause);
      door.pause.async_wait(again(shared));
      return;
    }
  }

  void take(platform::AcceptedSocket& connection) {
    const char* why = nullptr;
    try {
      why = why_not(threads.hand_over(connection));
      if (why != nullptr) {
        turn_away(connection, busy_reply());
      }
    } catch (const std::bad_alloc&) {
      why = "out of memory";
    }
    if (why != nullptr && refused.due(platform::Clock::now())) {
      spdlog::warn("connection from {} turned away: {}", connection.remote.address, why);
    }
  }

  /// Null: it was taken.
  static const char* why_not(ConnectionThreads::Taken taken) {
    using Taken = ConnectionThreads::Taken;
    switch (taken) {
      case Taken::full:
        return "max_connections is reached";
      case Taken::address_full:
        return "max_connections_per_address is reached";
      case Taken::no_thread:
        return "the system gives no further thread";
      case Taken::yes:
        break;
    }
    return nullptr;
  }

  asio::io_context io{1};
  std::list<SharedDoor> doors;
  ConnectionThreads& threads;
  BusyReply busy_reply;
  http::OncePerSecond starved;
  http::OncePerSecond refused;
  asio::steady_timer timer{io};
};

AcceptLoop::AcceptLoop(std::vector<Listener> listeners, ConnectionThreads& threads,
                       BusyReply busy_reply)
    : state_(std::make_unique<State>(threads, std::move(busy_reply))) {
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
