// Scripts: what they are given, how their answer is read, and how they end.
#include <map>
#include <signal.h>
#include <sstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/deadline.hpp"
#include "support/gate.hpp"
#include "support/site.hpp"

namespace tthttpd::support {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;

class Cgi : public EndToEnd {
 protected:
  void SetUp() override {
    site.file("a.txt", "0123456789");
    site.script("env.cgi", shell_script("env"));
  }
  using Variables = std::map<std::string, std::string>;
  [[nodiscard]] Variables variables(std::string_view request) const {
    const Reply reply = ask(request);
    EXPECT_EQ(reply.status, 200) << request;
    Variables all;
    std::istringstream lines(reply.body);
    for (std::string line; std::getline(lines, line);) {
      const std::size_t equals = line.find('=');
      all[line.substr(0, equals)] = line.substr(equals + 1);
    }
    return all;
  }
  /// The process id a script has written to the file `name` beside www/.
  [[nodiscard]] pid_t written_pid(const char* name) const {
    std::string text;
    EXPECT_TRUE(eventually([&] {
      text = read_file(site.path(name));
      return !text.empty() && text.back() == '\n';
    }));
    return text.empty() ? 0 : static_cast<pid_t>(std::stol(text));
  }
};

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

TEST_P(Cgi, SaysItsStatusAndLocation) {
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

TEST_P(Cgi, MayNameAnotherPathOfTheServerInstead) {
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

TEST_P(Cgi, DoesNotRedirectInsideForEver) {
  site.script("loop.cgi", "#!/bin/sh\nprintf 'Location: /loop.cgi\\n\\n'\n");
  site.start("spawnexec = on");
  EXPECT_GE(status(get("/loop.cgi")), 500);
}

TEST_P(Cgi, KeepsItsHeadersAsTheyAre) {
  site.script("headers.cgi",
              "#!/bin/sh\nprintf 'Content-type: text/html; charset=EUC-JP\\nSet-Cookie: a=1\\n"
              "Set-Cookie: b=2\\nX-Other: y\\n\\nx'\n");
  site.start("spawnexec = on\ncharset = utf-8");
  const Reply reply = ask(get("/headers.cgi"));
  EXPECT_THAT(reply.all("Set-Cookie"), ElementsAre("a=1", "b=2"));
  EXPECT_THAT(reply.all("Content-Type"), ElementsAre("text/html; charset=EUC-JP"));
  EXPECT_EQ(reply.header("X-Other"), "y");
}

TEST_P(Cgi, WithoutAProperHeadIsABadGateway) {
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

TEST_P(Cgi, MaySendALargeHead) {
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

TEST_P(Cgi, IsHeardWhileItStillRuns) {
  const Gate gate(site.path("gate"));
  site.script("slow.cgi", shell_script("echo first\n" + gate.wait_line() + "echo second"));
  site.start("spawnexec = on");
  RawClient client = connect();
  client.send(get("/slow.cgi"));
  EXPECT_THAT(client.read_until("first\n"), HasSubstr("HTTP/1.1 200"));
  ASSERT_TRUE(gate.open());
  EXPECT_THAT(client.read_until("0\r\n\r\n"), HasSubstr("second\n"));
}

TEST_P(Cgi, HearsTheFirstBytesOfABodyThatIsStillComing) {
  site.script("ack.cgi", shell_script("read line; echo \"got $line\"; cat >/dev/null"));
  site.start("spawnexec = on");
  RawClient client = connect();
  client.send(request("POST", "/ack.cgi", "Content-Length: 9\r\n") + "one\n");
  client.read_until("got one\n");
  client.send("last\n");
  client.read_until("0\r\n\r\n");
}

TEST_P(Cgi, EndsWhenTheClientLeaves) {
  site.script("forever.cgi", shell_script("echo $$ >../pid; echo started; exec sleep 1000"));
  site.start("spawnexec = on");
  for (const bool with_reset : {true, false}) {
    RawClient client = connect();
    client.send(get("/forever.cgi"));
    client.read_until("started\n");
    const pid_t script = written_pid("pid");
    ASSERT_TRUE(exists(script));
    if (with_reset) {
      client.reset();
    } else {
      client.close();
    }
    EXPECT_TRUE(eventually([&] { return !exists(script); })) << "reset: " << with_reset;
  }
}

TEST_P(Cgi, IsKilledWhenItDoesNotHeedTheTermSignal) {
  site.script("stubborn.cgi", shell_script("trap '' TERM HUP; echo $$ >../pid; echo started\n"
                                           "while :; do sleep 1; done"));
  site.start("spawnexec = on");
  RawClient client = connect();
  client.send(get("/stubborn.cgi"));
  client.read_until("started\n");
  const pid_t script = written_pid("pid");
  client.reset();
  EXPECT_TRUE(eventually([&] { return !exists(script); }));
}

TEST_P(Cgi, ThatSaysNothingTimesOut) {
  site.script("silent.cgi", "#!/bin/sh\necho $$ >../pid\nexec sleep 1000\n");
  site.start("spawnexec = on", "[limits]\ncgi_timeout = 1\n");
  EXPECT_EQ(status(get("/silent.cgi")), 504);
  const pid_t script = written_pid("pid");
  EXPECT_TRUE(eventually([&] { return !exists(script); }));
  EXPECT_THAT(site.error_log(), HasSubstr("silent.cgi"));
}

TEST_P(Cgi, ThatStallsHalfwayIsCutShortVisibly) {
  site.script("stalls.cgi", shell_script("echo half; exec sleep 1000"));
  site.start("spawnexec = on", "[limits]\ncgi_timeout = 1\n");
  RawClient client = connect();
  client.send(get("/stalls.cgi"));
  const std::string all = client.read_to_end();
  EXPECT_THAT(all, HasSubstr("half\n"));
  EXPECT_THAT(all, Not(HasSubstr("0\r\n\r\n"))) << "a cut answer must not look complete";
}

TEST_P(Cgi, WritesItsErrorsToTheLogOnly) {
  site.script("noisy.cgi", shell_script("echo 'a problem' >&2; echo ok"));
  site.start("spawnexec = on");
  const Reply reply = ask(get("/noisy.cgi"));
  EXPECT_EQ(reply.body, "ok\n");
  EXPECT_TRUE(eventually([&] { return site.error_log().find("a problem") != std::string::npos; }));
  EXPECT_THAT(site.error_log(), HasSubstr("noisy.cgi"));
}

TEST_P(Cgi, ThatNeverStopsWritingErrorsKeepsTheServerFromNothing) {
  site.script("flood.cgi", shell_script("echo $$ >../pid; echo started; exec >&-; trap '' TERM\n"
                                        "yes >&2 & while :; do echo x >&2; done"));
  site.start("spawnexec = on", "[limits]\nmax_cgi = 1\ncgi_timeout = 1\n");
  EXPECT_EQ(ask(get("/flood.cgi")).body, "started\n");
  pid_t script = written_pid("pid");
  EXPECT_TRUE(eventually([&] { return !exists(script); })) << "its time has been up for long";
  EXPECT_EQ(ask(get("/flood.cgi")).body, "started\n") << "its place is free again";
  script = written_pid("pid");
  EXPECT_EQ(site.server().stop(), 0);
  EXPECT_FALSE(exists(script));
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

TEST_P(Cgi, MayLeaveADaemonBehind) {
  site.script("daemon.cgi", shell_script("setsid sleep 300 </dev/null >/dev/null 2>&1 &\necho $!"));
  site.start("spawnexec = on");
  const Reply reply = ask(get("/daemon.cgi"));
  const auto daemon = static_cast<pid_t>(std::stol(reply.body));
  ASSERT_GT(daemon, 1);
  const std::uint16_t port = site.server().port(GetParam());
  EXPECT_EQ(site.server().stop(), 0);
  const std::string address = GetParam() == Family::v4 ? "127.0.0.1:" : "[::1]:";
  ServerProcess::Options again;
  site.beside("again.conf",
              "[global]\nlisten = " + address + std::to_string(port) + "\nroot = www\n");
  again.arguments = {"-c", site.path("again.conf")};
  {
    const ServerProcess server(again);
    EXPECT_EQ(RawClient(GetParam(), port).ask(get("/a.txt")).body, "0123456789");
  }
  ::kill(daemon, SIGKILL);
}

TEST_P(Cgi, QueuesBeyondItsLimitAndThenRefuses) {
  const Gate gate(site.path("gate"));
  site.script("slow.cgi", shell_script("echo started\n" + gate.wait_line()));
  site.start("spawnexec = on", "[limits]\nmax_cgi = 1\ncgi_queue_timeout = 1\n");
  RawClient first = connect();
  first.send(get("/slow.cgi"));
  first.read_until("started\n");
  const Reply refused = ask(get("/env.cgi"));
  EXPECT_EQ(refused.status, 503);
  EXPECT_TRUE(refused.has("Retry-After"));
  EXPECT_EQ(ask(get("/a.txt")).status, 200);
  ASSERT_TRUE(gate.open());
  first.read_until("0\r\n\r\n");
  EXPECT_EQ(status(get("/env.cgi")), 200);
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
