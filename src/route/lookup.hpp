#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "router_state.hpp"
#include "tthttpd/http/request.hpp"
#include "tthttpd/platform/directory.hpp"
#include "tthttpd/route/resource.hpp"

namespace tthttpd::route {

/// One request's way to its resource. For one call of run(), one thread.
class Lookup {
 public:
  /// `state` and `request` must outlive the lookup.
  Lookup(const RouterState& state, const http::Request& request);

  Resource run();

 private:
  /// Something that was opened below the place, and what of the path lies behind it.
  struct Found {
    platform::Opened opened;
    std::string relative;
    std::string_view behind;  ///< empty, or starting with '/'
  };

  void apply_alias();
  void split_path();
  [[nodiscard]] http::Result<Found> open_whole_or_prefix() const;
  [[nodiscard]] platform::Outcome<Found> find_file_on_the_way(std::size_t segments) const;
  [[nodiscard]] platform::Outcome<Found> open_first(std::size_t segments) const;
  [[nodiscard]] http::Result<std::optional<Found>> find_index(const std::string& folder) const;

  void serve(Found found);
  void serve_folder(Found folder);
  void add_readme(const Found& folder);
  void serve_file(Found found);
  void serve_script(Found found, const ScriptMap::Verdict& verdict);
  void serve_front_controller();
  void redirect_to_slash();
  void refuse(http::Error error);
  void refuse(int status, std::string_view reason);

  void add_access_path(std::string url);
  [[nodiscard]] bool add_where_it_lies(const platform::Opened& opened, const std::string& relative);
  [[nodiscard]] std::string real_path(const Found& found) const;
  [[nodiscard]] ScriptMap::Verdict decide(const Found& found) const;
  [[nodiscard]] bool hides(std::string_view segment, std::size_t index, const Place& place) const;

  const RouterState& state_;
  const http::Request& request_;
  const Place* place_;
  std::string path_;       ///< canonical, after a URL alias
  std::string_view rest_;  ///< of path_, behind the place's prefix; without slashes at its ends
  std::vector<std::string_view> segments_;  ///< of rest_
  std::size_t visible_ = 0;                 ///< segments before the first hidden one
  bool wants_folder_ = false;               ///< the path ends with a slash
  Resource resource_;
};

}  // namespace tthttpd::route
