// Scripts and the front controller: what Router::find() makes of a path (src/route/lookup.cpp).
#include <array>
#include <string>

#include <gtest/gtest.h>

#include "routed_site.hpp"

namespace tthttpd::route {
namespace {

namespace fs = std::filesystem;

class LookupScriptsTest : public RoutedSite {
 protected:
  LookupScriptsTest() {
    temp_.write("root/update.rb", "secret source");
    temp_.write("root/INDEX.RB", "secret source");
    temp_.write("root/sub/page.rb", "secret source");
    temp_.write("root/mute.sh", "secret source");
    temp_.write_script("root/run.sh", "secret source");
    temp_.write_script("root/tool", "secret source");
    temp_.write("root/a.txt", "");
    temp_.write("root/page.rb.d/x.txt", "");
  }
};

TEST_F(LookupScriptsTest, TheFirstScriptOnTheWayTakesTheRest) {
  struct Row {
    const char* path;
    const char* mapped;
    const char* executables;  // with run_executables
  };
  constexpr auto kRuby = "run /update.rb with nothing by /usr/bin/ruby";
  const std::array rows = {
      Row{"/update.rb", kRuby, kRuby},
      Row{"/update.rb/", "run /update.rb with '/' by /usr/bin/ruby",
          "run /update.rb with '/' by /usr/bin/ruby"},
      Row{"/update.rb/a b/c", "run /update.rb with '/a b/c' by /usr/bin/ruby",
          "run /update.rb with '/a b/c' by /usr/bin/ruby"},
      Row{"/update.rb/a/", "run /update.rb with '/a/' by /usr/bin/ruby",
          "run /update.rb with '/a/' by /usr/bin/ruby"},
      Row{"/update.rb/a.txt", "run /update.rb with '/a.txt' by /usr/bin/ruby",
          "run /update.rb with '/a.txt' by /usr/bin/ruby"},
      Row{"/update.rb/.git/x", "run /update.rb with '/.git/x' by /usr/bin/ruby",
          "run /update.rb with '/.git/x' by /usr/bin/ruby"},
      Row{"/sub/page.rb/20240101.html", "run /sub/page.rb with '/20240101.html' by /usr/bin/ruby",
          "run /sub/page.rb with '/20240101.html' by /usr/bin/ruby"},
      Row{"/INDEX.RB", "run /INDEX.RB with nothing by /usr/bin/ruby",
          "run /INDEX.RB with nothing by /usr/bin/ruby"},
      Row{"/run.sh", "run /run.sh with nothing by itself", "run /run.sh with nothing by itself"},
      Row{"/run.sh/x", "run /run.sh with '/x' by itself", "run /run.sh with '/x' by itself"},
      Row{"/mute.sh", "403 script-not-executable", "403 script-not-executable"},
      Row{"/mute.sh/", "403 script-not-executable", "403 script-not-executable"},
      Row{"/mute.sh/x", "403 script-not-executable", "403 script-not-executable"},
      Row{"/tool", "file /tool", "run /tool with nothing by itself"},
      Row{"/tool/x", "404 path-behind-file", "run /tool with '/x' by itself"},
      Row{"/page.rb.d/x.txt", "file /page.rb.d/x.txt", "file /page.rb.d/x.txt"},
      Row{"/update.rb~", "404 not-found", "404 not-found"},
  };
  for (const auto& row : rows) {
    options_.run_executables = false;
    EXPECT_EQ(route(row.path), row.mapped) << row.path;
    options_.run_executables = true;
    EXPECT_EQ(route(row.path), row.executables) << row.path << ", run_executables";
  }
}

TEST_F(LookupScriptsTest, DescribesAScript) {
  const auto resource = find("/sub/page.rb/x");
  EXPECT_EQ(resource.url_path, "/sub/page.rb");
  EXPECT_EQ(resource.script_name, "/sub/page.rb");
  EXPECT_EQ(resource.file_path, disk("root/sub/page.rb"));
  EXPECT_EQ(resource.interpreter, (std::vector<std::string>{"/usr/bin/ruby", "-w"}));
  EXPECT_FALSE(resource.file.is_open()) << "source is not handed on";
  EXPECT_EQ(access_paths("/sub/page.rb/x"), "/sub/page.rb/x");
}

TEST_F(LookupScriptsTest, ALinkGivesNoSourceAway) {
  link("update.rb", "root/innocent.txt");
  link("mute.sh", "root/silent.txt");
  link("innocent.txt", "root/chain");
  link("sub", "root/sub-link");
  EXPECT_EQ(route("/innocent.txt"), "run /innocent.txt with nothing by /usr/bin/ruby");
  EXPECT_EQ(route("/innocent.txt/x"), "run /innocent.txt with '/x' by /usr/bin/ruby");
  EXPECT_EQ(route("/chain"), "run /chain with nothing by /usr/bin/ruby");
  EXPECT_EQ(route("/silent.txt"), "403 script-not-executable");
  EXPECT_EQ(route("/sub-link/page.rb/x"), "run /sub-link/page.rb with '/x' by /usr/bin/ruby");
  EXPECT_EQ(find("/sub-link/page.rb").file_path, disk("root/sub-link/page.rb"));
  EXPECT_EQ(access_paths("/sub-link/page.rb/x"), "/sub-link/page.rb/x /sub/page.rb");
}

class FrontControllerTest : public LookupScriptsTest {
 protected:
  FrontControllerTest() {
    temp_.write_script("root/front.cgi", "#!/bin/sh\n");
    temp_.write("root/with-index/index.html", "");
    temp_.write("root/.git/config", "");
    fs::create_directories(temp_ / "root/empty");
    options_.default_cgi = disk("root/front.cgi");
    options_.listing = true;
  }
};

TEST_F(FrontControllerTest, TakesWhatIsNotThere) {
  struct Row {
    const char* path;
    const char* expected;
  };
  const std::array rows = {
      Row{"/", "run  with '/' by itself"},
      Row{"/wiki/Some Page", "run  with '/wiki/Some Page' by itself"},
      Row{"/wiki/", "run  with '/wiki/' by itself"},
      Row{"/empty", "run  with '/empty' by itself"},
      Row{"/empty/", "run  with '/empty/' by itself"},
      Row{"/with-index", "to /with-index/"},
      Row{"/with-index/", "file /with-index/index.html"},
      Row{"/a.txt", "file /a.txt"},
      Row{"/a.txt/x", "404 path-behind-file"},
      Row{"/update.rb/x", "run /update.rb with '/x' by /usr/bin/ruby"},
      Row{"/mute.sh", "403 script-not-executable"},
      Row{"/.git/config", "404 hidden"},
      Row{"/.absent", "404 hidden"},
      Row{"/wiki/.absent", "404 hidden"},
      Row{"/.htaccess", "404 hidden"},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(route(row.path), row.expected) << row.path;
  }
  const std::string long_name = "/" + std::string(300, 'n');
  EXPECT_EQ(route(long_name), "run  with '" + long_name + "' by itself");
}

TEST_F(FrontControllerTest, IsDescribedAndItsRulesHold) {
  const auto resource = find("/wiki/page");
  EXPECT_EQ(resource.file_path, disk("root/front.cgi"));
  EXPECT_EQ(resource.script_name, "");
  EXPECT_TRUE(resource.info.executable);
  EXPECT_EQ(access_paths("/wiki/page"), "/wiki/page /front.cgi");
}

TEST_F(FrontControllerTest, MayLieOutsideTheRoot) {
  temp_.write("outside/front.rb", "");
  options_.default_cgi = disk("outside/front.rb");
  EXPECT_EQ(route("/wiki"), "run  with '/wiki' by /usr/bin/ruby");
  EXPECT_EQ(access_paths("/wiki"), "/wiki");
  EXPECT_EQ(find("/wiki").file_path, disk("outside/front.rb"));
}

TEST_F(FrontControllerTest, MayBeALinkAndItsTargetsRulesHold) {
  link("sub/page.rb", "root/front");
  options_.default_cgi = disk("root/front");
  options_.symlinks = platform::Symlinks::none;
  EXPECT_EQ(route("/wiki"), "run  with '/wiki' by /usr/bin/ruby");
  EXPECT_EQ(access_paths("/wiki"), "/wiki /sub/page.rb");
  EXPECT_EQ(find("/wiki").file_path, disk("root/front"));
}

TEST_F(FrontControllerTest, IsNotServedAsAFileUnderItsOwnName) {
  EXPECT_EQ(route("/front.cgi"), "run /front.cgi with nothing by itself");
  EXPECT_EQ(route("/front.cgi/x"), "run /front.cgi with '/x' by itself");
  link("front.cgi", "root/front.txt");
  EXPECT_EQ(route("/front.txt"), "run /front.txt with nothing by itself");
}

TEST_F(FrontControllerTest, ThatWasTakenAwayIsAnError) {
  http::Request request;
  request.path = "/wiki";
  const Router router(options_);
  fs::permissions(temp_ / "root/front.cgi", fs::perms(0644));
  EXPECT_EQ(router.find(request).refusal.reason, "script-not-executable");
  request.path = "/front.cgi";
  EXPECT_EQ(router.find(request).refusal.reason, "script-not-executable");
  fs::remove(temp_ / "root/front.cgi");
  EXPECT_EQ(router.find(request).refusal.status, 404);
}

}  // namespace
}  // namespace tthttpd::route
