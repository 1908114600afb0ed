#include "tthttpd/app/site_loader.hpp"

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <string_view>
#include <tuple>
#include <utility>

#include "tthttpd/app/build_site.hpp"
#include "tthttpd/config/checks.hpp"
#include "tthttpd/config/jail.hpp"

namespace tthttpd::app {
namespace {

constexpr int kDebugVerbosity = 2;

void stop_at_problems(const std::vector<config::Problem>& problems) {
  if (!problems.empty()) {
    throw std::runtime_error(config::to_text(problems.front()));
  }
}

/// The keys of a start that say something else in `next`, as one text.
std::string changed_keys(const config::Global& start, const config::Global& next) {
  std::string keys;
  const auto compare = [&](std::string_view name, const auto& key) {
    if (key(start) != key(next)) {
      keys.append(keys.empty() ? "" : ", ").append(name);
    }
  };
  const auto addresses = [](const config::Global& global) {
    std::string all = global.listen.empty() ? global.hostname + ' ' + global.port : "";
    for (const auto& listen : global.listen) {
      all += listen.host + ' ' + (listen.port.empty() ? global.port : listen.port) + ' ' +
             listen.unix_path + ',';
    }
    return all;
  };
  compare("the addresses", [&](const auto& global) {
    return std::tuple(addresses(global), global.ipv4_only, global.ipv6_only);
  });
  compare("user", [](const auto& global) { return global.user; });
  compare("group", [](const auto& global) { return global.group; });
  compare("chroot", [](const auto& global) { return global.chroot; });
  compare("error_log", [](const auto& global) { return global.error_log; });
  return keys;
}

}  // namespace

config::Loaded load_configuration(const CommandLine& flags) {
  config::Loaded loaded;
  if (!flags.config_file.empty()) {
    loaded = config::load_config(flags.config_file);
  }
  apply(flags, loaded.config);
  if (loaded.problems.empty()) {
    loaded.problems = config::find_problems(loaded.config);
  }
  return loaded;
}

int verbosity_of(const CommandLine& flags, const config::Config& config) {
  return config.global.debug && flags.verbosity >= 0 ? std::max(flags.verbosity, kDebugVerbosity)
                                                     : flags.verbosity;
}

SiteLoader::SiteLoader(CommandLine flags, config::Config config, Logging& logging)
    : flags_(std::move(flags)),
      started_(std::move(config)),
      logging_(logging),
      access_log_(std::make_shared<write::AccessLog>(started_.global.access_log)),
      log_target_(started_.global.access_log) {
  if (!flags_.config_file.empty()) {
    flags_.config_file = std::filesystem::absolute(flags_.config_file).string();
  }
}

Reloaded SiteLoader::load() {
  if (std::exchange(first_, false)) {
    const auto config = config::seen_from_jail(started_);
    if (!started_.global.chroot.empty()) {
      // A log outside can be written to, as it is open, but not be opened anew.
      access_log_->relocate(
          config::inside_jail(started_.global.access_log, started_.global.chroot));
      logging_.relocate(config::inside_jail(started_.global.error_log, started_.global.chroot));
      log_target_ = config.global.access_log;
    }
    return build(config);
  }
  return build(read_again());
}

config::Config SiteLoader::read_again() const {
  const auto& jail = started_.global.chroot;
  if (jail.empty() || flags_.config_file.empty()) {
    auto loaded = load_configuration(flags_);
    stop_at_problems(loaded.problems);
    warn_of_restart(loaded.config);
    return std::move(loaded.config);
  }
  const auto lies_at = config::inside_jail(flags_.config_file, jail);
  if (lies_at.empty()) {
    throw std::runtime_error("the configuration " + flags_.config_file +
                             " lies outside the chroot " + jail + ", only a restart can read it");
  }
  auto loaded = config::load_config(flags_.config_file, lies_at);
  stop_at_problems(loaded.problems);
  apply(flags_, loaded.config);
  warn_of_restart(loaded.config);
  loaded.config.global.chroot = jail;
  auto seen = config::seen_from_jail(std::move(loaded.config));
  stop_at_problems(config::find_problems(seen));
  return seen;
}

void SiteLoader::warn_of_restart(const config::Config& next) const {
  if (const auto keys = changed_keys(started_.global, next.global); !keys.empty()) {
    logging_.diagnostics()->warning("reload: only a restart changes " + keys);
  }
}

Reloaded SiteLoader::build(const config::Config& config) {
  const auto& target = config.global.access_log;
  auto log = target == log_target_ ? access_log_ : std::make_shared<write::AccessLog>(target);
  const int verbosity = verbosity_of(flags_, config);
  Reloaded made{build_site(config, verbosity, logging_.diagnostics(), log, lasting_),
                thread_limits(config)};
  logging_.set_verbosity(verbosity);
  access_log_ = std::move(log);
  log_target_ = target;
  return made;
}

}  // namespace tthttpd::app
