#include "tthttpd/config/free_sections.hpp"

#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/parsed.hpp"

namespace tthttpd::config {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::SizeIs;

TEST(FreeSections, MapExtensionsToTypesAndInterpreters) {
  const auto loaded = parsed(
      "[mime/types]\nrb=@/usr/bin/ruby -W0 -Ku\n.css = text/css\nsh=@\nphp = @ php-cgi\n"
      "txt = text/plain; charset=EUC-JP\nlua = @bin/lua\n");
  EXPECT_THAT(loaded.problems, IsEmpty());
  const auto& all = loaded.config.mime_types;
  ASSERT_THAT(all, SizeIs(6));
  EXPECT_EQ(all[0].extension, "rb");
  EXPECT_TRUE(all[0].script);
  EXPECT_THAT(all[0].interpreter, ElementsAre("/usr/bin/ruby", "-W0", "-Ku"));
  EXPECT_EQ(all[0].line, 2);
  EXPECT_EQ(all[1].extension, "css");
  EXPECT_FALSE(all[1].script);
  EXPECT_EQ(all[1].type, "text/css");
  EXPECT_TRUE(all[2].script);
  EXPECT_THAT(all[2].interpreter, IsEmpty());
  EXPECT_THAT(all[3].interpreter, ElementsAre("php-cgi")) << "looked up in PATH later";
  EXPECT_EQ(all[4].type, "text/plain; charset=EUC-JP");
  EXPECT_THAT(all[5].interpreter, ElementsAre("/etc/site/bin/lua"));
}

TEST(FreeSections, LetTheLastLineForAnExtensionCount) {
  const auto loaded = parsed("[mime/types]\nrb=text/plain\ncss=text/css\nrb=@\n");
  ASSERT_THAT(loaded.config.mime_types, SizeIs(2));
  EXPECT_EQ(loaded.config.mime_types[1].extension, "rb");
  EXPECT_TRUE(loaded.config.mime_types[1].script);
}

TEST(FreeSections, TellAliasesToUrlsFromAliasesToDisk) {
  const auto loaded =
      parsed("[request/aliases]\n/a = /b/c\n/d = ../pictures\n/e = file:/srv/e\n/f/ = file:g\n");
  EXPECT_THAT(loaded.problems, IsEmpty());
  const auto& all = loaded.config.aliases;
  ASSERT_THAT(all, SizeIs(4));
  EXPECT_EQ(all[0].from, "/a");
  EXPECT_EQ(all[0].to, "/b/c");
  EXPECT_FALSE(all[0].to_disk);
  EXPECT_EQ(all[1].to, "/etc/pictures");
  EXPECT_TRUE(all[1].to_disk);
  EXPECT_EQ(all[2].to, "/srv/e");
  EXPECT_TRUE(all[2].to_disk);
  EXPECT_EQ(all[3].to, "/etc/site/g");
  EXPECT_EQ(all[3].line, 5);
}

TEST(FreeSections, PassVariablesOnAsTheyAre) {
  const auto loaded =
      parsed("[request/environments]\nSITE_NAME=シナトラ=Sinatra #1\nEMPTY=\n_X1 = a;b\tc\n");
  EXPECT_THAT(loaded.problems, IsEmpty());
  EXPECT_THAT(loaded.config.environment, ElementsAre(Pair("SITE_NAME", "シナトラ=Sinatra #1"),
                                                     Pair("EMPTY", ""), Pair("_X1", "a;b\tc")));
}

TEST(FreeSections, ReadPasswordRules) {
  const auto loaded = parsed(
      "[authentication]\n/update.rb=GET/POST,tDiary,/srv/authfile\n"
      "/a = * , A # B ,users\n/b = ,Realm,odd,name\n/c/ = GET / POST,R,users\n/=PURGE,R,users\n");
  EXPECT_THAT(loaded.problems, IsEmpty());
  const auto& all = loaded.config.authentication;
  ASSERT_THAT(all, SizeIs(5));
  EXPECT_EQ(all[0].prefix, "/update.rb");
  EXPECT_THAT(all[0].methods, ElementsAre("GET", "POST"));
  EXPECT_EQ(all[0].realm, "tDiary");
  EXPECT_EQ(all[0].authfile, "/srv/authfile");
  EXPECT_EQ(all[0].line, 2);
  EXPECT_THAT(all[1].methods, IsEmpty());
  EXPECT_EQ(all[1].realm, "A # B");
  EXPECT_EQ(all[1].authfile, "/etc/site/users");
  EXPECT_THAT(all[2].methods, IsEmpty());
  EXPECT_EQ(all[2].authfile, "/etc/site/odd,name") << "all behind the second comma";
  EXPECT_EQ(all[3].prefix, "/c");
  EXPECT_THAT(all[3].methods, ElementsAre("GET", "POST"));
  EXPECT_EQ(all[4].prefix, "/");
}

TEST(FreeSections, AllowRulesForDifferentMethodsOfOnePrefix) {
  const auto loaded = parsed("[authentication]\n/a = GET,R,readers\n/a = POST,R,writers\n");
  EXPECT_THAT(loaded.problems, IsEmpty());
  EXPECT_THAT(loaded.config.authentication, SizeIs(2));
  EXPECT_THAT(faults_of("[authentication]\n/a = GET,R,u\n/a = *,R,v\n"), IsEmpty());
}

TEST(FreeSections, ReadHeaderFieldsAndErrorPages) {
  const auto loaded = parsed(
      "[headers]\n/ = X-Frame-Options: DENY\n/a = Link:</x>; rel=preload\n/a = X-Empty:\n"
      "[errors]\n404 = /errors/404.html\n503=/busy.html\n");
  EXPECT_THAT(loaded.problems, IsEmpty());
  ASSERT_THAT(loaded.config.headers, SizeIs(3));
  EXPECT_EQ(loaded.config.headers[0].name, "X-Frame-Options");
  EXPECT_EQ(loaded.config.headers[0].value, "DENY");
  EXPECT_EQ(loaded.config.headers[1].value, "</x>; rel=preload");
  EXPECT_EQ(loaded.config.headers[2].value, "");
  EXPECT_THAT(loaded.config.error_pages,
              ElementsAre(Pair(404, "/errors/404.html"), Pair(503, "/busy.html")));
  EXPECT_EQ(loaded.config.lines.at("errors/404"), 6);
}

TEST(FreeSections, RefuseWhatMakesNoSense) {
  struct Case {
    const char* section;
    const char* line;
    const char* said;
  };
  const Case cases[] = {
      {"mime/types", "tar.gz = application/gzip", "last dot"},
      {"mime/types", "a/b = text/plain", "'a/b'"},
      {"mime/types", "rb = ruby", "neither a media type"},
      {"mime/types", "rb = /usr/bin/ruby", "neither a media type"},
      {"mime/types", "rb =", "neither a media type"},
      {"mime/types", "html = text/", "neither a media type"},
      {"request/aliases", "a = /b", "must start with '/'"},
      {"request/aliases", "/a//b = /c", "'/a//b'"},
      {"request/aliases", "/a = /../b", "'/../b'"},
      {"request/aliases", "/a =", "needs a URL path"},
      {"request/aliases", "/a = file:", "needs a path"},
      {"request/environments", "A B = 1", "no variable name"},
      {"request/environments", "1A = 1", "no variable name"},
      {"authentication", "update.rb = GET,R,users", "must start with '/'"},
      {"authentication", "/a/../b = GET,R,users", "'/a/../b'"},
      {"authentication", "/a = GET,R", "METHODS,realm,authfile"},
      {"authentication", "/a = GET", "METHODS,realm,authfile"},
      {"authentication", "/a = GET,R,", "METHODS,realm,authfile"},
      {"authentication", "/a = GET,,users", "METHODS,realm,authfile"},
      {"authentication", "/a = GET/,R,users", "no methods"},
      {"authentication", "/a = get,R,users", "capitals"},
      {"authentication", "/a = G T,R,users", "no methods"},
      {"headers", "a = X: y", "must start with '/'"},
      {"headers", "/ = X-Frame-Options DENY", "Name: value"},
      {"headers", "/ = : DENY", "Name: value"},
      {"headers", "/ = X Y: z", "Name: value"},
      {"headers", "/ = Content-Length: 5", "sets Content-Length itself"},
      {"headers", "/ = transfer-encoding: chunked", "itself"},
      {"errors", "200 = /ok.html", "400 to 599"},
      {"errors", "x404 = /404.html", "400 to 599"},
      {"errors", "404 = 404.html", "must start with '/'"},
  };
  for (const Case& c : cases) {
    const auto faults = faults_of('[' + std::string(c.section) + "]\n" + c.line + '\n');
    ASSERT_THAT(faults, SizeIs(1)) << c.line;
    EXPECT_THAT(faults[0], HasSubstr("site.conf:2:")) << c.line;
    EXPECT_THAT(faults[0], HasSubstr(c.said)) << c.line;
  }
}

TEST(FreeSections, RefuseSecondWordsOnOneThing) {
  EXPECT_THAT(faults_of("[request/aliases]\n/a = /b\n/a/ = /c\n"),
              ElementsAre(HasSubstr("site.conf:3: /a/ has an alias in line 2")));
  EXPECT_THAT(faults_of("[authentication]\n/a = GET/POST,R,u\n/a/ = PUT/POST,R,v\n"),
              ElementsAre(HasSubstr("site.conf:3: /a has a rule for the same method in line 2")));
  EXPECT_THAT(faults_of("[authentication]\n/a = ,R,u\n/a = *,R,v\n"), SizeIs(1));
}

TEST(FreeSections, AreOnlyTheOnesWithoutFixedKeys) {
  for (const auto& name : section_names()) {
    const bool fixed = name == "global" || name == "limits" || name == "listing";
    EXPECT_EQ(static_cast<bool>(put_for_free_section(name)), !fixed) << name;
  }
  EXPECT_FALSE(put_for_free_section("nonsense"));
}

}  // namespace
}  // namespace tthttpd::config
