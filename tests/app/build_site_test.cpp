#include "tthttpd/app/build_site.hpp"

#include <gtest/gtest.h>

#include "app/app_site.hpp"

namespace tthttpd::app {
namespace {

route::Resource find(const serve::Site& site, const std::string& path) {
  http::Request request;
  request.path = path;
  return site.router->find(request);
}

TEST(BuildSite, HasAHandlerForEveryKindOfThing) {
  const AppSite app;
  const auto site = app.build("");
  for (std::size_t kind = 0; kind < route::kKinds; ++kind) {
    const bool refused = kind == static_cast<std::size_t>(route::Kind::refused);
    EXPECT_EQ(site->handlers[kind] == nullptr, refused) << kind;
  }
  EXPECT_TRUE(site->filters.empty());
}

TEST(BuildSite, CarriesKeysToTheirParts) {
  const AppSite app;
  app.dir.write("users", "me:secret\n");
  const auto site = app.build(
      "trusted_proxy = 127.0.0.1\nserver_header = off\n"
      "[limits]\nheader_timeout = 3s\nkeepalive_timeout = 4s\nbody_timeout = 5s\nsend_timeout = "
      "6s\n"
      "keepalive_requests = 7\nmax_body = 8KiB\nmax_request_line = 900\nmax_header_bytes = 1000\n"
      "max_headers = 11\n[headers]\n/ = X-A: b\n[errors]\n404 = /e.html\n"
      "[authentication]\n/p = GET,realm,users\n");
  using std::chrono::seconds;
  EXPECT_EQ(site->limits.header_timeout, seconds(3));
  EXPECT_EQ(site->limits.keepalive_timeout, seconds(4));
  EXPECT_EQ(site->limits.body_timeout, seconds(5));
  EXPECT_EQ(site->limits.send_timeout, seconds(6));
  EXPECT_EQ(site->limits.keepalive_requests, 7U);
  EXPECT_EQ(site->limits.max_body, 8192U);
  EXPECT_EQ(site->limits.head.max_request_line, 900U);
  EXPECT_EQ(site->limits.head.max_header_bytes, 1000U);
  EXPECT_EQ(site->limits.head.max_headers, 11U);
  EXPECT_EQ(site->server_header, "");
  ASSERT_EQ(site->headers.size(), 1U);
  EXPECT_EQ(site->error_documents.at(404), "/e.html");
  EXPECT_EQ(site->filters.size(), 2U) << "forwarded addresses and passwords";
}

TEST(BuildSite, LetsNoSiteSetWhatFramesAResponse) {
  const AppSite app;
  for (const auto name : http::kHopByHopFields) {
    EXPECT_THROW(static_cast<void>(app.parse("[headers]\n/ = " + std::string(name) + ": x\n")),
                 std::runtime_error)
        << name;
  }
}

TEST(BuildSite, NeverStartsOpenWhenAnAuthfileIsMissing) {
  const AppSite app;
  EXPECT_THROW(static_cast<void>(app.build("[authentication]\n/p = GET,realm,nowhere\n")),
               std::runtime_error);
}

TEST(BuildSite, TakesAnAliasForAUrlUnlessOnlyTheDiskHasIt) {
  const AppSite app;
  app.dir.write("www/there.txt", "in the root");
  app.dir.write("elsewhere.txt", "on disk");
  const auto disk = (app.dir.path() / "elsewhere.txt").string();
  const auto site =
      app.build("[request/aliases]\n/u = /there.txt\n/d = " + disk + "\n/r = elsewhere.txt\n");
  EXPECT_EQ(find(*site, "/u").url_path, "/there.txt");
  EXPECT_EQ(find(*site, "/d").file_path, disk);
  EXPECT_EQ(find(*site, "/r").file_path, disk);
}

TEST(MakePlan, ListensOnTheAddressesThatAreConfigured) {
  const AppSite app;
  const auto all = make_plan(app.parse("port = 81\n"), 0);
  ASSERT_EQ(all.listen.size(), 1U);
  EXPECT_EQ(all.listen[0].host, "");
  EXPECT_EQ(all.listen[0].port, "81");
  EXPECT_EQ(all.families, accept::Families::both);

  const auto named = make_plan(app.parse("hostname = 127.0.0.1\nipv4_only = on\n"), 0);
  EXPECT_EQ(named.listen[0].host, "127.0.0.1");
  EXPECT_EQ(named.families, accept::Families::ipv4);

  const auto listed =
      make_plan(app.parse("hostname = x.example\nlisten = [::1]:82, 127.0.0.1, unix:s\n"), 0);
  ASSERT_EQ(listed.listen.size(), 3U);
  EXPECT_EQ(listed.listen[0].host, "::1");
  EXPECT_EQ(listed.listen[0].port, "82");
  EXPECT_EQ(listed.listen[1].port, "8080");
  EXPECT_EQ(listed.listen[2].unix_path, (app.dir.path() / "s").string());
}

TEST(MakePlan, PutsTheHostnameIntoTheUrlOfWhatStandsForEveryAddress) {
  const AppSite app;
  const auto named = make_plan(app.parse("hostname = localhost\n"), 0);
  EXPECT_EQ(named.listen[0].url_host, "localhost");
  const auto listed = make_plan(app.parse("hostname = x.example\nlisten = *:80, 127.0.0.1\n"), 0);
  ASSERT_EQ(listed.listen.size(), 2U);
  EXPECT_EQ(listed.listen[0].url_host, "x.example");
  EXPECT_EQ(listed.listen[1].url_host, "");
}

TEST(MakePlan, SaysWhetherScriptsRun) {
  const AppSite app;
  const auto banner = [&](const std::string& text) { return make_plan(app.parse(text), 0).banner; };
  EXPECT_NE(banner("").find("scripts off"), std::string::npos);
  EXPECT_NE(banner("spawnexec = on\n").find("scripts on"), std::string::npos);
  EXPECT_NE(banner("[mime/types]\nrb = @/usr/bin/ruby\n").find("scripts on"), std::string::npos);
  EXPECT_TRUE(make_plan(app.parse(""), -1).quiet);
}

}  // namespace
}  // namespace tthttpd::app
