#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tthttpd/http/error.hpp"
#include "tthttpd/platform/directory.hpp"
#include "tthttpd/platform/file.hpp"

namespace tthttpd::route {

/// What a request's path turned out to name; decides which handler runs.
enum class Kind : std::uint8_t {
  refused,    ///< nothing to serve: `refusal` says why
  redirect,   ///< a directory without its slash: `location`
  file,       ///< a regular file: `file`, `info`
  directory,  ///< a directory without index page that may be listed: `file`
  script,     ///< to be run: `file_path`, `script_name`, `path_info`, `interpreter`
  server,     ///< the server itself: `OPTIONS *`
};
inline constexpr std::size_t kKinds = 6;

/// A file whose text is shown below the listing of its folder.
struct Readme {
  std::string name;
  platform::File file;
  platform::FileInfo info;
};

/// The product of routing one request, handed on to filters and then to one handler.
struct Resource {
  Kind kind = Kind::refused;
  http::Error refusal{404, "not-found", {}};

  /// Canonical URL path of the thing itself: index page named, PATH_INFO cut off: "/dir/index.rb".
  /// A directory's ends with a slash.
  std::string url_path;
  /// Where it lies on disk, absolute, as it was addressed: links in it are not resolved.
  std::string file_path;
  platform::File file;
  platform::FileInfo info;

  /// For `directory`: what it was opened below, and its path there; for Directory::list().
  std::shared_ptr<const platform::Directory> base;
  std::string below_base;
  /// For `directory`: never a script or hidden, and its path is one of `access_paths`.
  std::optional<Readme> readme;

  std::string location;  ///< for `redirect`: percent-encoded path with its slash, query kept

  std::string script_name;               ///< SCRIPT_NAME; empty for a front controller
  std::optional<std::string> path_info;  ///< PATH_INFO, decoded; nothing when there is none
  std::vector<std::string> interpreter;  ///< program and arguments before the script; empty: run it

  /// Every canonical URL path whose access rules must hold: the one asked for first, then what
  /// alias, index page, front controller, readme and symbolic links lead to. Never empty.
  std::vector<std::string> access_paths;
};

}  // namespace tthttpd::route
