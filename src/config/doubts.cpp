#include "tthttpd/config/doubts.hpp"

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "tthttpd/config/findings.hpp"
#include "tthttpd/config/served_tree.hpp"
#include "tthttpd/config/values.hpp"
#include "tthttpd/http/ascii.hpp"

namespace tthttpd::config {
namespace {

namespace fs = std::filesystem;

/// Whether the text is a URL path that rules written decoded would never meet: "/a%20b".
bool has_escape(const std::string& text) {
  for (auto at = text.find('%'); at != std::string::npos; at = text.find('%', at + 1)) {
    if (at + 2 < text.size() && http::is_hex_digit(text[at + 1]) &&
        http::is_hex_digit(text[at + 2])) {
      return true;
    }
  }
  return false;
}

class Doubter : Findings {
 public:
  explicit Doubter(const Config& config) : Findings(config), config_(config) {}

  std::vector<Problem> doubts() {
    for (const auto& rule : config_.authentication) {
      if (lies_inside(rule.authfile, config_.global.root)) {
        add(rule.line, "the authfile " + rule.authfile +
                           " lies inside the root; keep passwords out of the served folder");
      }
      doubt_escapes(rule.line, rule.prefix);
    }
    for (const auto& alias : config_.aliases) {
      doubt_escapes(alias.line, alias.from);
      doubt_alias(alias);
    }
    if (!config_.file.empty() && lies_inside(config_.file, config_.global.root)) {
      add(0, "the configuration file lies inside the root " + config_.global.root +
                 " and is served; set root to another folder");
    }
    doubt_front_controller();
    doubt_htaccess();
    return take();
  }

 private:
  void doubt_escapes(int line, const std::string& prefix) {
    if (has_escape(prefix)) {
      add(line, in_quotes(prefix) + " has a percent escape, but paths are written decoded here");
    }
  }

  void doubt_alias(const AliasEntry& alias) {
    std::error_code failed;
    if (alias.to_disk) {
      if (!fs::exists(alias.to, failed)) {
        add(alias.line,
            "the alias " + alias.from + " leads to '" + alias.to + "', which is not there");
      }
      return;
    }
    if (config_.global.root.empty() || fs::exists(config_.global.root + alias.to, failed)) {
      return;
    }
    // A slip in a URL path must not quietly publish /home.
    if (fs::exists(alias.to, failed) && alias.to.find('/', 1) == std::string::npos) {
      add(alias.line, "the alias " + alias.from + " leads to the folder '" + alias.to +
                          "' of this machine, as the root has no such path; write file:" +
                          alias.to + " if that is meant");
    }
  }

  void doubt_front_controller() {
    const auto& script = config_.global.default_cgi;
    const auto dot = script.rfind('.');
    const bool mapped = std::any_of(config_.mime_types.begin(), config_.mime_types.end(),
                                    [&](const MimeEntry& entry) {
                                      return entry.script && dot != std::string::npos &&
                                             script.substr(dot + 1) == entry.extension;
                                    });
    if (!script.empty() && !mapped && ::access(script.c_str(), X_OK) != 0) {
      add("default_cgi",
          "default_cgi: '" + script + "' has no execute bit and no interpreter in [mime/types]");
    }
  }

  void doubt_htaccess() {
    if (config_.global.htaccess != Htaccess::unset) {
      return;
    }
    for (const auto& file : find_access_files(config_.global.root)) {
      add("htaccess",
          "'" + file +
              "' is not obeyed by this version: protect what it protects by [authentication] "
              "rules or keep it out of the root (htaccess = ignore silences this)");
    }
  }

  const Config& config_;
};

}  // namespace

std::vector<Problem> find_doubts(const Config& config) { return Doubter(config).doubts(); }

}  // namespace tthttpd::config
