// Directories shown as pages.
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "support/site.hpp"

namespace tthttpd::support {
namespace {

using ::testing::Values;

class Listing : public EndToEnd {
 protected:
  static bool holds(const Reply& reply, std::string_view text) {
    return reply.body.find(text) != std::string::npos;
  }
};

TEST_P(Listing, IsShownOnlyWhenSwitchedOn) {
  site.file("dir/a.txt", "a");
  site.start("listing = off");
  EXPECT_EQ(status(get("/dir/")), 403);
  site.start("listing = on");
  const Reply reply = ask(get("/dir/"));
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.header("Content-Type"), "text/html; charset=utf-8");
  EXPECT_TRUE(holds(reply, "href=\"./a.txt\"")) << reply.body;
}

TEST_P(Listing, EscapesMarkupInNamesAndInErrorPages) {
  site.file("<img src=x onerror=alert(1)>", "x");
  site.file("quote\"'d/inner.txt", "x");
  site.start("listing = on");
  const Reply top = ask(get("/"));
  EXPECT_FALSE(holds(top, "<img src=x")) << top.body;
  EXPECT_TRUE(holds(top, "&lt;img src=x")) << top.body;
  EXPECT_FALSE(holds(top, "href=\"./quote\"")) << top.body;
  EXPECT_EQ(status(get("/quote%22%27d/")), 200);
  const Reply missing = ask(get("/<u>x</u>"));
  EXPECT_FALSE(holds(missing, "<u>"));
}

TEST_P(Listing, LinksWorkTwoLevelsDown) {
  site.file("My Dir/Sub Dir/f.txt", "x");
  site.start("listing = on");
  EXPECT_TRUE(holds(ask(get("/My%20Dir/")), "Sub%20Dir/\""));
  const Reply inner = ask(get("/My%20Dir/Sub%20Dir/"));
  EXPECT_EQ(inner.status, 200);
  EXPECT_TRUE(holds(inner, "f.txt\""));
  EXPECT_FALSE(holds(inner, "%2520"));
}

TEST_P(Listing, LinksNamesThatAreNoUtf8) {
  site.file("caf\x80.txt", "raw");
  site.start("listing = on");
  const Reply reply = ask(get("/"));
  EXPECT_EQ(reply.status, 200);
  EXPECT_TRUE(holds(reply, "caf%80.txt")) << reply.body;
  EXPECT_EQ(ask(get("/caf%80.txt")).body, "raw");
}

TEST_P(Listing, LivesWithADeadLink) {
  site.file("dir/a.txt", "a");
  std::filesystem::create_symlink("nowhere", site.path("www/dir/dead"));
  site.start("listing = on");
  const Reply reply = ask(get("/dir/"));
  EXPECT_EQ(reply.status, 200);
  EXPECT_TRUE(holds(reply, "a.txt"));
  EXPECT_FALSE(holds(reply, "href=\"./dead\""));
  EXPECT_EQ(status(get("/dir/dead")), 404);
}

TEST_P(Listing, OffersTheParentEverywhereButAtTheRoot) {
  site.file("dir/a.txt", "a");
  site.start("listing = on");
  EXPECT_FALSE(holds(ask(get("/")), "href=\"../"));
  EXPECT_TRUE(holds(ask(get("/dir/")), "href=\"../"));
}

TEST_P(Listing, PutsDirectoriesFirst) {
  site.file("zz/a.txt", "a");
  site.file("aa.txt", "a");
  site.start("listing = on");
  const Reply reply = ask(get("/"));
  EXPECT_LT(reply.body.find("href=\"./zz/\""), reply.body.find("href=\"./aa.txt\"")) << reply.body;
}

TEST_P(Listing, ShowsTheReadmeToThoseWhoMayReadIt) {
  site.file("open/README.txt", "for all");
  site.file("dir/README.txt", "for few");
  site.file("dir/a.txt", "a");
  site.beside("users", "u:p\n");
  site.start("listing = on",
             "[listing]\nreadme = README.txt\n"
             "[authentication]\n/dir/README.txt = *,Notes,users\n");
  EXPECT_TRUE(holds(ask(get("/open/")), "for all"));
  const Reply refused = ask(get("/dir/"));
  EXPECT_EQ(refused.status, 401);
  EXPECT_FALSE(holds(refused, "for few"));
  EXPECT_EQ(status(get("/dir/a.txt")), 200);
  EXPECT_TRUE(holds(ask(get("/dir/", basic("u", "p"))), "for few"));
}

TEST_P(Listing, ShowsNoSourceOfAScriptAsReadme) {
  site.script("run/README", "#!/bin/sh\n# SOURCE\n");
  site.file("plain/README", "just text");
  site.start("listing = on\nspawnexec = on", "[listing]\nreadme = README\n");
  const Reply reply = ask(get("/run/"));
  EXPECT_EQ(reply.status, 200);
  EXPECT_FALSE(holds(reply, "SOURCE"));
  EXPECT_TRUE(holds(ask(get("/plain/")), "just text"));
}

TEST_P(Listing, AnswersHeadWithoutABody) {
  site.file("dir/a.txt", "a");
  site.start("listing = on");
  RawClient client = connect();
  EXPECT_EQ(client.ask(request("HEAD", "/dir/")).status, 200);
  EXPECT_EQ(client.ask(get("/dir/a.txt")).body, "a");
}

INSTANTIATE_TEST_SUITE_P(BothFamilies, Listing, Values(Family::v4, Family::v6), family_name);

}  // namespace
}  // namespace tthttpd::support
