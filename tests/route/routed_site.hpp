#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "support/temp_dir.hpp"
#include "tthttpd/http/request.hpp"
#include "tthttpd/route/router.hpp"

namespace tthttpd::route {

/// Folders "root" and "outside" on disk, and what a router makes of paths there.
class RoutedSite : public ::testing::Test {
 protected:
  RoutedSite() {
    std::filesystem::create_directories(temp_ / "root");
    std::filesystem::create_directories(temp_ / "outside");
    options_.root = (temp_ / "root").string();
    options_.index_pages = {"index.html", "index.rb"};
    options_.scripts = {{"rb", {"/usr/bin/ruby", "-w"}}, {"sh", {}}};
  }

  void link(const std::string& target, std::string_view name) const {
    std::filesystem::create_symlink(target, temp_ / name);
  }
  [[nodiscard]] std::string disk(std::string_view name) const { return (temp_ / name).string(); }

  [[nodiscard]] Resource find(std::string path, std::string_view query = {}) const {
    http::Request request;
    request.path = std::move(path);
    request.query = std::string(query);
    request.has_query = !query.empty();
    return Router(options_).find(request);
  }
  /// The resource in one line, so that tables stay readable.
  [[nodiscard]] std::string route(std::string path) const {
    const auto resource = find(std::move(path));
    switch (resource.kind) {
      case Kind::refused:
        return std::to_string(resource.refusal.status) + " " + std::string(resource.refusal.reason);
      case Kind::redirect:
        return "to " + resource.location;
      case Kind::file:
        return "file " + resource.url_path;
      case Kind::directory:
        return "folder " + resource.url_path;
      case Kind::script:
        return "run " + resource.script_name + " with " +
               (resource.path_info ? "'" + *resource.path_info + "'" : "nothing") + " by " +
               (resource.interpreter.empty() ? "itself" : resource.interpreter.front());
      case Kind::server:
        return "server";
    }
    return "?";
  }
  [[nodiscard]] std::string access_paths(std::string path) const {
    std::string joined;
    for (const auto& access_path : find(std::move(path)).access_paths) {
      joined += joined.empty() ? access_path : " " + access_path;
    }
    return joined;
  }

  support::TempDir temp_;
  RouterOptions options_;
};

}  // namespace tthttpd::route
