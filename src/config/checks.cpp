#include "tthttpd/config/checks.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <netdb.h>
#include <optional>
#include <sys/socket.h>
#include <system_error>
#include <unistd.h>

#include "tthttpd/config/findings.hpp"
#include "tthttpd/config/jail.hpp"
#include "tthttpd/config/served_tree.hpp"
#include "tthttpd/config/values.hpp"
#include "tthttpd/http/path_prefix.hpp"
#include "tthttpd/platform/ip_address.hpp"
#include "tthttpd/platform/privileges.hpp"

namespace tthttpd::config {
namespace {

namespace fs = std::filesystem;

/// Why a file cannot be read, or nothing. Looks before it opens: a FIFO would block.
std::optional<std::string> unreadable(const std::string& path) {
  std::error_code failed;
  if (fs::is_directory(path, failed)) {
    return "is a directory";
  }
  if (fs::exists(path, failed) && !fs::is_regular_file(path, failed)) {
    return "is no regular file";
  }
  errno = 0;
  if (!std::ifstream(path)) {
    return std::generic_category().message(errno);
  }
  return std::nullopt;
}

/// Why a log cannot be written, or nothing. It is made when it is not there.
std::optional<std::string> unwritable(const std::string& log, const std::string& folder) {
  std::error_code failed;
  const bool there = fs::exists(log, failed);
  const auto rights = there ? W_OK : W_OK | X_OK;
  if (::faccessat(AT_FDCWD, there ? log.c_str() : folder.c_str(), rights, AT_EACCESS) == 0) {
    return std::nullopt;
  }
  return std::generic_category().message(errno);
}

class Checker : Findings {
 public:
  explicit Checker(const Config& config) : Findings(config), config_(config) {}

  std::vector<Problem> problems() {
    check_ports();
    check_trusted_proxies();
    check_root();
    check_chroot();
    check_rights();
    check_logs();
    check_authfiles();
    check_interpreters();
    check_front_controller();
    check_error_pages();
    check_support();
    return take();
  }

 private:
  void check_ports() {
    constexpr const char* kAllowed =
        " is neither a number from 0 to 65535 nor a known service name";
    if (!is_known_port(config_.global.port)) {
      add("port", "port: " + in_quotes(config_.global.port) + kAllowed);
    }
    for (const auto& listen : config_.global.listen) {
      if (!listen.port.empty() && !is_known_port(listen.port)) {
        add("listen",
            "listen: port " + in_quotes(listen.port) + " of " + in_quotes(listen.host) + kAllowed);
      }
    }
  }

  void check_root() {
    std::error_code failed;
    const auto& root = config_.global.root;
    if (!fs::is_directory(root, failed)) {
      add("root", "root: '" + root + "' " +
                      (fs::exists(root, failed) ? "is no directory" : "is not there"));
    } else if (::access(root.c_str(), R_OK | X_OK) != 0) {
      add("root",
          "root: '" + root + "' may not be read: " + std::generic_category().message(errno));
    }
  }

  /// What is served and run must be reachable after the change of the root directory.
  void check_chroot() {
    const auto& jail = config_.global.chroot;
    const auto& root = config_.global.root;
    std::error_code failed;
    if (jail.empty()) {
      return;
    }
    if (!fs::is_directory(jail, failed)) {
      add("chroot", "chroot: '" + jail + "' is no directory");
    } else if (inside_jail(root, jail).empty()) {
      add("chroot", "chroot: the root '" + root + "' does not lie inside it");
    }
    const auto must_be_inside = [&](int line, const std::string& path) {
      if (inside_jail(path, jail).empty()) {
        add(line, in_quotes(path) + " does not lie inside the chroot " + in_quotes(jail));
      }
    };
    if (const auto& script = config_.global.default_cgi; !script.empty()) {
      must_be_inside(config_.lines.count("default_cgi") > 0 ? config_.lines.at("default_cgi") : 0,
                     script);
    }
    for (const auto& rule : config_.authentication) {
      must_be_inside(rule.line, rule.authfile);
    }
    for (const auto& alias : config_.aliases) {
      if (alias.to_disk) {
        must_be_inside(alias.line, alias.to);
      }
    }
  }

  void check_rights() {
    const auto& user = config_.global.user;
    const auto& group = config_.global.group;
    if (!user.empty() && !platform::is_known_user(user)) {
      add("user", "user: there is no user " + in_quotes(user));
    }
    if (!group.empty() && !platform::is_known_group(group)) {
      add("group", "group: there is no group " + in_quotes(group));
    }
  }

  void check_trusted_proxies() {
    for (const auto& proxy : config_.global.trusted_proxy) {
      if (proxy != "unix" && !platform::parse_ip_network(proxy)) {
        add("trusted_proxy",
            "trusted_proxy: " + in_quotes(proxy) +
                " is neither an address nor a block such as 192.0.2.0/24, nor unix");
      }
    }
  }

  void check_logs() {
    const auto check = [this](const char* key, const std::string& log) {
      std::error_code failed;
      const auto folder = fs::path(log).parent_path().string();
      if (log == "-" || log == "off") {
        return;
      }
      if (!fs::is_directory(folder, failed)) {
        add(key, std::string(key) + ": there is no folder '" + folder + "'");
      } else if (fs::is_directory(log, failed)) {
        add(key, std::string(key) + ": '" + log + "' is a directory, not a file");
      } else if (const auto why = unwritable(log, folder)) {
        add(key, std::string(key) + ": '" + log + "' cannot be written: " + *why);
      }
    };
    check("access_log", config_.global.access_log);
    check("error_log", config_.global.error_log);
  }

  void check_authfiles() {
    for (const auto& rule : config_.authentication) {
      if (const auto why = unreadable(rule.authfile)) {
        add(rule.line, "authfile '" + rule.authfile + "': " + *why);
      }
    }
  }

  void check_interpreters() {
    const auto path = script_path(config_);
    const auto& jail = config_.global.chroot;
    for (const auto& entry : config_.mime_types) {
      if (!entry.interpreter.empty() &&
          find_program(entry.interpreter.front(), path, jail).empty()) {
        add(entry.line, "the interpreter " + in_quotes(entry.interpreter.front()) + " for ." +
                            entry.extension +
                            (entry.interpreter.front().find('/') == std::string::npos
                                 ? " is in no folder of PATH (" + path + ")"
                                 : " is not there or may not be run") +
                            (jail.empty() ? "" : ", looked for inside the chroot"));
      }
    }
  }

  void check_front_controller() {
    std::error_code failed;
    const auto& script = config_.global.default_cgi;
    if (!script.empty() && !fs::is_regular_file(script, failed)) {
      add("default_cgi", "default_cgi: there is no file '" + script + "'");
    }
  }

  void check_error_pages() {
    std::error_code failed;
    for (const auto& [status, page] : config_.error_pages) {
      // What an alias leads to is no file below the root. A script is not run for an error page.
      const bool elsewhere = std::any_of(
          config_.aliases.begin(), config_.aliases.end(),
          [&, &path = page](const auto& alias) { return http::prefix_covers(alias.from, path); });
      if (!elsewhere && !fs::is_regular_file(config_.global.root + page, failed)) {
        add("errors/" + std::to_string(status), "the page for " + std::to_string(status) + ", '" +
                                                    page + "', is no file in the root " +
                                                    config_.global.root);
      }
    }
  }

  /// Keys of the contract whose effect this version does not have: saying so beats serving without.
  void check_support() {
    if (!config_.global.precompressed.empty()) {
      add("precompressed", "precompressed is not supported by this version");
    }
    if (config_.global.htaccess == Htaccess::on) {
      add("htaccess",
          "htaccess = on is not supported by this version: protect by [authentication] rules");
    }
    if (config_.global.htaccess == Htaccess::off) {
      for (const auto& file : find_access_files(config_.global.root)) {
        add("htaccess",
            "'" + file +
                "' would not be obeyed: move it out of the root, or say htaccess = ignore");
      }
    }
  }

  const Config& config_;
};

}  // namespace

std::string script_path(const Config& config) {
  if (!config.global.path.empty()) {
    return config.global.path;
  }
  const char* own = std::getenv("PATH");
  return own != nullptr && *own != '\0' ? own : kDefaultPath;
}

std::string find_program(const std::string& name, const std::string& path,
                         const std::string& inside) {
  const auto runnable = [&](const std::string& file) {
    std::error_code failed;
    return fs::is_regular_file(inside + file, failed) &&
           ::access((inside + file).c_str(), X_OK) == 0;
  };
  if (name.find('/') != std::string::npos) {
    return runnable(name) ? name : "";
  }
  std::size_t begin = 0;
  while (begin <= path.size()) {
    const auto colon = std::min(path.find(':', begin), path.size());
    const auto folder = path.substr(begin, colon - begin);
    const auto file = folder + '/' + name;
    if (folder.starts_with('/') && runnable(file)) {  // a relative one is another in each place
      return file;
    }
    begin = colon + 1;
  }
  return "";
}

bool is_known_port(const std::string& port) {
  if (!is_port(port)) {
    return false;
  }
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE;
  addrinfo* found = nullptr;
  if (::getaddrinfo(nullptr, port.c_str(), &hints, &found) != 0) {
    return false;
  }
  ::freeaddrinfo(found);
  return true;
}

std::vector<Problem> find_problems(const Config& config) { return Checker(config).problems(); }

}  // namespace tthttpd::config
