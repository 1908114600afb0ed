// How the answers of scripts are read.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgi_site.hpp"

namespace tthttpd::support {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

using CgiAnswer = CgiSite;

TEST_P(CgiAnswer, SaysItsStatusAndLocation) {
  struct Case {
    const char* name;
    const char* head;
    int status;
    const char* location;
    const char* body;
  };
  const Case cases[] = {
      {"404.cgi", "Content-Type: text/plain\\nStatus: 404 Not Found\\n", 404, "", "body"},
      {"bare.cgi", "Status: 404\\nContent-Type: text/plain\\n", 404, "", "body"},
      {"absolute.cgi", "Location: http://x.example/\\n", 302, "http://x.example/", nullptr},
      {"303.cgi", "Status: 303 See Other\\r\\nLocation: /other\\r\\n", 303, "/other", nullptr},
  };
  for (const Case& c : cases) {
    site.script(c.name, std::string("#!/bin/sh\nprintf '") + c.head + "\\nbody'\n");
  }
  site.start("spawnexec = on");
  RawClient client = connect();
  for (const Case& c : cases) {
    const Reply reply = client.ask(get(std::string("/") + c.name));
    EXPECT_EQ(reply.status, c.status) << c.name;
    EXPECT_EQ(reply.header("Location"), c.location) << c.name;
    EXPECT_FALSE(reply.has("Status")) << c.name;
    EXPECT_EQ(reply.body, c.body == nullptr ? reply.body : c.body) << c.name;
  }
}

TEST_P(CgiAnswer, MayNameAnotherPathOfTheServerInstead) {
  site.script("local.cgi", "#!/bin/sh\nprintf 'Location: /a.txt\\n\\n'\n");
  site.script("to_script.cgi", "#!/bin/sh\nprintf 'Location: /env.cgi/info?q=2\\n\\n'\n");
  site.start("spawnexec = on");
  const Reply reply = ask(request_with_body("POST", "/local.cgi", "x"));
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.body, "0123456789");
  EXPECT_FALSE(reply.has("Location"));
  const Variables got = variables(get("/to_script.cgi?q=1"));
  EXPECT_EQ(got.at("PATH_INFO"), "/info");
  EXPECT_EQ(got.at("QUERY_STRING"), "q=2");
}

TEST_P(CgiAnswer, DoesNotRedirectInsideForEver) {
  site.script("loop.cgi", "#!/bin/sh\nprintf 'Location: /loop.cgi\\n\\n'\n");
  site.start("spawnexec = on");
  EXPECT_GE(status(get("/loop.cgi")), 500);
}

TEST_P(CgiAnswer, KeepsItsHeadersAsTheyAre) {
  site.script("headers.cgi",
              "#!/bin/sh\nprintf 'Content-type: text/html; charset=EUC-JP\\nSet-Cookie: a=1\\n"
              "Set-Cookie: b=2\\nX-Other: y\\n\\nx'\n");
  site.start("spawnexec = on\ncharset = utf-8");
  const Reply reply = ask(get("/headers.cgi"));
  EXPECT_THAT(reply.all("Set-Cookie"), ElementsAre("a=1", "b=2"));
  EXPECT_THAT(reply.all("Content-Type"), ElementsAre("text/html; charset=EUC-JP"));
  EXPECT_EQ(reply.header("X-Other"), "y");
}

TEST_P(CgiAnswer, WithoutAProperHeadIsABadGateway) {
  site.script("nothing.cgi", "#!/bin/sh\n");
  site.script("hello.cgi", "#!/bin/sh\necho hello\n");
  site.script("no_colon.cgi", "#!/bin/sh\nprintf 'Content-Type text/plain\\n\\nx'\n");
  site.script("fails.cgi", "#!/bin/sh\nexit 1\n");
  site.script("killed.cgi", "#!/bin/sh\nkill -9 $$\n");
  site.script("no_interpreter.cgi", "#!/nonexistent/interpreter\n");
  site.script("empty.cgi", "");
  site.start("spawnexec = on");
  for (const char* name :
       {"nothing", "hello", "no_colon", "fails", "killed", "no_interpreter", "empty"}) {
    const Reply reply = ask(get(std::string("/") + name + ".cgi"));
    EXPECT_TRUE(reply.status == 502 || reply.status == 500) << name << reply.status;
    EXPECT_THAT(site.error_log(), HasSubstr(std::string(name) + ".cgi"));
  }
  const long before = cpu_milliseconds(site.server().pid());
  EXPECT_EQ(ask(get("/a.txt")).body, "0123456789");
  EXPECT_LT(cpu_milliseconds(site.server().pid()) - before, 2000);
  EXPECT_TRUE(eventually([&] { return children(site.server().pid()).empty(); }));
}

TEST_P(CgiAnswer, MaySendALargeHead) {
  site.script("cookies.cgi",
              "#!/bin/sh\nv=$(head -c 1000 /dev/zero | tr '\\0' v)\n"
              "for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 "
              "29 30; do echo \"Set-Cookie: c$i=$v\"; done\n"
              "printf 'Content-Type: text/plain\\n\\nok'\n");
  site.start("spawnexec = on");
  const Reply reply = ask(get("/cookies.cgi"));
  EXPECT_EQ(reply.all("Set-Cookie").size(), 30U);
  EXPECT_EQ(reply.body, "ok");
}

INSTANTIATE_TEST_SUITE_P(BothFamilies, CgiAnswer, ::testing::Values(Family::v4, Family::v6),
                         family_name);

}  // namespace
}  // namespace tthttpd::support
