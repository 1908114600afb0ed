// Scripts: which are run, and what they are given.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgi_site.hpp"

namespace tthttpd::support {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;

using Cgi = CgiSite;

TEST_P(Cgi, GetsTheVariablesOfTheStandard) {
  site.start("spawnexec = on");
  const Variables got = variables(
      "GET /env.cgi/more/%E6%97%A5%20x?q=1&r=%41+b HTTP/1.1\r\nHost: example.test:8099\r\n"
      "X-One: 1\r\nx-one: 2\r\nContent-Type: text/x\r\nAccept: */*\r\n\r\n");
  const Variables expected{
      {"GATEWAY_INTERFACE", "CGI/1.1"},
      {"SERVER_PROTOCOL", "HTTP/1.1"},
      {"SERVER_NAME", "example.test"},
      {"SERVER_PORT", "8099"},
      {"REQUEST_METHOD", "GET"},
      {"REQUEST_URI", "/env.cgi/more/%E6%97%A5%20x?q=1&r=%41+b"},
      {"SCRIPT_NAME", "/env.cgi"},
      {"PATH_INFO", "/more/日 x"},
      {"QUERY_STRING", "q=1&r=%41+b"},
      {"REMOTE_ADDR", loopback(GetParam())},
      {"SERVER_ADDR", loopback(GetParam())},
      {"HTTP_HOST", "example.test:8099"},
      {"HTTP_X_ONE", "1, 2"},
      {"HTTP_ACCEPT", "*/*"},
      {"DOCUMENT_ROOT", site.path("www")},
      {"SCRIPT_FILENAME", site.path("www/env.cgi")},
      {"PATH_TRANSLATED", site.path("www/more/日 x")},
      {"REDIRECT_STATUS", "200"},
  };
  for (const auto& [name, value] : expected) {
    ASSERT_EQ(got.count(name), 1U) << name;
    EXPECT_EQ(got.at(name), value) << name;
  }
  EXPECT_EQ(got.count("PATH"), 1U);
  EXPECT_EQ(got.count("REMOTE_PORT"), 1U);
  EXPECT_THAT(got.at("SERVER_SOFTWARE"), HasSubstr("tthttpd"));
}

TEST_P(Cgi, GetsNothingThatTheRequestDoesNotHave) {
  site.start("spawnexec = on", "[request/environments]\nNAME = value = 1 # all\nSITE=サイト\n", {},
             {});
  const Variables got =
      variables(get("/env.cgi", "Proxy: http://evil/\r\n" + basic("u", "p") + "X_Forged: 1\r\n"));
  for (const char* name : {"HTTP_PROXY", "HTTP_AUTHORIZATION", "HTTP_X_FORGED", "PATH_INFO",
                           "PATH_TRANSLATED", "REMOTE_USER", "AUTH_TYPE", "CONTENT_LENGTH",
                           "CONTENT_TYPE", "HTTP_CONTENT_TYPE", "HTTP_CONTENT_LENGTH", "HOME"}) {
    EXPECT_EQ(got.count(name), 0U) << name;
  }
  ASSERT_EQ(got.count("QUERY_STRING"), 1U);
  EXPECT_EQ(got.at("QUERY_STRING"), "");
  EXPECT_EQ(got.at("NAME"), "value = 1 # all");
  EXPECT_EQ(got.at("SITE"), "サイト");
}

TEST_P(Cgi, KeepsTheServersOwnEnvironmentFromScripts) {
  site.start("spawnexec = on", "", {"env", "TTHTTPD_TEST_SECRET=1"});
  EXPECT_EQ(variables(get("/env.cgi")).count("TTHTTPD_TEST_SECRET"), 0U);
}

TEST_P(Cgi, ReadsTheNameOfTheServerFromHost) {
  site.start("spawnexec = on");
  struct Case {
    const char* request;
    const char* name;
  };
  for (const Case& c :
       {Case{"GET /env.cgi HTTP/1.1\r\nHost: [::1]:8080\r\n\r\n", "[::1]"},
        Case{"GET /env.cgi HTTP/1.1\r\nHost: [::1]\r\n\r\n", "[::1]"},
        Case{"GET /env.cgi HTTP/1.1\r\nHost: example.com\r\n\r\n", "example.com"}}) {
    EXPECT_EQ(variables(c.request)["SERVER_NAME"], c.name) << c.request;
  }
  EXPECT_NE(variables("GET /env.cgi HTTP/1.0\r\n\r\n")["SERVER_NAME"], "");
}

TEST_P(Cgi, PassesLargeAndManyHeadersWhole) {
  site.start("spawnexec = on");
  const std::string cookie = "a=" + std::string(12000, 'c');
  EXPECT_EQ(variables(get("/env.cgi", "Cookie: " + cookie + "\r\nCookie: b=2\r\n"))["HTTP_COOKIE"],
            cookie + "; b=2");
  std::string many;
  for (int i = 0; i < 300; ++i) {
    many += "X-" + std::to_string(i) + ": 1\r\n";
  }
  EXPECT_EQ(status(get("/env.cgi", many)), 431);
}

TEST_P(Cgi, RunsInTheFolderOfTheScript) {
  site.script("sub/pwd.cgi", shell_script("pwd"));
  site.start("spawnexec = on");
  EXPECT_EQ(ask(get("/sub/pwd.cgi")).body, site.path("www/sub") + "\n");
}

TEST_P(Cgi, RunsMappedFilesWhateverTheirMode) {
  site.file("x.sh", "# SOURCE\nprintf 'Content-Type: text/plain\\r\\n\\r\\nmapped'\n");
  site.start("", "[mime/types]\nsh = @/bin/sh\n");
  EXPECT_EQ(ask(get("/x.sh")).body, "mapped");
  EXPECT_EQ(ask(request("POST", "/x.sh/info")).body, "mapped");
}

TEST_P(Cgi, NeverShowsItsSource) {
  site.file("x.sh", "# SOURCE\nprintf 'Content-Type: text/plain\\r\\n\\r\\nmapped'\n");
  site.start("listing = on", "[mime/types]\nsh = @/bin/sh\n[request/aliases]\n/alias = /x.sh\n");
  for (const char* target :
       {"/x.sh", "/x.sh/", "/x.sh%00", "/x.sh%00.txt", "/x.sh%20", "/X.SH", "/./x.sh", "//x.sh",
        "/x%2esh", "/x.sh.", "/x.sh::$DATA", "/alias", "/x.sh.gz", "/x.sh%2F", "/x.sh?x.txt"}) {
    for (const char* extra : {"", "Range: bytes=0-20\r\n", "Accept-Encoding: gzip\r\n"}) {
      EXPECT_THAT(ask(get(target, extra)).body, Not(HasSubstr("SOURCE"))) << target << extra;
    }
  }
}

TEST_P(Cgi, IsTheIndexPageOfItsFolder) {
  site.script("dir/index.cgi", shell_script("echo \"$SCRIPT_NAME $QUERY_STRING\"; cat"));
  site.start("spawnexec = on\nindexpages = index.html, index.cgi");
  EXPECT_EQ(ask(get("/dir/?q=1")).body, "/dir/index.cgi q=1\n");
  EXPECT_EQ(ask(request_with_body("POST", "/dir/", "body")).body, "/dir/index.cgi \nbody");
}

TEST_P(Cgi, AsFrontControllerTakesWhatIsNotThere) {
  site.beside("x", "");
  TempDir app;
  const auto front = app.write_script(
      "front.cgi", shell_script("echo \"[$SCRIPT_NAME][$PATH_INFO][$QUERY_STRING]\""));
  site.file("dir/x.txt", "x");
  site.start("spawnexec = on\nindexpages = index.html\ndefault_cgi = " + front.string());
  EXPECT_EQ(ask(get("/any/%41?q")).body, "[][/any/A][q]\n");
  EXPECT_EQ(ask(get("/")).body, "[][/][]\n");
  EXPECT_EQ(ask(get("/dir/")).body, "[][/dir/][]\n");
  EXPECT_EQ(ask(get("/a.txt")).body, "0123456789");
}

TEST_P(Cgi, HasThreeDescriptorsAndDefaultSignals) {
  // `ls` itself opens the directory it lists: that is descriptor 3.
  site.script("fds.cgi", shell_script("ls /proc/self/fd | tr '\\n' ' '"));
  site.script("signals.cgi", shell_script("grep -E 'Sig(Blk|Ign)' /proc/self/status"));
  site.script("yes.cgi", shell_script("yes | head -n 1"));
  site.start("spawnexec = on");
  RawClient other = connect();
  EXPECT_EQ(ask(get("/fds.cgi")).body, "0 1 2 3 ");
  // Signals 32 and 33 (bits 31 and 32) are the C library's own; its posix_spawn ignores them.
  EXPECT_THAT(ask(get("/signals.cgi")).body,
              MatchesRegex("SigBlk:\t0000000000000000\nSigIgn:\t0000000[01][08]0000000\n"));
  EXPECT_EQ(ask(get("/yes.cgi")).body, "y\n");
}

TEST_P(Cgi, GetsEveryMethodButTraceAndConnect) {
  site.script("method.cgi", shell_script("echo $REQUEST_METHOD"));
  site.start("spawnexec = on");
  for (const char* method :
       {"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "BREW"}) {
    EXPECT_EQ(ask(request(method, "/method.cgi")).body, std::string(method) + "\n");
  }
  for (const char* method : {"TRACE", "CONNECT"}) {
    EXPECT_GE(status(request(method, "/method.cgi")), 400) << method;
  }
}

INSTANTIATE_TEST_SUITE_P(BothFamilies, Cgi, ::testing::Values(Family::v4, Family::v6), family_name);

}  // namespace
}  // namespace tthttpd::support
