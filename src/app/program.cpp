#include "tthttpd/app/program.hpp"

#include <cctype>
#include <cstddef>
#include <iostream>
#include <memory>
#include <vector>

#include "tthttpd/app/build_site.hpp"
#include "tthttpd/app/logging.hpp"
#include "tthttpd/app/server.hpp"
#include "tthttpd/app/site_loader.hpp"
#include "tthttpd/config/doubts.hpp"
#include "tthttpd/config/load.hpp"
#include "tthttpd/config/served_tree.hpp"

namespace tthttpd::app {
namespace {

constexpr int kCannotStart = 1;
/// -t names so many links out of the root; one that has more needs no longer list.
constexpr std::size_t kMostLinksNamed = 20;

void print(const std::vector<config::Problem>& problems, const char* kind) {
  for (const auto& problem : problems) {
    std::cerr << "tthttpd: " << kind << config::to_text(problem) << '\n';
  }
}

/// -t: everything is read and built, nothing is opened to the network.
int check(const config::Config& config) {
  const Logging logging("-", 0);
  auto here = config;
  here.global.chroot.clear();  // nobody enters it: paths are as they are written
  static_cast<void>(
      build_site(here, 0, logging.diagnostics(), std::make_shared<write::AccessLog>("off")));
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
  for (const auto& link : config::find_leaving_links(config.global.root, kMostLinksNamed)) {
    std::cout << "would " << (config.global.symlinks == config::Symlinks::all ? "follow" : "refuse")
              << " the link " << link << ", which leads out of the root\n";
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
  const auto loaded = load_configuration(flags);
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
