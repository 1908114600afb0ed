#pragma once

#include <memory>
#include <string>

#include "tthttpd/app/build_site.hpp"
#include "tthttpd/app/command_line.hpp"
#include "tthttpd/app/logging.hpp"
#include "tthttpd/app/server.hpp"
#include "tthttpd/config/load.hpp"

namespace tthttpd::app {

/// The configuration that the flags lead to, with everything that is wrong with it.
config::Loaded load_configuration(const CommandLine& flags);

/// What -v, -q and `debug` come to; a flag wins.
int verbosity_of(const CommandLine& flags, const config::Config& config);

/// Makes the first site from the configuration of the start, and each later one from the files as
/// they are then. What only a start can change (addresses, rights, error_log) stays, with a warning
/// when the file says something else. Used by the main thread.
class SiteLoader {
 public:
  /// Opens the access log: what opens it may need the rights that the server gives up before
  /// load(). Throws std::runtime_error when it cannot be opened. `logging` outlives this object.
  SiteLoader(CommandLine flags, config::Config config, Logging& logging);

  /// REQUIRES: the process is in the configuration's `chroot`. Throws std::runtime_error naming
  /// what is wrong; nothing has changed then.
  Reloaded load();

 private:
  Reloaded build(const config::Config& config);
  config::Config read_again() const;
  void warn_of_restart(const config::Config& next) const;

  CommandLine flags_;
  config::Config started_;  ///< as written, seen from outside the chroot
  Logging& logging_;
  Lasting lasting_;
  bool first_ = true;
  std::shared_ptr<write::AccessLog> access_log_;
  std::string log_target_;  ///< as it is seen now
};

}  // namespace tthttpd::app
