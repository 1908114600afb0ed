// [authentication]: who may, by which method, under which spelling of the path.
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/deadline.hpp"
#include "support/site.hpp"

namespace tthttpd::support {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Auth : public EndToEnd {
 protected:
  void SetUp() override {
    site.beside("users",
                "u:p\n"
                "colon:a:b:c\n"
                "odd:p#=x y\n"
                "nihongo:ひみつ\n"
                "sha:{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=\n");
    site.file("open.txt", "open");
    site.script("update.cgi", shell_script("echo RAN $REMOTE_USER $AUTH_TYPE"));
    site.script("update.cgix", shell_script("echo not covered"));
    site.file("secret/x.txt", "SECRET");
    site.file("secret/index.html", "SECRET");
  }
  void start(std::string_view rules, std::string_view more = {}) {
    site.start("spawnexec = on\nindexpages = index.html\n" + std::string(more),
               "[authentication]\n" + std::string(rules));
  }
};

TEST_P(Auth, AsksForThePasswordAndNamesTheRealm) {
  start("/update.cgi = GET/POST,My Realm,users\n");
  const Reply refused = ask(get("/update.cgi"));
  EXPECT_EQ(refused.status, 401);
  EXPECT_THAT(refused.header("WWW-Authenticate"), HasSubstr("Basic realm=\"My Realm\""));
  EXPECT_THAT(refused.body, Not(HasSubstr("RAN")));
  const Reply let_in = ask(get("/update.cgi", basic("u", "p")));
  EXPECT_EQ(let_in.status, 200);
  EXPECT_EQ(let_in.body, "RAN u Basic\n");
}

TEST_P(Auth, ChecksThePasswordWhole) {
  start("/update.cgi = ,Realm,users\n");
  struct Case {
    const char* user;
    const char* password;
    int status;
  };
  const Case cases[] = {
      {"u", "p", 200},          {"colon", "a:b:c", 200},
      {"odd", "p#=x y", 200},   {"nihongo", "ひみつ", 200},
      {"sha", "password", 200}, {"u", "px", 401},
      {"u", "", 401},           {"colon", "a", 401},
      {"nobody", "p", 401},     {"sha", "{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=", 401},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(status(get("/update.cgi", basic(c.user, c.password))), c.status)
        << c.user << ":" << c.password;
  }
}

TEST_P(Auth, RefusesBrokenCredentials) {
  start("/update.cgi = ,Realm,users\n");
  for (const char* line :
       {"Authorization: Basic\r\n", "Authorization: Basic !!!\r\n",
        "Authorization: Bearer dTpw\r\n", "Authorization: Basic dQ==\r\n", "Authorization: \r\n"}) {
    const int got = status(get("/update.cgi", line));
    EXPECT_TRUE(got == 401 || got == 400) << line << got;
  }
  EXPECT_EQ(status(get("/update.cgi", "Authorization: basic dTpw\r\n")), 200)
      << "the scheme is case-insensitive";
}

TEST_P(Auth, CoversEverySpellingOfThePath) {
  start("/update.cgi = GET/POST,Realm,users\n/secret = GET/POST,Realm,users\n");
  for (const char* target :
       {"/update.cgi", "/update.cgi/", "/update.cgi/extra", "//update.cgi", "/%75pdate.cgi",
        "/./update.cgi", "/secret/../update.cgi", "/x/../update.cgi", "/update.cgi?x=1",
        "/update.cgi%2Fx", "http://h/update.cgi", "/secret", "/secret/", "/secret/x.txt",
        "/%73ecret/x.txt", "/secret//x.txt", "/./secret/x.txt", "/x/..//secret/./x.txt"}) {
    const Reply reply = ask(get(target));
    EXPECT_EQ(reply.status, 401) << target;
    EXPECT_THAT(reply.body, Not(HasSubstr("RAN"))) << target;
    EXPECT_THAT(reply.body, Not(HasSubstr("SECRET"))) << target;
  }
  EXPECT_EQ(ask(get("/update.cgix")).body, "not covered\n");
  EXPECT_EQ(ask(get("/open.txt")).body, "open");
}

TEST_P(Auth, CoversMethodsByTheRule) {
  start("/update.cgi = POST,Realm,users\n/secret = GET,Realm,users\n");
  EXPECT_EQ(status(get("/update.cgi")), 200);
  EXPECT_EQ(status(request("HEAD", "/update.cgi")), 200);
  for (const char* method : {"POST", "PUT", "DELETE", "PATCH", "PROPFIND", "OPTIONS", "BREW"}) {
    EXPECT_EQ(status(request(method, "/update.cgi")), 401) << method;
  }
  EXPECT_EQ(status(get("/secret/x.txt")), 401);
  EXPECT_EQ(status(request("HEAD", "/secret/x.txt")), 401);
}

TEST_P(Auth, GetAndPostTogetherLeaveNoMethodOpen) {
  start("/update.cgi = GET/POST,Realm,users\n");
  for (const char* method : {"GET", "HEAD", "POST", "PUT", "DELETE", "PROPFIND", "BREW"}) {
    EXPECT_EQ(status(request(method, "/update.cgi")), 401) << method;
    EXPECT_EQ(status(request(method, "/update.cgi", basic("u", "p"))), 200) << method;
  }
}

TEST_P(Auth, LetsTheLongestPrefixDecide) {
  site.beside("others", "v:q\n");
  start("/secret = GET,Outer,users\n/secret/x.txt = GET,Inner,others\n");
  EXPECT_EQ(status(get("/secret/", basic("u", "p"))), 200);
  EXPECT_EQ(status(get("/secret/x.txt", basic("u", "p"))), 401);
  EXPECT_EQ(status(get("/secret/x.txt", basic("v", "q"))), 200);
}

TEST_P(Auth, HoldsBehindAliasesIndexPagesAndTheFrontController) {
  site.beside("x", "");
  site.script("front/index.cgi", shell_script("echo RAN"));
  site.start("spawnexec = on\nindexpages = index.cgi\ndefault_cgi = www/update.cgi",
             "[authentication]\n/update.cgi = GET/POST,Realm,users\n"
             "/front/index.cgi = GET/POST,Realm,users\n/alias2 = GET/POST,Realm,users\n"
             "[request/aliases]\n/alias = /update.cgi\n/alias2 = /open.txt\n");
  for (const char* target : {"/alias", "/alias/x", "/alias2", "/front/", "/nothing/here"}) {
    EXPECT_EQ(status(get(target)), 401) << target;
  }
  EXPECT_EQ(status(get("/alias", basic("u", "p"))), 200);
  EXPECT_EQ(status(get("/alias2", basic("u", "p"))), 200);
}

TEST_P(Auth, HoldsBehindSymbolicLinks) {
  std::filesystem::create_symlink("secret/x.txt", site.path("www/link.txt"));
  start("/secret = GET/POST,Realm,users\n");
  EXPECT_EQ(status(get("/link.txt")), 401);
}

TEST_P(Auth, SkipsBrokenLinesOfThePasswordFile) {
  site.beside("users", "bob\nempty:\n\n# note\r\n:nobody\nu:p\r\n");
  start("/update.cgi = GET/POST,Realm,users\n");
  EXPECT_EQ(status(get("/update.cgi", basic("u", "p"))), 200);
  for (const char* user : {"bob", "empty", "", "# note"}) {
    EXPECT_EQ(status(get("/update.cgi", basic(user, ""))), 401) << user;
  }
  EXPECT_THAT(site.error_log(), HasSubstr("users:1"));
  EXPECT_THAT(site.error_log(), HasSubstr("users:2"));
}

TEST_P(Auth, ReadsTheFileAgainWhenItChanges) {
  start("/update.cgi = GET/POST,Realm,users\n");
  EXPECT_EQ(status(get("/update.cgi", basic("u", "p"))), 200);
  site.beside("users", "u:a-new-password\n");
  EXPECT_TRUE(eventually([&] { return status(get("/update.cgi", basic("u", "p"))) == 401; }));
  EXPECT_EQ(status(get("/update.cgi", basic("u", "a-new-password"))), 200);
  std::filesystem::remove(site.path("users"));
  EXPECT_TRUE(
      eventually([&] { return status(get("/update.cgi", basic("u", "a-new-password"))) == 500; }));
  EXPECT_EQ(ask(get("/open.txt")).body, "open");
}

INSTANTIATE_TEST_SUITE_P(BothFamilies, Auth, ::testing::Values(Family::v4, Family::v6),
                         family_name);

}  // namespace
}  // namespace tthttpd::support
