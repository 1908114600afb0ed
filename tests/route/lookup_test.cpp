// Files, folders, hidden names: what Router::find() makes of a path (src/route/lookup.cpp).
#include <array>
#include <string>
#include <sys/fsuid.h>
#include <sys/stat.h>
#include <thread>

#include <gtest/gtest.h>

#include "routed_site.hpp"

namespace tthttpd::route {
namespace {

namespace fs = std::filesystem;

class LookupTest : public RoutedSite {
 protected:
  LookupTest() {
    temp_.write("root/a.txt", "0123456789");
    temp_.write("root/a+b ?.txt", "");
    temp_.write("root/raw \x80\xff", "");
    temp_.write("root/back\\slash", "");
    temp_.write("root/index/index.html", "");
    temp_.write("root/plain/x.txt", "");
    temp_.write("root/plain/..hidden-not/x.txt", "");
    temp_.write("root/.git/config", "");
    temp_.write("root/.well-known/acme/token", "");
    temp_.write("root/.well-known/.key", "");
    temp_.write("root/plain/.well-known/token", "");
    temp_.write("root/plain/.secret", "");
    temp_.write("root/.htpasswd", "");
    temp_.write("root/plain/.HTaccess", "");
    temp_.write("outside/secret.txt", "");
    EXPECT_EQ(::mkfifo((temp_ / "root/fifo").c_str(), 0600), 0);
  }
};

TEST_F(LookupTest, FindsFilesAndFolders) {
  struct Row {
    const char* path;
    const char* expected;
  };
  const std::array rows = {
      Row{"/a.txt", "file /a.txt"},
      Row{"/a+b ?.txt", "file /a+b ?.txt"},
      Row{"/raw \x80\xff", "file /raw \x80\xff"},
      Row{"/back\\slash", "file /back\\slash"},
      Row{"/plain/x.txt", "file /plain/x.txt"},
      Row{"/absent", "404 not-found"},
      Row{"/absent/", "404 not-found"},
      Row{"/plain/absent/x", "404 not-found"},
      Row{"/a.txt/", "404 path-behind-file"},
      Row{"/a.txt/b", "404 path-behind-file"},
      Row{"/a.txt/b/c/", "404 path-behind-file"},
      Row{"/fifo", "403 not-a-file"},
      Row{"/fifo/", "403 not-a-file"},
      Row{"/plain", "to /plain/"},
      Row{"/plain/", "403 listing-off"},
      Row{"/index", "to /index/"},
      Row{"/index/", "file /index/index.html"},
      Row{"/index/index.html", "file /index/index.html"},
      Row{"/index/index.html/", "404 path-behind-file"},
      Row{"/", "403 listing-off"},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(route(row.path), row.expected) << row.path;
  }
}

TEST_F(LookupTest, HidesNamesAsIfTheyWereNotThere) {
  struct Row {
    const char* path;
    const char* expected;
  };
  const std::array rows = {
      Row{"/.git/config", "404 hidden"},
      Row{"/.git", "404 hidden"},
      Row{"/.git/", "404 hidden"},
      Row{"/.absent", "404 hidden"},
      Row{"/plain/.secret", "404 hidden"},
      Row{"/plain/..hidden-not/x.txt", "404 hidden"},
      Row{"/.well-known/acme/token", "file /.well-known/acme/token"},
      Row{"/.well-known", "to /.well-known/"},
      Row{"/.well-known/.key", "404 hidden"},
      Row{"/plain/.well-known/token", "404 hidden"},
      Row{"/.htpasswd", "404 hidden"},
      Row{"/.htpasswd/", "404 hidden"},
      Row{"/plain/.HTaccess", "404 hidden"},
      Row{"/a.txt/.git", "404 path-behind-file"},
      Row{"/absent/.git", "404 hidden"},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(route(row.path), row.expected) << row.path;
  }
}

TEST_F(LookupTest, HidesByTheSitesOwnPatterns) {
  options_.hide = {"*.bak", "index.html"};
  temp_.write("root/a.bak", "");
  EXPECT_EQ(route("/a.bak"), "404 hidden");
  EXPECT_EQ(route("/a.bak/x"), "404 hidden");
  EXPECT_EQ(route("/.git/config"), "file /.git/config");
  EXPECT_EQ(route("/.htpasswd"), "404 hidden");
  EXPECT_EQ(route("/index/"), "403 listing-off") << "a hidden index page is not served";
}

TEST_F(LookupTest, DescribesAFile) {
  const auto resource = find("/plain/x.txt");
  EXPECT_EQ(resource.file_path, disk("root/plain/x.txt"));
  EXPECT_TRUE(resource.file.is_open());
  EXPECT_EQ(resource.info.kind, platform::FileInfo::Kind::regular);
  EXPECT_EQ(find("/a.txt").info.size, 10U);
  EXPECT_FALSE(resource.path_info.has_value());
  EXPECT_EQ(access_paths("/plain/x.txt"), "/plain/x.txt");
}

TEST_F(LookupTest, OpensAFolderForListing) {
  options_.listing = true;
  EXPECT_EQ(route("/plain"), "to /plain/");
  EXPECT_EQ(route("/"), "folder /");
  EXPECT_EQ(route("/index/"), "file /index/index.html");
  const auto resource = find("/plain/");
  ASSERT_EQ(resource.kind, Kind::directory);
  EXPECT_EQ(resource.url_path, "/plain/");
  EXPECT_EQ(resource.file_path, disk("root/plain"));
  EXPECT_TRUE(resource.file.is_open());
  ASSERT_NE(resource.base, nullptr);
  EXPECT_EQ(resource.below_base, "plain");
  EXPECT_TRUE(
      resource.base->list(resource.file, resource.below_base, platform::Symlinks::none).ok());
}

TEST_F(LookupTest, RedirectsToTheSlashWithTheQueryAndNeverToAHost) {
  struct Row {
    const char* description;
    const char* folder;
    const char* query;
    const char* location;
  };
  const std::array rows = {
      Row{"plain", "plain", "", "/plain/"},
      Row{"query is kept as it came", "plain", "x=1&y=%2F?+", "/plain/?x=1&y=%2F?+"},
      Row{"space and percent", "a %41", "", "/a%20%2541/"},
      Row{"question mark in the name", "what?", "q", "/what%3F/?q"},
      Row{"line break", "a\r\nb", "", "/a%0D%0Ab/"},
      Row{"backslashes", "\\\\host", "", "/%5C%5Chost/"},
      Row{"raw bytes", "\x80", "", "/%80/"},
  };
  for (const auto& row : rows) {
    fs::create_directories(temp_ / "root" / row.folder);
    const auto resource = find(std::string("/") + row.folder, row.query);
    EXPECT_EQ(resource.kind, Kind::redirect) << row.description;
    EXPECT_EQ(resource.location, row.location) << row.description;
    EXPECT_FALSE(resource.location.starts_with("//")) << row.description;
  }
  http::Request request;
  request.path = "/plain";
  request.has_query = true;  // "/plain?": a query of no bytes
  EXPECT_EQ(Router(options_).find(request).location, "/plain/?");
}

TEST_F(LookupTest, TakesTheFirstIndexPageThatIsAFile) {
  temp_.write("root/both/index.rb", "");
  temp_.write("root/both/index.html", "");
  temp_.write("root/second/index.rb", "");
  fs::create_directories(temp_ / "root/odd/index.html");
  temp_.write("root/odd/index.rb", "");
  EXPECT_EQ(route("/both/"), "file /both/index.html");
  EXPECT_EQ(route("/second/"), "run /second/index.rb with nothing by /usr/bin/ruby");
  EXPECT_EQ(route("/odd/"), "run /odd/index.rb with nothing by /usr/bin/ruby");
  EXPECT_EQ(access_paths("/second/"), "/second/ /second/index.rb");
  EXPECT_EQ(find("/second/").file_path, disk("root/second/index.rb"));
}

TEST_F(LookupTest, AnUncleanPathOpensNothing) {
  // The parser removes such segments; should one slip through, it must not be followed.
  for (const auto* path : {"/../outside/secret.txt", "/plain/../a.txt", "//a.txt", "/./a.txt"}) {
    EXPECT_EQ(find(path).kind, Kind::refused) << path;
  }
}

TEST_F(LookupTest, LongPathsAreAbsentOrPathInfo) {
  const std::string long_name(300, 'n');
  std::string long_path;
  while (long_path.size() < 6000) {
    long_path += "/" + long_name;
  }
  temp_.write("root/run.rb", "");
  EXPECT_EQ(route("/" + long_name), "404 not-found");
  EXPECT_EQ(route(long_path), "404 not-found");
  EXPECT_EQ(route("/plain" + long_path), "404 not-found");
  EXPECT_EQ(route("/run.rb" + long_path), "run /run.rb with '" + long_path + "' by /usr/bin/ruby");
}

TEST_F(LookupTest, WhatMayNotBeReadIsForbidden) {
  options_.listing = true;
  fs::permissions(temp_.path(), fs::perms(0755));
  fs::permissions(temp_.write("root/locked.txt", ""), fs::perms(0200));
  fs::permissions(temp_.write("root/locked.rb", ""), fs::perms(0200));
  fs::permissions(temp_.write("root/locked.sh", ""), fs::perms(0111));
  fs::permissions(temp_.write("root/with-locked-index/index.html", ""), fs::perms(0));
  temp_.write("root/closed/x.txt", "");
  fs::permissions(temp_ / "root/closed", fs::perms(0600));
  fs::create_directory(temp_ / "root/not-listed");
  fs::permissions(temp_ / "root/not-listed", fs::perms(0711));
  // As root everything may be read; the file system's user of one thread is changed for the test.
  std::thread([&] {
    ::setfsuid(65534);
    EXPECT_EQ(route("/locked.txt"), "403 file-not-readable");
    EXPECT_EQ(route("/locked.rb"), "403 script-not-readable");
    EXPECT_EQ(route("/locked.sh"), "run /locked.sh with nothing by itself");
    EXPECT_EQ(route("/with-locked-index/"), "403 file-not-readable");
    EXPECT_EQ(route("/closed/x.txt"), "403 forbidden");
    EXPECT_EQ(route("/closed"), "403 forbidden") << "its index page cannot be looked for";
    EXPECT_EQ(route("/not-listed/"), "403 folder-not-readable");
  }).join();
  fs::permissions(temp_ / "root/closed", fs::perms(0755));
}

}  // namespace
}  // namespace tthttpd::route
