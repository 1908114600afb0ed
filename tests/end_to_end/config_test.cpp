// Start-up: what is accepted, what is refused, and how it is said.
#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/site.hpp"

namespace tthttpd::support {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Config : public ::testing::Test {
 protected:
  RunResult run_server(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), server_binary());
    return run(arguments, site.path());
  }
  /// Runs with a whole configuration file that must be refused.
  RunResult run_with(std::string_view ini) const {
    site.beside("bad.conf", ini);
    return run_server({"-c", site.path("bad.conf")});
  }
  static std::size_t lines(const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  }

  Site site;
};

TEST_F(Config, IsTrimmedAndSplitAtTheFirstEqualsSign) {
  site.file("a.txt", "0123456789");
  site.beside("users", "u:p\n");
  site.beside("a=b/x.txt", "equals");
  site.beside("good.conf",
              "\xef\xbb\xbf# a comment\r\n; another = one\r\n\r\n[global]\r\n"
              "  listen =  127.0.0.1:0 , [::1]:0  \r\nroot=./a=b\r\n"
              "[authentication]\r\n/x.txt = GET,A # B,users\r\n"
              "[global]\r\ncharset = utf-8 \r\n");
  ServerProcess::Options options;
  options.arguments = {"-c", site.path("good.conf")};
  const ServerProcess server(options);
  RawClient client(Family::v4, server.port(Family::v4));
  EXPECT_THAT(client.ask(get("/x.txt")).header("WWW-Authenticate"), HasSubstr("\"A # B\""));
  const Reply reply = client.ask(get("/x.txt", basic("u", "p")));
  EXPECT_EQ(reply.body, "equals");
  EXPECT_EQ(reply.header("Content-Type"), "text/plain; charset=utf-8");
}

TEST_F(Config, RefusesWhatItDoesNotKnowAndSaysWhere) {
  struct Case {
    const char* description;
    const char* ini;
    const char* line;
    const char* word;
  };
  const Case cases[] = {
      {"unknown key", "[global]\n\nrot = www\n", "bad.conf:3", "root"},
      {"unknown section", "[glbal]\nroot = www\n", "bad.conf:1", "global"},
      {"unknown limit", "[limits]\nmax_bodi = 1\n", "bad.conf:2", "max_body"},
      {"no number", "[global]\nport = eighty-eighty\n", "bad.conf:2", "eighty-eighty"},
      {"port too large", "[global]\nport = 65536\n", "bad.conf:2", "65536"},
      {"bad switch", "[global]\nspawnexec = perhaps\n", "bad.conf:2", "perhaps"},
      {"line without equals sign", "[global]\nroot\n", "bad.conf:2", "root"},
      {"key outside a section", "root = www\n", "bad.conf:1", "root"},
      {"bad address", "[global]\nlisten = 127.0.0.1:0, 999.1.1.1:80x\n", "bad.conf:2", "999.1.1.1"},
      {"negative limit", "[limits]\nmax_connections = -1\n", "bad.conf:2", "-1"},
      {"missing password file", "[global]\nroot = www\n[authentication]\n/x = GET,R,nousers\n",
       "bad.conf:4", "nousers"},
      {"rule without file", "[authentication]\n/x = GET,R\n", "bad.conf:2", "GET,R"},
      {"missing root", "[global]\nroot = nowhere\n", "bad.conf:2", "nowhere"},
  };
  for (const Case& c : cases) {
    const RunResult result = run_with(c.ini);
    EXPECT_EQ(result.exit_code, 1) << c.description;
    EXPECT_THAT(result.errors, HasSubstr(c.line)) << c.description;
    EXPECT_THAT(result.errors, HasSubstr(c.word)) << c.description;
    EXPECT_THAT(result.output, Not(HasSubstr("Serving"))) << c.description;
  }
}

TEST_F(Config, RefusesAMissingFile) {
  const RunResult result = run_server({"-c", site.path("nowhere.conf")});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.errors, HasSubstr("nowhere.conf"));
}

TEST_F(Config, SaysWhichPortIsTaken) {
  site.start();
  const std::string port = std::to_string(site.server().port(Family::v4));
  const RunResult result =
      run_with("[global]\nroot = www\nlisten = [::1]:0, 127.0.0.1:" + port + "\n");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.errors, HasSubstr("127.0.0.1"));
  EXPECT_THAT(result.errors, HasSubstr(port));
  EXPECT_THAT(result.errors, HasSubstr("ddress already in use"));
  EXPECT_EQ(lines(result.errors), 1U) << result.errors;
  EXPECT_THAT(result.output, Not(HasSubstr("Serving")));
  EXPECT_THAT(result.output, Not(HasSubstr("http://")));
}

TEST_F(Config, SaysWhyAnAddressCannotBeBound) {
  const RunResult result = run_with("[global]\nroot = www\nlisten = 203.0.113.1:0\n");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.errors, HasSubstr("203.0.113.1"));
  EXPECT_THAT(result.output, Not(HasSubstr("Serving")));
}

TEST_F(Config, ExitsWithTwoOnWrongUsage) {
  const std::vector<std::vector<std::string>> wrong{
      {"--nonsense"}, {"-p"}, {"-p", "70000"}, {"-p", "no-such-service"}, {"extra"}, {"-4", "-6"}};
  for (const std::vector<std::string>& arguments : wrong) {
    const RunResult result = run_server(arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments.front();
    EXPECT_FALSE(result.errors.empty()) << arguments.front();
  }
}

TEST_F(Config, ExplainsItselfAndItsVersion) {
  const RunResult help = run_server({"-h"});
  EXPECT_EQ(help.exit_code, 0);
  for (const char* flag : {"-4", "-6", "--port", "--config", "--root", "-x", "-v", "-q", "-t"}) {
    EXPECT_THAT(help.output, HasSubstr(flag));
  }
  const RunResult version = run_server({"-V"});
  EXPECT_EQ(version.exit_code, 0);
  EXPECT_THAT(version.output, HasSubstr("0.1.0"));
}

TEST_F(Config, CheckReadsEverythingAndServesNothing) {
  site.configure();
  const RunResult good = run_server({"-t", "-c", site.path("site.conf")});
  EXPECT_EQ(good.exit_code, 0) << good.errors;
  EXPECT_THAT(good.output + good.errors, HasSubstr(site.path("www")));
  EXPECT_THAT(good.output, Not(HasSubstr("Serving")));
  site.configure("rot = x");
  const RunResult bad = run_server({"-t", "-c", site.path("site.conf")});
  EXPECT_EQ(bad.exit_code, 1);
  EXPECT_THAT(bad.errors, HasSubstr("site.conf"));
}

TEST_F(Config, IsOverruledByFlags) {
  site.beside("other/b.txt", "other");
  site.start("", "", {}, {"-d", site.path("other")});
  EXPECT_EQ(site.ask(Family::v4, get("/b.txt")).body, "other");
}

TEST_F(Config, IsNotNeeded) {
  site.beside("plain/hello.txt", "hello world");
  ServerProcess::Options options;
  options.arguments = {"-p", "0"};
  options.working_directory = site.path("plain");
  const ServerProcess server(options);
  for (const Family family : {Family::v4, Family::v6}) {
    EXPECT_EQ(RawClient(family, server.port(family)).ask(get("/hello.txt")).body, "hello world");
  }
  EXPECT_THAT(server.output(), HasSubstr("Serving " + site.path("plain")));
  EXPECT_THAT(server.output(), HasSubstr("scripts off"));
}

TEST_F(Config, SwitchesScriptsOnByFlag) {
  site.script("hello.cgi", shell_script("echo hello"));
  site.start("", "", {}, {"-x"});
  EXPECT_EQ(site.ask(Family::v4, get("/hello.cgi")).body, "hello\n");
  EXPECT_THAT(site.server().output(), HasSubstr("scripts on"));
}

}  // namespace
}  // namespace tthttpd::support
