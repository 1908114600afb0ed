#include <csignal>
#include <utility>

#include <asio/io_context.hpp>
#include <asio/signal_set.hpp>

#include "tthttpd/platform/signal_watch.hpp"

namespace tthttpd::platform {

struct SignalWatch::State {
  State(asio::io_context& io, std::function<void(SignalRequest)> then)
      : signals(io, SIGTERM, SIGINT, SIGQUIT), handle(std::move(then)) {
    signals.add(SIGHUP);
    signals.add(SIGUSR1);
  }

  void wait() {
    signals.async_wait([this](const std::error_code& cancelled, int number) {
      if (cancelled) {
        return;
      }
      wait();
      handle(number == SIGHUP    ? SignalRequest::reload
             : number == SIGUSR1 ? SignalRequest::reopen
                                 : SignalRequest::stop);
    });
  }

  asio::signal_set signals;
  std::function<void(SignalRequest)> handle;
};

SignalWatch::SignalWatch(asio::io_context& io, std::function<void(SignalRequest)> handle)
    : state_(std::make_unique<State>(io, std::move(handle))) {
  state_->wait();
}

SignalWatch::~SignalWatch() = default;

}  // namespace tthttpd::platform
