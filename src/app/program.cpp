#include "tthttpd/app/program.hpp"

#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <utility>

#include "tthttpd/app/build_site.hpp"
#include "tthttpd/app/logging.hpp"
#include "tthttpd/app/server.hpp"
#include "tthttpd/config/checks.hpp"
#include "tthttpd/config/doubts.hpp"
#include "tthttpd/config/load.hpp"

namespace tthttpd::app {
namespace {

constexpr int kCannotStart = 1;
constexpr int kDebugVerbosity = 2;

/// The configuration that the flags lead to, with everything that is wrong with it.
config::Loaded load_for(const CommandLine& flags) {
  config::Loaded loaded;
  if (flags.config_file.empty()) {
    loaded.config.global.root = std::filesystem::current_path().string();
    loaded.config.global.listing = true;
  } else {
    loaded = config::load_config(flags.config_file);
  }
  apply(flags, loaded.config);
  if (loaded.problems.empty()) {
    loaded.problems = config::find_problems(loaded.config);
  }
  return loaded;
}

int verbosity_of(const CommandLine& flags, const config::Config& config) {
  return config.global.debug ? std::max(flags.verbosity, kDebugVerbosity) : flags.verbosity;
}

void print(const std::vector<config::Problem>& problems, const char* kind) {
  for (const auto& problem : problems) {
    std::cerr << "tthttpd: " << kind << config::to_text(problem) << '\n';
  }
}

/// Makes the first site from the configuration at hand, and each later one from the files as they
/// are then. What only a start can change (addresses, rights, error_log) stays.
class SiteLoader {
 public:
  SiteLoader(const CommandLine& flags, const config::Config& config, const Logging& logging)
      : flags_(flags), first_(&config), logging_(logging) {}

  Reloaded load() {
    if (const auto* config = std::exchange(first_, nullptr)) {
      return build(*config);
    }
    const auto again = load_for(flags_);
    if (!again.problems.empty()) {
      throw std::runtime_error(config::to_text(again.problems.front()));
    }
    return build(again.config);
  }

 private:
  Reloaded build(const config::Config& config) {
    const auto& target = config.global.access_log;
    auto log = access_log_;
    if (!log || target != log_target_) {
      log = std::make_shared<write::AccessLog>(target);
    }
    Reloaded made{build_site(config, verbosity_of(flags_, config), logging_.diagnostics(), log),
                  thread_limits(config)};
    access_log_ = std::move(log);
    log_target_ = target;
    return made;
  }

  const CommandLine& flags_;
  const config::Config* first_;
  const Logging& logging_;
  std::shared_ptr<write::AccessLog> access_log_;
  std::string log_target_;
};

/// -t: everything is read and built, nothing is opened to the network.
int check(const config::Config& config) {
  const Logging logging("-", 0);
  const auto site =
      build_site(config, 0, logging.diagnostics(), std::make_shared<write::AccessLog>("off"));
  const auto plan = make_plan(config, 0);
  for (const auto& listen : plan.listen) {
    std::cout << "would listen on "
              << (!listen.unix_path.empty() ? "unix:" + listen.unix_path
                  : listen.host.empty()     ? "every address"
                                            : listen.host);
    std::cout << (listen.unix_path.empty() ? ", port " + listen.port : "") << '\n';
  }
  for (const auto& rule : config.authentication) {
    std::cout << "would ask for a password at " << rule.prefix << ", realm " << rule.realm << '\n';
  }
  std::cout << "would be " << static_cast<char>(std::tolower(plan.banner.front()))
            << plan.banner.substr(1) << "\nconfiguration is fine\n";
  return 0;
}

}  // namespace

int run_program(const ParsedCommandLine& parsed) {
  if (parsed.exit_code) {
    (*parsed.exit_code == 0 ? std::cout : std::cerr) << parsed.text;
    return *parsed.exit_code;
  }
  const auto& flags = parsed.flags;
  const auto loaded = load_for(flags);
  if (!loaded.problems.empty()) {
    print(loaded.problems, "");
    return kCannotStart;
  }
  const auto& config = loaded.config;
  if (flags.verbosity >= 0) {
    print(config::find_doubts(config), "warning: ");
  }
  if (flags.check) {
    return check(config);
  }
  const int verbosity = verbosity_of(flags, config);
  Logging logging(config.global.error_log, verbosity);
  SiteLoader loader(flags, config, logging);
  run_server(
      make_plan(config, verbosity), [&] { return loader.load(); }, logging);
  return 0;
}

}  // namespace tthttpd::app
