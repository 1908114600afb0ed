#pragma once

#include <memory>

#include "tthttpd/app/server.hpp"
#include "tthttpd/config/config.hpp"
#include "tthttpd/filter/authenticator.hpp"
#include "tthttpd/handler/running_scripts.hpp"
#include "tthttpd/http/diagnostics.hpp"
#include "tthttpd/serve/site.hpp"
#include "tthttpd/write/access_log.hpp"

namespace tthttpd::app {

/// What a reload keeps: scripts that run go on, and guessing a password stays slow.
struct Lasting {
  std::shared_ptr<handler::RunningScripts> scripts = std::make_shared<handler::RunningScripts>();
  std::shared_ptr<filter::Authenticator> authenticator = std::make_shared<filter::Authenticator>();
};

/// Builds router, filters and handlers from a configuration: the one place that names concrete
/// ones. Throws std::runtime_error with a plain reason when something it names cannot be used.
/// Paths are taken as they are seen now; `chroot` is not looked at (seen_from_jail).
std::shared_ptr<const serve::Site> build_site(const config::Config& config, int verbosity,
                                              const std::shared_ptr<http::Diagnostics>& diagnostics,
                                              std::shared_ptr<write::AccessLog> access_log,
                                              const Lasting& lasting = {});

/// What the process does once: sockets, rights, caps, and the banner.
ServerPlan make_plan(const config::Config& config, int verbosity);

accept::ThreadLimits thread_limits(const config::Config& config);

}  // namespace tthttpd::app
