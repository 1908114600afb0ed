// Aliases and links, and whose access rules hold: Router::find() (src/route/lookup.cpp).
#include <array>
#include <string>

#include <gtest/gtest.h>

#include "routed_site.hpp"

namespace tthttpd::route {
namespace {

namespace fs = std::filesystem;

class LookupAccessTest : public RoutedSite {
 protected:
  LookupAccessTest() {
    temp_.write("root/a.txt", "");
    temp_.write("root/new/x.txt", "");
    temp_.write("root/new/index.html", "");
    temp_.write("root/app.rb", "");
    temp_.write("root/private/x.txt", "");
    temp_.write("root/private/.key", "");
    temp_.write("root/.htpasswd", "");
    temp_.write("root/.well-known/token", "");
    temp_.write("root/pub/y.txt", "");
    temp_.write("outside/x.txt", "");
    temp_.write("outside/.dot/x.txt", "");
    temp_.write("outside/sub/y.txt", "");
    temp_.write("outside/tool.rb", "");
  }
};

TEST_F(LookupAccessTest, AliasesLeadToOtherUrlsAndToTheDisk) {
  options_.listing = true;
  options_.aliases = {
      {"/old", "/new", false},
      {"/old/deep", "/pub", false},
      {"/diary", "/app.rb", false},
      {"/home/", "/", false},
      {"/data", disk("outside"), true},
      {"/data/one", disk("root/a.txt"), true},
      {"/run", disk("outside/tool.rb"), true},
      {"/loop", "/old", false},
      {"/.shown", disk("outside/.dot"), true},
      {"/gone", "/nowhere", false},
  };
  struct Row {
    const char* path;
    const char* expected;
    const char* access;
  };
  const std::array rows = {
      Row{"/old/x.txt", "file /new/x.txt", "/old/x.txt /new/x.txt"},
      Row{"/old", "to /old/", "/old /new"},
      Row{"/old/", "file /new/index.html", "/old/ /new/ /new/index.html"},
      Row{"/older", "404 not-found", "/older"},
      Row{"/old/deep/y.txt", "file /pub/y.txt", "/old/deep/y.txt /pub/y.txt"},
      Row{"/diary", "run /app.rb with nothing by /usr/bin/ruby", "/diary /app.rb"},
      Row{"/diary/20240101", "run /app.rb with '/20240101' by /usr/bin/ruby",
          "/diary/20240101 /app.rb/20240101"},
      Row{"/diary/", "run /app.rb with '/' by /usr/bin/ruby", "/diary/ /app.rb/"},
      Row{"/home", "to /home/", "/home /"},
      Row{"/home/a.txt", "file /a.txt", "/home/a.txt /a.txt"},
      Row{"/home/.htpasswd", "404 hidden", "/home/.htpasswd /.htpasswd"},
      Row{"/loop/x.txt", "404 not-found", "/loop/x.txt /old/x.txt"},
      Row{"/gone", "404 not-found", "/gone /nowhere"},

      Row{"/data", "to /data/", "/data"},
      Row{"/data/", "folder /data/", "/data/ /data"},
      Row{"/data/x.txt", "file /data/x.txt", "/data/x.txt"},
      Row{"/data/sub/y.txt", "file /data/sub/y.txt", "/data/sub/y.txt"},
      Row{"/data/absent", "404 not-found", "/data/absent"},
      Row{"/data/.dot/x.txt", "404 hidden", "/data/.dot/x.txt"},
      Row{"/data/tool.rb/x", "run /data/tool.rb with '/x' by /usr/bin/ruby",
          "/data/tool.rb/x /data/tool.rb /run"},
      Row{"/data/one", "file /data/one", "/data/one /a.txt"},
      Row{"/data/one/", "404 path-behind-file", "/data/one/ /a.txt /data/one"},
      Row{"/run", "run /run with nothing by /usr/bin/ruby", "/run /data/tool.rb"},
      Row{"/run/x/y/", "run /run with '/x/y/' by /usr/bin/ruby", "/run/x/y/ /data/tool.rb /run"},
      Row{"/run/.x", "run /run with '/.x' by /usr/bin/ruby", "/run/.x /data/tool.rb /run"},
      Row{"/.shown/x.txt", "file /.shown/x.txt", "/.shown/x.txt /data/.dot/x.txt"},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(route(row.path), row.expected) << row.path;
    EXPECT_EQ(access_paths(row.path), row.access) << row.path;
  }
  EXPECT_EQ(find("/old/x.txt").file_path, disk("root/new/x.txt"));
  EXPECT_EQ(find("/data/sub/y.txt").file_path, disk("outside/sub/y.txt"));
  EXPECT_EQ(find("/data/one").file_path, disk("root/a.txt"));
  EXPECT_EQ(find("/run/x").file_path, disk("outside/tool.rb"));
}

TEST_F(LookupAccessTest, WhatLinksLeadToMustBeAllowedToo) {
  link("../private/x.txt", "root/pub/file-link");
  link("../private", "root/pub/folder-link");
  link("../.htpasswd", "root/pub/passwords.txt");
  link("../private/.key", "root/pub/key.txt");
  link("../.well-known", "root/pub/known");
  link("../../outside", "root/pub/out");
  link("../private/x.txt", "root/new/index.rb");
  struct Row {
    const char* path;
    const char* all;
    const char* access;
    const char* inside;
    const char* none;
  };
  const std::array rows = {
      Row{"/pub/y.txt", "file /pub/y.txt", "/pub/y.txt", "file /pub/y.txt", "file /pub/y.txt"},
      Row{"/pub/file-link", "file /pub/file-link", "/pub/file-link /private/x.txt",
          "file /pub/file-link", "403 forbidden"},
      Row{"/pub/folder-link/x.txt", "file /pub/folder-link/x.txt",
          "/pub/folder-link/x.txt /private/x.txt", "file /pub/folder-link/x.txt", "403 forbidden"},
      Row{"/pub/folder-link", "to /pub/folder-link/", "/pub/folder-link /private",
          "to /pub/folder-link/", "403 forbidden"},
      Row{"/pub/passwords.txt", "404 hidden", "/pub/passwords.txt", "404 hidden", "403 forbidden"},
      Row{"/pub/key.txt", "404 hidden", "/pub/key.txt", "404 hidden", "403 forbidden"},
      Row{"/pub/known/token", "file /pub/known/token", "/pub/known/token /.well-known/token",
          "file /pub/known/token", "403 forbidden"},
      Row{"/pub/out/x.txt", "file /pub/out/x.txt", "/pub/out/x.txt", "403 forbidden",
          "403 forbidden"},
      Row{"/pub/out/absent", "404 not-found", "/pub/out/absent", "403 forbidden", "403 forbidden"},
  };
  for (const auto& row : rows) {
    options_.symlinks = platform::Symlinks::all;
    EXPECT_EQ(route(row.path), row.all) << row.path;
    EXPECT_EQ(access_paths(row.path), row.access) << row.path;
    options_.symlinks = platform::Symlinks::inside;
    EXPECT_EQ(route(row.path), row.inside) << row.path << ", inside";
    options_.symlinks = platform::Symlinks::none;
    EXPECT_EQ(route(row.path), row.none) << row.path << ", none";
  }
}

TEST_F(LookupAccessTest, AnIndexPageIsUnderTheSameRules) {
  link("../private/x.txt", "root/pub/index.html");
  EXPECT_EQ(route("/pub/"), "file /pub/index.html");
  EXPECT_EQ(access_paths("/pub/"), "/pub/ /pub/index.html /private/x.txt");
  options_.symlinks = platform::Symlinks::none;
  options_.listing = true;
  EXPECT_EQ(route("/pub/"), "403 forbidden") << "not listed in its place";
  fs::remove(temp_ / "root/pub/index.html");
  link("../.htpasswd", "root/pub/index.html");
  options_.symlinks = platform::Symlinks::all;
  EXPECT_EQ(route("/pub/"), "404 hidden");
  fs::remove(temp_ / "root/pub/index.html");
  link("nowhere", "root/pub/index.html");
  EXPECT_EQ(route("/pub/"), "folder /pub/") << "a dangling link is no page";
}

TEST_F(LookupAccessTest, AReadmeIsUnderTheSameRules) {
  options_.listing = true;
  options_.readme = "README";
  temp_.write("root/pub/README", "text");
  temp_.write("outside/README", "text");
  link("../private", "root/pub/folder-link");
  temp_.write("root/private/README", "text");
  options_.aliases = {{"/data", disk("outside"), true}, {"/old", "/pub", false}};
  struct Row {
    const char* path;
    bool shown;
    const char* access;
  };
  const std::array rows = {
      Row{"/pub/", true, "/pub/ /pub/README"},
      Row{"/old/", true, "/old/ /pub/ /pub/README"},
      Row{"/data/", true, "/data/ /data /data/README"},
      Row{"/pub/folder-link/", true,
          "/pub/folder-link/ /private /private/README /pub/folder-link/README"},
      Row{"/", false, "/"},
      Row{"/new/", false, "/new/ /new/index.html"},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(find(row.path).readme.has_value(), row.shown) << row.path;
    EXPECT_EQ(access_paths(row.path), row.access) << row.path;
  }
}

TEST_F(LookupAccessTest, AReadmeThatIsNotServedIsNotShown) {
  options_.listing = true;
  temp_.write("root/pub/README.rb", "password = 'sesame'");
  temp_.write("root/pub/README.sh", "not executable");
  temp_.write("root/pub/README.txt", "text");
  temp_.write("root/pub/.notes", "text");
  fs::create_directory(temp_ / "root/pub/folder");
  link("../private/x.txt", "root/pub/linked.txt");
  link("y.txt", "root/pub/near.txt");
  const auto shown = [&](const char* name) {
    options_.readme = name;
    const auto resource = find("/pub/");
    EXPECT_EQ(resource.kind, Kind::directory) << name;
    EXPECT_EQ(resource.access_paths.size(), resource.readme ? 2U : 1U) << name;
    return resource.readme.has_value();
  };
  EXPECT_TRUE(shown("README.txt"));
  for (const auto* name : {"README.rb", "README.RB", "README.sh", ".notes", "folder", "linked.txt",
                           "near.txt", "absent"}) {
    EXPECT_FALSE(shown(name)) << name;
  }
  options_.run_executables = true;
  fs::permissions(temp_ / "root/pub/README.txt", fs::perms::owner_all);
  EXPECT_FALSE(shown("README.txt")) << "the execute bit makes it a script";
}

TEST_F(LookupAccessTest, ARootThatIsALinkIsNoLinkOnTheWay) {
  link("root", "served");
  options_.root = disk("served");
  options_.symlinks = platform::Symlinks::none;
  EXPECT_EQ(route("/a.txt"), "file /a.txt");
  EXPECT_EQ(find("/a.txt").file_path, disk("served/a.txt"));
  options_.symlinks = platform::Symlinks::all;
  link("private", "root/link");
  EXPECT_EQ(access_paths("/link/x.txt"), "/link/x.txt /private/x.txt");
}

TEST_F(LookupAccessTest, AnAliasIntoTheRootIsUnderTheRootsRules) {
  options_.aliases = {{"/open", disk("root/private"), true}};
  EXPECT_EQ(route("/open/x.txt"), "file /open/x.txt");
  EXPECT_EQ(access_paths("/open/x.txt"), "/open/x.txt /private/x.txt");
  EXPECT_EQ(route("/open/.key"), "404 hidden");
}

}  // namespace
}  // namespace tthttpd::route
