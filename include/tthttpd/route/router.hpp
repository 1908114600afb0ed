#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tthttpd/http/request.hpp"
#include "tthttpd/platform/directory.hpp"
#include "tthttpd/route/aliases.hpp"
#include "tthttpd/route/resource.hpp"
#include "tthttpd/route/script_map.hpp"

namespace tthttpd::route {

struct RouterState;

struct RouterOptions {
  std::string root;                      ///< directory that is served
  std::vector<std::string> index_pages;  ///< file names, tried in order
  std::vector<Alias> aliases;
  std::vector<ScriptType> scripts;
  bool run_executables = false;  ///< spawnexec: any file with an execute bit is a script
  std::string default_cgi;       ///< absolute path of the front controller; empty: none
  platform::Symlinks symlinks = platform::Symlinks::all;
  std::vector<std::string> hide{".*"};  ///< patterns (* and ?) for names that are not there (404)
  bool listing = false;                 ///< directories without index page may be listed
  std::string readme;                   ///< name of the file that is shown with them; empty: none
};

/// Finds what a canonical path names (docs/architecture.md, "route"). Opens files relative to the
/// root, or to what an alias names, only. Constant once built; any thread may call find().
class Router {
 public:
  /// Throws std::runtime_error with a plain reason when root, what an alias names or default_cgi
  /// cannot be used, or an index page or the readme is no plain name.
  explicit Router(RouterOptions options);
  ~Router();

  /// Never fails: trouble is a Resource of kind `refused`. REQUIRES: request.path is canonical.
  [[nodiscard]] Resource find(const http::Request& request) const;

 private:
  std::unique_ptr<const RouterState> state_;
};

}  // namespace tthttpd::route
