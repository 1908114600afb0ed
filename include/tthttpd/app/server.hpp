#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tthttpd/accept/connection_threads.hpp"
#include "tthttpd/accept/listener.hpp"
#include "tthttpd/app/logging.hpp"
#include "tthttpd/platform/privileges.hpp"
#include "tthttpd/serve/site.hpp"

namespace tthttpd::app {

/// What the process does once, apart from the site: sockets, rights, caps.
struct ServerPlan {
  std::vector<accept::ListenAddress> listen;
  accept::Families families = accept::Families::both;
  accept::ThreadLimits threads;
  platform::Privileges privileges;
  std::string banner;  ///< the line after the URLs: what is served
  bool quiet = false;  ///< prints neither URLs nor banner
};

/// What a reload brings: a new site and the caps that may change while running.
struct Reloaded {
  std::shared_ptr<const serve::Site> site;
  accept::ThreadLimits threads;
};

/// How long a stop waits for running requests.
inline constexpr std::chrono::seconds kStopPatience{10};

/// Binds, gives up rights, builds the site, prints the URLs and serves until a stop signal. Returns
/// when every connection has ended. Throws std::runtime_error when it cannot start; nothing has
/// been served then.
///
/// `load` makes the site from the configuration: once after the rights are dropped, and again for
/// each reload signal. What it throws at a reload is logged and the old site stays.
void run_server(const ServerPlan& plan, const std::function<Reloaded()>& load, Logging& logging);

}  // namespace tthttpd::app
