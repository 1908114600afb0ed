#include "tthttpd/handler/listing.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <sys/stat.h>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/temp_dir.hpp"

namespace tthttpd::handler {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

class ListingTest : public ::testing::Test {
 protected:
  ListingTest() {
    temp_.write("root/dir/file2", "12345");
    temp_.write("root/dir/file10", "");
    temp_.write("root/dir/zoo/x", "");
    temp_.write("root/dir/.git/config", "");
    temp_.write("root/dir/.htpasswd", "");
    temp_.write("root/secret.txt", "secret");
    temp_.write("outside.txt", "secret");
    options_.hide = {".*"};
  }

  http::Response list(const std::string& path = "/dir/", std::string_view query = {},
                      std::string_view accept = {}, const char* method = "GET") {
    http::Request request;
    request.method_name = method;
    request.method = http::method_from(method);
    request.path = path;
    request.query = std::string(query);
    if (!accept.empty()) {
      request.headers.add("Accept", accept);
    }
    auto directory = platform::Directory::open((temp_ / "root").string());
    EXPECT_TRUE(directory.ok());
    route::Resource resource;
    resource.kind = route::Kind::directory;
    resource.url_path = path;
    resource.base = std::make_shared<const platform::Directory>(std::move(*directory));
    resource.below_base = path == "/" ? "" : path.substr(1, path.size() - 2);
    auto opened = resource.base->open_below(resource.below_base, platform::Symlinks::all);
    EXPECT_TRUE(opened.ok());
    resource.file = std::move(opened->file);
    if (!readme_.empty()) {
      auto readme = resource.base->open_below(readme_, platform::Symlinks::all);
      EXPECT_TRUE(readme.ok());
      resource.readme = {"README", std::move(readme->file), readme->info};
    }
    Listing listing(options_);
    auto response = listing.handle(request, resource);
    EXPECT_TRUE(response.ok());
    return std::move(*response);
  }
  std::string text(const http::Response& response) {
    const auto* body = std::get_if<std::string>(&response.body);
    return body == nullptr ? "(none)" : *body;
  }

  support::TempDir temp_;
  ListingOptions options_;
  std::string readme_;  ///< below the root; what the router has found
};

TEST_F(ListingTest, ShowsFoldersFirstAndNamesInNaturalOrder) {
  const auto response = list();
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.headers.find("Content-Type"), "text/html; charset=utf-8");
  EXPECT_EQ(response.headers.find("Vary"), "Accept");
  EXPECT_EQ(response.headers.find("Cache-Control"), "no-cache");
  const auto html = text(response);
  const auto zoo = html.find("./zoo/");
  const auto two = html.find("./file2");
  const auto ten = html.find("./file10");
  ASSERT_NE(ten, std::string::npos);
  EXPECT_LT(zoo, two);
  EXPECT_LT(two, ten);
}

TEST_F(ListingTest, SortsByQuery) {
  const auto html = text(list("/dir/", "sort=size&order=asc"));
  EXPECT_LT(html.find("./file10"), html.find("./file2"));
  options_.dirs_first = false;
  const auto mixed = text(list("/dir/"));
  EXPECT_LT(mixed.find("./file2"), mixed.find("./zoo/"));
}

TEST_F(ListingTest, LeavesOutWhatTheRouterRefuses) {
  ASSERT_EQ(::mkfifo((temp_ / "root/dir/fifo").c_str(), 0600), 0);
  fs::create_symlink("nowhere", temp_ / "root/dir/dangling");
  fs::create_symlink("../../outside.txt", temp_ / "root/dir/out");
  fs::create_symlink("../secret.txt", temp_ / "root/dir/in");
  const auto all = text(list());
  EXPECT_THAT(all, HasSubstr("./out"));
  EXPECT_THAT(all, HasSubstr("./in"));
  for (const auto* name : {"fifo", "dangling", ".git", ".htpasswd"}) {
    EXPECT_THAT(all, Not(HasSubstr(name)));
  }
  options_.symlinks = platform::Symlinks::inside;
  EXPECT_THAT(text(list()), Not(HasSubstr("./out")));
  EXPECT_THAT(text(list()), HasSubstr("./in"));
  options_.symlinks = platform::Symlinks::none;
  EXPECT_THAT(text(list()), Not(HasSubstr("./in")));
}

TEST_F(ListingTest, HidesByTheSitesPatternsAndPasswordsAlways) {
  options_.hide = {"file*"};
  const auto html = text(list());
  EXPECT_THAT(html, HasSubstr("./.git/"));
  EXPECT_THAT(html, Not(HasSubstr("file")));
  EXPECT_THAT(html, Not(HasSubstr(".htpasswd")));
}

TEST_F(ListingTest, TheWellKnownFolderShowsInTheRootAlone) {
  temp_.write("root/.well-known/token", "");
  temp_.write("root/dir/.well-known/token", "");
  const auto html = text(list("/"));
  EXPECT_THAT(html, HasSubstr("./.well-known/"));
  EXPECT_THAT(html, Not(HasSubstr("../")));
  EXPECT_THAT(text(list("/dir/")), Not(HasSubstr(".well-known")));
}

TEST_F(ListingTest, GivesJsonToThoseWhoAskForIt) {
  const auto response = list("/dir/", "sort=name&order=desc", "application/json");
  EXPECT_EQ(response.headers.find("Content-Type"), "application/json");
  EXPECT_EQ(response.headers.find("Vary"), "Accept");
  const auto json = text(response);
  EXPECT_THAT(json, HasSubstr("{\"name\":\"file2\",\"type\":\"file\",\"size\":5,\"mtime\":\""));
  EXPECT_THAT(json, HasSubstr("{\"name\":\"zoo\",\"type\":\"directory\",\"mtime\":\""));
  EXPECT_LT(json.find("file10"), json.find("file2"));
  EXPECT_THAT(json, Not(HasSubstr(".git")));
  EXPECT_THAT(text(list("/dir/", "", "text/html,*/*;q=0.8")), HasSubstr("<!DOCTYPE html>"));
}

TEST_F(ListingTest, ShowsTheReadmeThatTheRouterFound) {
  temp_.write("root/dir/README", "hello <b>");
  EXPECT_THAT(text(list()), Not(HasSubstr("<pre>"))) << "its own choice it does not make";
  readme_ = "dir/README";
  EXPECT_THAT(text(list()), HasSubstr("<pre>\nhello &lt;b&gt;</pre>"));
  EXPECT_THAT(text(list("/dir/", "", "application/json")), Not(HasSubstr("hello")));
  temp_.write("root/dir/README", std::string(100'000, 'x'));
  EXPECT_LT(text(list()).size(), 80'000U);
}

TEST_F(ListingTest, OtherMethodsAreAnsweredByRule) {
  EXPECT_EQ(list("/dir/", "", "", "HEAD").status, 200);
  EXPECT_EQ(list("/dir/", "", "", "POST").status, 405);
  EXPECT_EQ(list("/dir/", "", "", "OPTIONS").headers.find("Allow"), "GET, HEAD, OPTIONS");
  EXPECT_EQ(list("/dir/", "", "", "BREW").status, 501);
}

TEST_F(ListingTest, ShowsEveryRowOfALargeFolder) {
  fs::create_directories(temp_ / "root/large");
  for (int i = 0; i < 20'000; ++i) {
    fs::create_symlink("../secret.txt", temp_ / ("root/large/n" + std::to_string(i)));
  }
  const auto html = text(list("/large/"));
  std::size_t rows = 0;
  for (auto at = html.find("<a href=\"./n"); at != std::string::npos;
       at = html.find("<a href=\"./n", at + 1)) {
    ++rows;
  }
  EXPECT_EQ(rows, 20'000U);
  EXPECT_LT(html.find("./n9\""), html.find("./n10\""));
}

}  // namespace
}  // namespace tthttpd::handler
