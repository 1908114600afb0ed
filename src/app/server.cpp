#include "tthttpd/app/server.hpp"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <utility>

#include "tthttpd/accept/accept_loop.hpp"
#include "tthttpd/platform/signal_watch.hpp"
#include "tthttpd/platform/socket.hpp"
#include "tthttpd/serve/connection.hpp"
#include "tthttpd/serve/connection_registry.hpp"
#include "tthttpd/serve/current_site.hpp"
#include "tthttpd/serve/respond.hpp"

namespace tthttpd::app {
namespace {

constexpr std::chrono::milliseconds kStopPoll{5};
/// After connections have been cut: scripts need their TERM and KILL, a thread that computes or
/// waits for a password hash needs its turn (Authenticator::kLongestWait).
constexpr std::chrono::seconds kAbortPatience{15};

/// The running program: everything that signals act on. Used by the main thread only.
class Server {
 public:
  Server(std::vector<accept::Listener> listeners, Reloaded first,
         const std::function<Reloaded()>& load, Logging& logging)
      : load_(load),
        logging_(logging),
        current_site_(first.site),
        threads_(first.threads, [this](platform::AcceptedSocket accepted) { serve(accepted); }),
        loop_(std::move(listeners), threads_,
              [this] { return serve::busy_response(*current_site_.get()); }),
        signals_(loop_.io(), [this](platform::SignalRequest request) { on_signal(request); }) {}

  void run() {
    try {
      loop_.run();
    } catch (...) {
      registry_.begin_drain();  // the threads are joined on the way out
      registry_.abort_all();
      throw;
    }
  }

 private:
  void serve(platform::AcceptedSocket& accepted) {
    http::Peer peer{{std::move(accepted.remote.address), accepted.remote.port},
                    {std::move(accepted.local.address), accepted.local.port}};
    serve::Connection connection(std::move(accepted.socket), std::move(peer), current_site_,
                                 registry_);
    connection.serve_all();
  }

  void on_signal(platform::SignalRequest request) {
    switch (request) {
      case platform::SignalRequest::stop:
        stopping_ ? abort() : stop();
        break;
      case platform::SignalRequest::reload:
        reload();
        break;
      case platform::SignalRequest::reopen:
        reopen_logs();
        break;
    }
  }

  void stop() {
    stopping_ = true;
    loop_.stop_accepting();
    registry_.begin_drain();
    deadline_ = platform::Clock::now() + kStopPatience;
    loop_.repeat(kStopPoll, [this] {
      if (threads_.busy() == 0) {
        loop_.quit();
        return false;
      }
      if (platform::Clock::now() >= deadline_) {
        aborted_ ? give_up() : abort();
      }
      return true;
    });
  }

  void abort() {
    if (!aborted_) {
      aborted_ = true;
      deadline_ = platform::Clock::now() + kAbortPatience;
      logging_.diagnostics()->warning("stop: ending " + std::to_string(threads_.busy()) +
                                      " connections that are still busy");
      registry_.abort_all();
    }
  }

  /// A connection that does not even end when its socket is cut is a bug; do not hang for it.
  [[noreturn]] void give_up() {
    logging_.diagnostics()->error("stop: a connection does not end; leaving it behind");
    std::_Exit(EXIT_FAILURE);
  }

  void reload() {
    reopen_logs();
    try {
      auto loaded = load_();
      threads_.set_limits(loaded.threads);
      current_site_.replace(std::move(loaded.site));
      logging_.diagnostics()->warning("reload: the new configuration is in force");
    } catch (const std::exception& reason) {
      logging_.diagnostics()->error(std::string("reload: keeping the old configuration: ") +
                                    reason.what());
    }
  }

  void reopen_logs() {
    if (!logging_.reopen()) {
      logging_.diagnostics()->error("error_log cannot be opened anew; the old file stays in use");
    }
    if (!current_site_.get()->access_log->reopen()) {
      logging_.diagnostics()->error("access_log cannot be opened anew; the old file stays in use");
    }
  }

  const std::function<Reloaded()>& load_;
  Logging& logging_;
  serve::CurrentSite current_site_;
  serve::ConnectionRegistry registry_;
  accept::ConnectionThreads threads_;
  accept::AcceptLoop loop_;
  platform::SignalWatch signals_;
  bool stopping_ = false;
  bool aborted_ = false;
  platform::Deadline deadline_ = platform::kNever;
};

void announce(const ServerPlan& plan, const std::vector<std::string>& urls) {
  if (plan.quiet) {
    return;
  }
  for (const auto& url : urls) {
    std::cout << url << '\n';
  }
  std::cout << plan.banner << std::endl;  // flushed: whoever reads a pipe waits for it
}

}  // namespace

void run_server(const ServerPlan& plan, const std::function<Reloaded()>& load, Logging& logging) {
  platform::ignore_broken_pipe_signal();
  auto listeners = accept::open_listeners(plan.listen, plan.families);
  platform::drop_privileges(plan.privileges);
  auto first = load();
  std::vector<std::string> urls;
  for (const auto& listener : listeners) {
    // The sockets of both families have one URL when it names a host.
    if (std::find(urls.begin(), urls.end(), listener.url()) == urls.end()) {
      urls.push_back(listener.url());
    }
  }
  Server server(std::move(listeners), std::move(first), load, logging);
  announce(plan, urls);  // signals are watched by now: whoever reads this may stop us at once
  server.run();
}

}  // namespace tthttpd::app
