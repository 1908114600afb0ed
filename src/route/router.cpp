#include "tthttpd/route/router.hpp"

#include <stdexcept>
#include <utility>

#include "lookup.hpp"
#include "router_state.hpp"
#include "tthttpd/http/path_prefix.hpp"

namespace tthttpd::route {
namespace {

void open_aliases(const std::vector<Alias>& aliases, RouterState& state) {
  state.aliases = Aliases(aliases);
  for (const auto& alias : aliases) {
    RouterState::AliasTarget target;
    target.to_disk = alias.to_disk;
    if (alias.to_disk) {
      target.place = state.places.size();
      state.places.emplace_back(std::string(http::without_end_slash(alias.from)), alias.to,
                                "alias '" + alias.from + "':");
    } else {
      target.url = http::without_end_slash(alias.to);
    }
    state.alias_targets.push_back(std::move(target));
  }
}

bool is_plain_name(std::string_view name) {
  return !name.empty() && name != "." && name != ".." && name.find('/') == std::string_view::npos;
}

void take_index_pages(std::vector<std::string> names, RouterState& state) {
  for (auto& name : names) {
    if (!is_plain_name(name)) {
      throw std::runtime_error("index page '" + name + "' is not the name of a file");
    }
    if (!state.hidden.hides(name, false)) {
      state.index_pages.push_back(std::move(name));
    }
  }
}

void take_readme(std::string name, RouterState& state) {
  if (!name.empty() && !is_plain_name(name)) {
    throw std::runtime_error("readme '" + name + "' is not the name of a file");
  }
  state.readme = std::move(name);
}

void open_front_controller(const std::string& path, RouterState& state) {
  const Place front({}, path, "default_cgi");
  auto opened = front.directory().open_below(front.relative({}), platform::Symlinks::all);
  if (!front.is_file() || !opened) {
    throw std::runtime_error("default_cgi '" + path + "' is not a file");
  }
  const auto verdict = state.scripts.decide_named(path, front.real_path(front.relative({})),
                                                  opened->info, opened->unreadable);
  if (verdict.what != ScriptMap::Verdict::What::run) {
    throw std::runtime_error("default_cgi '" + path +
                             "' cannot be run: " + std::string(verdict.reason));
  }
  state.front_controller = front;
}

}  // namespace

Router::Router(RouterOptions options) {
  auto state = std::make_unique<RouterState>();
  state->places.emplace_back(std::string(), options.root, "root");
  if (state->root().is_file()) {
    throw std::runtime_error("root '" + options.root + "' is not a directory");
  }
  open_aliases(options.aliases, *state);
  state->scripts = ScriptMap(std::move(options.scripts), options.run_executables);
  state->hidden = http::HiddenNames(std::move(options.hide));
  take_index_pages(std::move(options.index_pages), *state);
  take_readme(std::move(options.readme), *state);
  if (!options.default_cgi.empty()) {
    open_front_controller(options.default_cgi, *state);
  }
  state->symlinks = options.symlinks;
  state->listing = options.listing;
  state_ = std::move(state);
}

Router::~Router() = default;

Resource Router::find(const http::Request& request) const {
  if (request.path == "*") {
    Resource server;
    server.kind = Kind::server;
    server.url_path = "*";
    server.access_paths.push_back("*");
    return server;
  }
  return Lookup(*state_, request).run();
}

}  // namespace tthttpd::route
