#include "tthttpd/handler/cgi.hpp"

#include <atomic>
#include <thread>

#include "cgi_fixture.hpp"
#include "support/gate.hpp"

namespace tthttpd::handler {
namespace {

using platform::Clock;
using std::chrono::milliseconds;
using std::chrono::seconds;

TEST_F(CgiTest, GivesTheOutputOfAScript) {
  request.query = "a=b";
  const auto outcome = run(data("environment.sh"));
  EXPECT_FALSE(outcome.error);
  EXPECT_EQ(outcome.status, 200);
  EXPECT_NE(outcome.content.find("QUERY_STRING=a=b\n"), std::string::npos) << outcome.content;
  EXPECT_NE(outcome.content.find("SCRIPT_NAME=/cgi/environment.sh\n"), std::string::npos);
}

TEST_F(CgiTest, PassesStatusAndFields) {
  auto response = start(shell_script(
      "printf 'Set-Cookie: a=1\\nStatus: 404 Gone Fishing\\r\\nSet-Cookie: b=2\\n\\r\\nnothing'"));
  ASSERT_TRUE(response);
  EXPECT_EQ(response->status, 404);
  EXPECT_EQ(response->phrase, "Gone Fishing");
  EXPECT_EQ(response->headers.size(), 2U);
  EXPECT_EQ(response->headers.count("Set-Cookie"), 2U);
  EXPECT_EQ(read_out(*response).content, "nothing");
}

TEST_F(CgiTest, LocalRedirectIsForTheServerWhenNoContentFollows) {
  auto local = start(shell_script("printf 'Location: /other?x\\n\\n'"));
  ASSERT_TRUE(local);
  EXPECT_EQ(local->local_redirect, "/other?x");
  const support::Gate gate((directory / "gate").string());
  std::thread opener([&] { EXPECT_TRUE(gate.open()); });
  auto with_content =
      start(shell_script("printf 'Location: /other\\n\\n'\n" + gate.wait_line() + "echo moved"));
  opener.join();
  ASSERT_TRUE(with_content);
  EXPECT_EQ(with_content->local_redirect, "");
  EXPECT_EQ(with_content->status, 302);
  EXPECT_EQ(with_content->headers.find("Location"), "/other");
  EXPECT_EQ(read_out(*with_content).content, "moved\n");
  auto away = start(shell_script("printf 'Location: http://x.example/\\n\\n'"));
  ASSERT_TRUE(away);
  EXPECT_EQ(away->status, 302);
}

TEST_F(CgiTest, NphScriptsSpeakForThemselves) {
  auto response = start(data("nph-hello.sh"));
  ASSERT_TRUE(response);
  EXPECT_TRUE(response->raw);
  EXPECT_TRUE(response->must_close);
  EXPECT_EQ(response->status, 203) << "for the log";
  EXPECT_EQ(read_out(*response).content, "HTTP/1.0 203 Told By Someone\r\nX-Own: yes\r\n\r\nhello");
}

TEST_F(CgiTest, AStatusLineElsewhereStandsForStatus) {
  auto response = start(shell_script("printf 'HTTP/1.1 404 No\\r\\nX: y\\r\\n\\r\\nhello'"));
  ASSERT_TRUE(response);
  EXPECT_FALSE(response->raw);
  EXPECT_EQ(response->status, 404);
  EXPECT_EQ(read_out(*response).content, "hello");
}

TEST_F(CgiTest, RefusesRepliesWithoutAProperHeader) {
  struct Row {
    const char* description;
    const char* script;
    const char* reason;
    const char* detail;
  };
  const std::vector<Row> rows = {
      {"nothing", "exit 3", "no-cgi-header", "exit status 3 without any output"},
      {"killed", "kill -TERM $$", "no-cgi-header", "was killed by signal 15"},
      {"text alone", "echo hello", "no-cgi-header", "it wrote \"hello"},
      {"text and an empty line", "printf 'hello\\n\\n'", "bad-cgi-header", "\"hello\""},
      {"empty line first", "printf '\\nhello'", "no-cgi-header", "script /cgi/script"},
      {"no end", "printf 'X: y\\n'", "no-cgi-header", "before the empty line"},
      {"bad status", "printf 'Status: good\\n\\n'", "bad-cgi-status", "Status: good"},
      {"too large", "yes 'X-A: b'", "cgi-header-too-large", "script /cgi/script"},
  };
  for (const auto& row : rows) {
    const auto outcome = run(shell_script(row.script));
    ASSERT_TRUE(outcome.error) << row.description;
    EXPECT_EQ(outcome.status, 502) << row.description;
    EXPECT_EQ(outcome.error->reason, row.reason) << row.description;
    EXPECT_NE(outcome.error->detail.find(row.detail), std::string::npos)
        << row.description << ": " << outcome.error->detail;
  }
}

TEST_F(CgiTest, TakesLargeHeaderBlocksUpToTheLimit) {
  const auto file = shell_script(
      "i=0; while [ $i -lt 30 ]; do printf 'Set-Cookie: c%s=%01000d\\n' $i 0; i=$((i+1)); done; "
      "printf '\\n'");
  auto response = start(file);
  ASSERT_TRUE(response);
  EXPECT_EQ(response->headers.count("Set-Cookie"), 30U);
}

TEST_F(CgiTest, TheRestWaitsWhenAllPlacesAreTaken) {
  options.max_running = 1;
  options.queue_timeout = seconds(30);
  auto first = start(data("stubborn.sh"));
  ASSERT_TRUE(first);
  std::thread second([&] {
    auto own = request;
    MemoryBody none("");
    own.body = &none;
    auto resource = script_at(data("environment.sh"));
    auto response = cgi().handle(own, resource);
    ASSERT_TRUE(response);
    EXPECT_EQ(response->status, 200);
    read_out(*response);
  });
  first->body = std::monostate{};
  second.join();
}

TEST_F(CgiTest, AnswersBusyAfterTheTimeInTheQueue) {
  options.max_running = 1;
  options.queue_timeout = milliseconds(1500);
  auto first = start(data("stubborn.sh"));
  ASSERT_TRUE(first);
  auto second = start(data("environment.sh"));
  ASSERT_TRUE(second);
  EXPECT_EQ(second->status, 503);
  EXPECT_EQ(second->headers.find("Retry-After"), "2");
  EXPECT_EQ(second->reason, "cgi-queue-full");
  EXPECT_TRUE(log.has("not started")) << log.all();
}

TEST_F(CgiTest, RefusingManyScriptsFillsNoLog) {
  options.max_running = 1;
  options.queue_timeout = milliseconds(0);
  auto first = start(data("stubborn.sh"));
  ASSERT_TRUE(first);
  const auto begin = Clock::now();
  for (int i = 0; i < 500; ++i) {
    const auto refused = start(data("environment.sh"));
    ASSERT_TRUE(refused);
    ASSERT_EQ(refused->status, 503);
  }
  const auto whole_seconds = std::chrono::floor<seconds>(Clock::now() - begin).count();
  EXPECT_GE(log.count("not started"), 1U);
  EXPECT_LE(log.count("not started"), static_cast<std::size_t>(whole_seconds) + 2);
}

TEST_F(CgiTest, AClientThatLeavesTheQueueIsForgotten) {
  options.max_running = 1;
  options.queue_timeout = seconds(60);
  auto first = start(data("stubborn.sh"));
  ASSERT_TRUE(first);
  SocketBody body(0);
  body.client.reset();
  request.body = &body;
  const auto second = start(data("environment.sh"));
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().status, http::kNoAnswer);
}

TEST_F(CgiTest, APlaceIsFreeAsSoonAsTheScriptHasGone) {
  options.max_running = 1;
  options.queue_timeout = milliseconds(0);
  auto first = start(shell_script("printf 'X: y\\n\\nhello'"));
  ASSERT_TRUE(first);
  EXPECT_EQ(read_out(*first).content, "hello");
  // The response is still there, as it is while the client takes the last bytes.
  auto second = start(shell_script("printf 'X: y\\n\\n'", "second"));
  ASSERT_TRUE(second);
  EXPECT_EQ(second->status, 200);
}

TEST_F(CgiTest, TracesTheEnvironmentWithoutSecrets) {
  options.environment = {{"DB_PASSWORD", "sesame"}};
  run(data("environment.sh"));
  EXPECT_FALSE(log.has("REQUEST_METHOD"));
  log.tracing = true;
  run(data("environment.sh"));
  EXPECT_TRUE(log.has("script /cgi/environment.sh: REQUEST_METHOD=GET"));
  EXPECT_TRUE(log.has("DB_PASSWORD=***"));
  EXPECT_FALSE(log.has("sesame"));
}

TEST_F(CgiTest, LeavesNothingBehind) {
  run(data("environment.sh"));  // makes what is made once
  run(shell_script("printf 'X: y\\n\\n'; exec >&-; sleep 0.1", "lingering"));
  ASSERT_TRUE(support::eventually([] { return no_children(); }));
  const auto before = open_descriptors();
  const auto broken = directory.write_script("broken", "#!/no/such\n").string();
  for (int i = 0; i < 10; ++i) {
    MemoryBody chunked(pattern(200000), true);
    request.body = &chunked;
    run(data("count.pl"));
    MemoryBody plain(pattern(200000));
    request.body = &plain;
    run(data("ignore_input.pl"));
    request.body = &no_body;
    run(broken);
    run(shell_script("echo hello"));
    auto given_up = start(shell_script("printf 'X: y\\n\\n'; sleep 300", "given_up"));
    EXPECT_TRUE(given_up);
  }
  EXPECT_TRUE(support::eventually([] { return no_children(); }))
      << "no child is left, not even a zombie";
  EXPECT_EQ(open_descriptors(), before);
}

TEST_F(CgiTest, ServesManyThreadsAtOnce) {
  options.max_running = 3;
  options.queue_timeout = seconds(60);
  cgi();
  std::atomic<int> right{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 6; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 8; ++i) {
        const auto content = pattern(static_cast<std::size_t>(1 + t * 50000 + i * 7777));
        auto own = request;
        MemoryBody body(content, i % 2 == 0);
        own.body = &body;
        auto resource = script_at(data("count.pl"));
        auto response = cgi().handle(own, resource);
        right += response && read_out(*response).content ==
                                 counted(content, std::to_string(content.size()))
                     ? 1
                     : 0;
      }
    });
  }
  for (auto& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(right, 48);
}

TEST_F(CgiTest, AResponseMayOutliveItsHandler) {
  auto response = start(data("environment.sh"));
  ASSERT_TRUE(response);
  drop_cgi();
  EXPECT_NE(read_out(*response).content.find("REQUEST_METHOD=GET"), std::string::npos);
}

}  // namespace
}  // namespace tthttpd::handler
