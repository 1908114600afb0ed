#include "tthttpd/app/command_line.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "tthttpd/config/checks.hpp"
#include "tthttpd/config/keys.hpp"
#include "tthttpd/config/values.hpp"

namespace tthttpd::app {
namespace {

constexpr const char* kHelp =
    R"(usage: tthttpd [-4|-6] [-p PORT] [-c FILE] [-d DIR] [-x] [-v] [-q] [-t] [-h] [-V]

Serves the files of a directory and runs CGI scripts.

  -4, --ipv4         listen on IPv4 only
  -6, --ipv6         listen on IPv6 only; without -4 and -6 on both
  -p, --port PORT    number or service name, 0 for any free port (default 8080)
  -c, --config FILE  read settings from an INI file; a flag wins over the same key
  -d, --root DIR     directory to serve (default: the current one)
  -x, --spawnexec    run files with an execute bit as CGI scripts
  -v, --verbose      print one line a request; -vv headers; -vvv script environments
  -q, --quiet        print errors only
  -t, --check        check the configuration, say what would be served, and exit
  -h, --help         show this text
  -V, --version      show the version

examples:
  tthttpd                           serve this directory at http://127.0.0.1:8080/
  tthttpd -p 8000 -d public         another port, another directory
  tthttpd -4 -x -v -d cgi-site      IPv4 only, with CGI scripts, showing requests
  tthttpd -c site.conf -t           is the configuration right?
  tthttpd -c site.conf              serve what it says

exit codes: 0 clean stop, 1 cannot start, 2 wrong usage
)";

const std::vector<std::string>& long_flags() {
  static const std::vector<std::string> kFlags{"--ipv4",  "--ipv6",      "--port",    "--config",
                                               "--root",  "--spawnexec", "--verbose", "--quiet",
                                               "--check", "--help",      "--version"};
  return kFlags;
}

ParsedCommandLine wrong_usage(const std::string& what) {
  ParsedCommandLine result;
  result.exit_code = 2;
  result.text = "tthttpd: " + what + "\nTry 'tthttpd -h' for the flags and examples.\n";
  return result;
}

ParsedCommandLine only_text(std::string text) {
  ParsedCommandLine result;
  result.exit_code = 0;
  result.text = std::move(text);
  return result;
}

/// What is wrong with an argument that no flag takes.
std::string describe_extra(const std::string& argument) {
  if (argument.size() < 2 || argument.front() != '-') {
    return config::in_quotes(argument) + " is no flag; use -d DIR to serve a directory";
  }
  const auto equals = argument.find('=');
  std::string message = "unknown flag " + config::in_quotes(argument);
  if (const auto nearest = config::find_nearest(argument.substr(0, equals), long_flags())) {
    message += "; did you mean '" + *nearest + "'?";
  }
  return message;
}

/// What is wrong with the flags together or with their values; "" when nothing is.
std::string find_fault(const CommandLine& flags, bool quiet, const std::vector<std::string>& extra,
                       bool config_given, bool root_given) {
  if (!extra.empty()) {
    return describe_extra(extra.front());
  }
  if (flags.ipv4_only && flags.ipv6_only) {
    return "-4 and -6 exclude each other; without either, both families are served";
  }
  if (quiet && flags.verbosity > 0) {
    return "-v and -q exclude each other";
  }
  if (flags.port && !config::is_known_port(*flags.port)) {
    return config::in_quotes(*flags.port) +
           " is no port: a number from 0 to 65535 (0: any free port) or a service name such as "
           "http is needed";
  }
  if (config_given && flags.config_file.empty()) {
    return "-c needs the name of a file";
  }
  if (root_given && flags.root.empty()) {
    return "-d needs the name of a directory";
  }
  return {};
}

std::string make_absolute(const std::string& path) {
  return config::absolute_path(std::filesystem::current_path().string(), path);
}

/// Whether an earlier address of the list is the same but for nothing.
bool is_repeated(const std::vector<config::Listen>& all, std::size_t index) {
  return std::any_of(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(index),
                     [&](const config::Listen& other) {
                       return other.unix_path.empty() && all[index].unix_path.empty() &&
                              other.host == all[index].host && other.port == all[index].port;
                     });
}

/// Gives each TCP address that port; addresses that become the same are kept once.
void replace_port(std::vector<config::Listen>& listen, const std::string& port) {
  for (auto& address : listen) {
    if (address.unix_path.empty()) {
      address.port = port;
    }
  }
  std::vector<config::Listen> kept;
  for (std::size_t i = 0; i < listen.size(); ++i) {
    if (!is_repeated(listen, i)) {
      kept.push_back(listen[i]);
    }
  }
  listen = std::move(kept);
}

}  // namespace

ParsedCommandLine parse_command_line(int argc, const char* const* argv) {
  ParsedCommandLine parsed;
  auto& flags = parsed.flags;
  std::string port;
  bool quiet = false;
  bool help = false;
  bool version = false;
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  app.add_flag("-4,--ipv4", flags.ipv4_only);
  app.add_flag("-6,--ipv6", flags.ipv6_only);
  const auto* port_flag = app.add_option("-p,--port", port);
  const auto* config_flag = app.add_option("-c,--config", flags.config_file);
  const auto* root_flag = app.add_option("-d,--root", flags.root);
  app.add_flag("-x,--spawnexec", flags.run_executables);
  app.add_flag("-v,--verbose", flags.verbosity);
  app.add_flag("-q,--quiet", quiet);
  app.add_flag("-t,--check", flags.check);
  app.add_flag("-h,--help", help);
  app.add_flag("-V,--version", version);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return wrong_usage(error.what());
  }
  if (help) {
    return only_text(kHelp);
  }
  if (version) {
    return only_text("tthttpd " TTHTTPD_VERSION "\n");
  }
  if (port_flag->count() > 0) {
    flags.port = port;
  }
  const auto fault =
      find_fault(flags, quiet, app.remaining(), config_flag->count() > 0, root_flag->count() > 0);
  if (!fault.empty()) {
    return wrong_usage(fault);
  }
  if (quiet) {
    flags.verbosity = -1;
  }
  if (!flags.root.empty()) {
    flags.root = make_absolute(flags.root);
  }
  return parsed;
}

void apply(const CommandLine& flags, config::Config& config) {
  auto& global = config.global;
  if (config.file.empty()) {
    global.listing = true;
  }
  if (flags.ipv4_only || flags.ipv6_only) {
    global.ipv4_only = flags.ipv4_only;
    global.ipv6_only = flags.ipv6_only;
  }
  if (flags.port) {
    global.port = *flags.port;
    replace_port(global.listen, *flags.port);
    config.lines.erase("port");
    config.lines.erase("listen");
  }
  if (!flags.root.empty()) {
    global.root = flags.root;
    config.lines.erase("root");
  } else if (global.root.empty()) {
    global.root = std::filesystem::current_path().string();
  }
  global.spawnexec = global.spawnexec || flags.run_executables;
}

}  // namespace tthttpd::app
