#include "tthttpd/handler/cgi_run.hpp"

#include <signal.h>
#include <thread>

#include "cgi_fixture.hpp"
#include "support/gate.hpp"

namespace tthttpd::handler {
namespace {

using platform::Clock;
using std::chrono::milliseconds;
using std::chrono::seconds;

using CgiRunTest = CgiTest;

TEST_F(CgiRunTest, AClientThatStopsSendingIsTimedOut) {
  options.body_timeout = milliseconds(100);
  options.timeout = seconds(60);
  SocketBody body(1000);
  request.body = &body;
  body.send("some");
  const auto outcome = run(shell_script("cat"));
  EXPECT_EQ(outcome.status, 408);
}

TEST_F(CgiRunTest, ASilentScriptIsTimedOutAndItsGroupEnded) {
  options.timeout = milliseconds(1500);
  const auto file = directory / "id";
  request.query = file.string();
  const auto outcome = run(data("silent.sh"));
  EXPECT_EQ(outcome.status, 504);
  ASSERT_TRUE(outcome.error);
  EXPECT_NE(outcome.error->detail.find("no output for 1500 ms"), std::string::npos);
  const long id = id_in(file);
  EXPECT_TRUE(support::eventually([&] { return !process_runs(id); }));
}

TEST_F(CgiRunTest, OutputRenewsTheTimeButNotTheWholeOfIt) {
  options.timeout = seconds(60);
  options.total_timeout = milliseconds(400);
  const auto outcome = run(shell_script("printf 'X: y\\n\\n'; while :; do echo line; done"));
  ASSERT_TRUE(outcome.error);
  EXPECT_NE(outcome.error->detail.find("longer than 400 ms"), std::string::npos);
}

TEST_F(CgiRunTest, ReadingItsInputIsNoSilence) {
  options.timeout = milliseconds(1500);
  options.body_timeout = seconds(30);
  SocketBody body(20);
  request.body = &body;
  std::thread client([&] {
    body.send(std::string(10, 'x'));
    std::this_thread::sleep_for(options.timeout + milliseconds(100));
    body.send(std::string(10, 'x'));
  });
  const auto outcome = run(data("count.pl"));
  client.join();
  EXPECT_FALSE(outcome.error);
  EXPECT_EQ(outcome.content.substr(0, 8), "size=20 ");
}

TEST_F(CgiRunTest, AClientThatIsGoneEndsTheScript) {
  const auto file = directory / "id";
  request.query = file.string();
  SocketBody body(0);
  request.body = &body;
  std::thread client([&] {
    id_in(file);
    body.client.reset();
  });
  const auto outcome = run(data("silent.sh"));
  client.join();
  ASSERT_TRUE(outcome.error);
  EXPECT_EQ(outcome.error->status, http::kNoAnswer);
  EXPECT_EQ(outcome.error->reason, "client-gone");
  const long id = id_in(file);
  EXPECT_TRUE(support::eventually([&] { return !process_runs(id); }));
}

TEST_F(CgiRunTest, AHalfClosedClientStillGetsItsReply) {
  SocketBody body(5);
  request.body = &body;
  body.send("hello");
  body.half_close();
  const support::Gate gate((directory / "gate").string());
  std::thread opener([&] { EXPECT_TRUE(gate.open()); });
  const auto outcome =
      run(shell_script("cat >/dev/null\n" + gate.wait_line() + "printf 'X: y\\n\\nstill here'"));
  opener.join();
  EXPECT_FALSE(outcome.error);
  EXPECT_EQ(outcome.content, "still here");
}

TEST_F(CgiRunTest, GivingUpTheResponseEndsTheScriptWithoutWaiting) {
  auto response = start(data("stubborn.sh"));
  ASSERT_TRUE(response);
  auto& stream = *std::get<std::unique_ptr<http::StreamBody>>(response->body);
  std::array<char, 100> bytes{};
  const auto got = stream.read(bytes);
  ASSERT_TRUE(got);
  const long leader = std::stol(std::string(bytes.data(), *got));
  const auto begin = Clock::now();
  response->body = std::monostate{};
  EXPECT_LT(Clock::now() - begin, seconds(1)) << "the connection has other things to do";
  EXPECT_TRUE(support::eventually([&] { return !process_runs(leader); }));
}

TEST_F(CgiRunTest, ABackgroundProcessHoldsUpNothingAndLivesOn) {
  const auto begin = Clock::now();
  const auto outcome = run(data("background.sh"));
  EXPECT_LT(Clock::now() - begin, seconds(60));
  EXPECT_FALSE(outcome.error);
  const long background = std::stol(outcome.content);
  EXPECT_TRUE(process_runs(background));
  ::kill(static_cast<pid_t>(background), SIGKILL);
}

TEST_F(CgiRunTest, AScriptMayWorkOnAfterClosingItsOutput) {
  const support::Gate gate((directory / "gate").string());
  const auto outcome = run(shell_script("printf 'X: y\\n\\nthanks'; exec >&-\n" + gate.wait_line() +
                                        "touch done; echo 'all done' >&2"));
  EXPECT_FALSE(outcome.error);
  EXPECT_EQ(outcome.content, "thanks") << "the client does not wait for the rest";
  ASSERT_TRUE(gate.open());
  EXPECT_TRUE(support::eventually([&] { return std::filesystem::exists(directory / "done"); }));
  EXPECT_TRUE(support::eventually([&] { return log.has("all done"); }));
}

TEST_F(CgiRunTest, StandardErrorGoesToTheLog) {
  const auto outcome = run(data("complain.sh"));
  EXPECT_EQ(outcome.content, "fine");
  EXPECT_TRUE(log.has("script /cgi/complain.sh[")) << log.all();
  EXPECT_TRUE(log.has("]: first complaint")) << log.all();
  EXPECT_TRUE(log.has("]: last complaint")) << log.all();
}

TEST_F(CgiRunTest, MuchStandardErrorHoldsUpNothing) {
  const auto outcome =
      run(shell_script("yes complaint | head -c 5000000 >&2; printf 'X: y\\n\\nfine'"));
  EXPECT_EQ(outcome.content, "fine");
  EXPECT_EQ(log.count("the rest is dropped"), 1U);
}

}  // namespace
}  // namespace tthttpd::handler
