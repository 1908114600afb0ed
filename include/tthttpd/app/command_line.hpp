#pragma once

#include <optional>
#include <string>

#include "tthttpd/config/config.hpp"

namespace tthttpd::app {

/// What the flags say; docs/configuration.md, "Command line".
struct CommandLine {
  bool ipv4_only = false;
  bool ipv6_only = false;           ///< never both
  std::optional<std::string> port;  ///< a number or a known service name
  std::string config_file;          ///< empty: none
  std::string root;                 ///< absolute; empty: the key, or the current directory
  bool run_executables = false;
  int verbosity = 0;  ///< -1 quiet, 1 to 3 for -v to -vvv
  bool check = false;
};

/// The flags, or what to print and how to exit instead.
struct ParsedCommandLine {
  CommandLine flags;
  std::optional<int> exit_code;  ///< 0 after help or version, 2 after wrong usage
  std::string text;              ///< to stdout for 0, to stderr for 2
};

/// Never throws on wrong usage: see ParsedCommandLine::exit_code.
ParsedCommandLine parse_command_line(int argc, const char* const* argv);

/// Flags win over the same keys. -p replaces the port of each TCP address of `listen`, so that an
/// address meant for this machine alone stays so. Without a configuration file listings are on and
/// the root is the current directory.
void apply(const CommandLine& flags, config::Config& config);

}  // namespace tthttpd::app
