#pragma once

#include <string>
#include <vector>

#include "tthttpd/config/config.hpp"
#include "tthttpd/config/ini.hpp"

namespace tthttpd::config {

/// PATH of scripts when neither the configuration nor the server's own environment names one.
inline constexpr const char* kDefaultPath = "/usr/local/bin:/usr/bin:/bin";

/// The PATH that scripts get: the key `path`, else the server's own, else kDefaultPath.
std::string script_path(const Config& config);

/// The file of a program named without '/', looked for in `path`; "" when there is none that may be
/// run. A name with '/' is itself, if it may be run. `inside` is put before what is looked at, but
/// not before what is returned: the directory of a later chroot.
std::string find_program(const std::string& name, const std::string& path,
                         const std::string& inside = {});

/// Whether `port` is a number from 0 to 65535 or a TCP service that the system knows, such as http.
bool is_known_port(const std::string& port);

/// What the configuration names and the system does not have: ports, the root, folders of logs,
/// authfiles, interpreters, users, the front controller, error pages; with `chroot`, what
/// lies outside it. Looks at the disk; changes nothing. All faults, each with its line.
/// REQUIRES: flags have been applied.
std::vector<Problem> find_problems(const Config& config);

}  // namespace tthttpd::config
