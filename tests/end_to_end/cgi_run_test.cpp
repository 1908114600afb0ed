// Scripts while they run, and how they end.
#include <signal.h>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgi_site.hpp"
#include "support/gate.hpp"

namespace tthttpd::support {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

using RunningCgi = CgiSite;

TEST_P(RunningCgi, IsHeardWhileItStillRuns) {
  const Gate gate(site.path("gate"));
  site.script("slow.cgi", shell_script("echo first\n" + gate.wait_line() + "echo second"));
  site.start("spawnexec = on");
  RawClient client = connect();
  client.send(get("/slow.cgi"));
  EXPECT_THAT(client.read_until("first\n"), HasSubstr("HTTP/1.1 200"));
  ASSERT_TRUE(gate.open());
  EXPECT_THAT(client.read_until("0\r\n\r\n"), HasSubstr("second\n"));
}

TEST_P(RunningCgi, HearsTheFirstBytesOfABodyThatIsStillComing) {
  site.script("ack.cgi", shell_script("read line; echo \"got $line\"; cat >/dev/null"));
  site.start("spawnexec = on");
  RawClient client = connect();
  client.send(request("POST", "/ack.cgi", "Content-Length: 9\r\n") + "one\n");
  client.read_until("got one\n");
  client.send("last\n");
  client.read_until("0\r\n\r\n");
}

TEST_P(RunningCgi, EndsWhenTheClientLeaves) {
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

TEST_P(RunningCgi, IsKilledWhenItDoesNotHeedTheTermSignal) {
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

TEST_P(RunningCgi, ThatSaysNothingTimesOut) {
  site.script("silent.cgi", "#!/bin/sh\necho $$ >../pid\nexec sleep 1000\n");
  site.start("spawnexec = on", "[limits]\ncgi_timeout = 1\n");
  EXPECT_EQ(status(get("/silent.cgi")), 504);
  const pid_t script = written_pid("pid");
  EXPECT_TRUE(eventually([&] { return !exists(script); }));
  EXPECT_THAT(site.error_log(), HasSubstr("silent.cgi"));
}

TEST_P(RunningCgi, ThatStallsHalfwayIsCutShortVisibly) {
  site.script("stalls.cgi", shell_script("echo half; exec sleep 1000"));
  site.start("spawnexec = on", "[limits]\ncgi_timeout = 1\n");
  RawClient client = connect();
  client.send(get("/stalls.cgi"));
  const std::string all = client.read_to_end();
  EXPECT_THAT(all, HasSubstr("half\n"));
  EXPECT_THAT(all, Not(HasSubstr("0\r\n\r\n"))) << "a cut answer must not look complete";
}

TEST_P(RunningCgi, WritesItsErrorsToTheLogOnly) {
  site.script("noisy.cgi", shell_script("echo 'a problem' >&2; echo ok"));
  site.start("spawnexec = on");
  const Reply reply = ask(get("/noisy.cgi"));
  EXPECT_EQ(reply.body, "ok\n");
  EXPECT_TRUE(eventually([&] { return site.error_log().find("a problem") != std::string::npos; }));
  EXPECT_THAT(site.error_log(), HasSubstr("noisy.cgi"));
}

TEST_P(RunningCgi, ThatNeverStopsWritingErrorsKeepsTheServerFromNothing) {
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

TEST_P(RunningCgi, MayLeaveADaemonBehind) {
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

TEST_P(RunningCgi, QueuesBeyondItsLimitAndThenRefuses) {
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

INSTANTIATE_TEST_SUITE_P(BothFamilies, RunningCgi, ::testing::Values(Family::v4, Family::v6),
                         family_name);

}  // namespace
}  // namespace tthttpd::support
