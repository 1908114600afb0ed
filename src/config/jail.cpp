#include "tthttpd/config/jail.hpp"

#include <filesystem>
#include <stdexcept>
#include <utility>

namespace tthttpd::config {
namespace {

std::string normal(const std::string& path) {
  auto text = std::filesystem::path(path).lexically_normal().string();
  while (text.size() > 1 && text.back() == '/') {
    text.pop_back();
  }
  return text;
}

}  // namespace

std::string inside_jail(const std::string& path, const std::string& jail) {
  const auto wall = normal(jail);
  auto inside = normal(path);
  if (wall == "/") {
    return inside;
  }
  if (inside == wall) {
    return "/";
  }
  if (inside.compare(0, wall.size(), wall) == 0 && inside[wall.size()] == '/') {
    return inside.substr(wall.size());
  }
  return {};
}

Config seen_from_jail(Config config) {
  auto& global = config.global;
  const auto jail = std::exchange(global.chroot, {});
  if (jail.empty()) {
    return config;
  }
  const auto move_in = [&](std::string& path) {
    if (path.empty()) {
      return;
    }
    auto inside = inside_jail(path, jail);
    if (inside.empty()) {
      throw std::runtime_error("'" + path + "' lies outside the chroot '" + jail + "'");
    }
    path = std::move(inside);
  };
  move_in(global.root);
  move_in(global.default_cgi);
  for (auto& alias : config.aliases) {
    if (alias.to_disk) {
      move_in(alias.to);
    }
  }
  for (auto& rule : config.authentication) {
    move_in(rule.authfile);
  }
  for (auto* log : {&global.access_log, &global.error_log}) {
    if (auto inside = inside_jail(*log, jail); !inside.empty()) {
      *log = std::move(inside);
    }
  }
  return config;
}

}  // namespace tthttpd::config
