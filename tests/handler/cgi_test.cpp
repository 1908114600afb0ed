#include "tthttpd/handler/cgi.hpp"

#include <atomic>
#include <cerrno>
#include <signal.h>
#include <sys/wait.h>
#include <thread>

#include "cgi_fixture.hpp"

namespace tthttpd::handler {
namespace {

using platform::Clock;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::size_t kTenMegabytes = 10 * 1024 * 1024;

std::string pattern(std::size_t size) {
  std::string text(size, '\0');
  for (std::size_t i = 0; i < size; ++i) {
    text[i] = static_cast<char>(i * 2654435761U >> 13U);
  }
  return text;
}

std::string counted(const std::string& content, const std::string& announced) {
  std::uint64_t sum = 0;
  for (const char c : content) {
    sum += static_cast<unsigned char>(c);
  }
  return "size=" + std::to_string(content.size()) + " sum=" + std::to_string(sum % 4294967296U) +
         " announced=" + announced + "\n";
}

/// The process id a script has written into a file.
long id_in(const std::filesystem::path& file) {
  EXPECT_TRUE(support::eventually([&] { return std::filesystem::exists(file); }));
  return std::stol(support::read_file(file));
}

/// Not even a zombie.
bool no_children() {
  siginfo_t info{};
  return ::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) < 0 && errno == ECHILD;
}

// --- The reply ------------------------------------------------------------------------------

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

TEST_F(CgiTest, RunsInTheDirectoryTheScriptWasAddressedIn) {
  directory.write_script("app/where.sh", "#!/bin/sh\nprintf 'X-Here: %s\\n\\n' \"$PWD\"");
  std::filesystem::create_directory(directory / "linked");
  std::filesystem::create_symlink("../app/where.sh", directory / "linked/where.sh");
  const auto response = start((directory / "linked/where.sh").string());
  ASSERT_TRUE(response);
  EXPECT_EQ(response->headers.find("X-Here"), (directory / "linked").string());
}

TEST_F(CgiTest, GivesNoWordOfTheQueryAsArgument) {
  request.query = "-s+word";
  EXPECT_EQ(run(shell_script("printf 'X: y\\n\\n%s' \"$#\"")).content, "0");
}

TEST_F(CgiTest, UsesTheInterpreterOfTheResource) {
  // Not executable, and found in PATH by its bare name.
  const auto file = directory.write("plain.sh", "printf 'X: y\\n\\n%s' \"$1$0\"").string();
  auto resource = script_at(file);
  resource.interpreter = {"sh", "-u"};
  auto response = cgi().handle(request, resource);
  // sh -u stops because $1 is not set: the options came before the file.
  ASSERT_FALSE(response);
  directory.write("plain.sh", "printf 'X: y\\n\\n%s' \"$0\"");
  response = cgi().handle(request, resource);
  ASSERT_TRUE(response);
  EXPECT_EQ(read_out(*response).content, file);
}

TEST_F(CgiTest, EachWriteIsReadAtOnce) {
  SocketBody body(8);
  request.body = &body;
  auto response = start(data("step_by_step.sh"));
  ASSERT_TRUE(response);
  auto& stream = *std::get<std::unique_ptr<http::StreamBody>>(response->body);
  std::array<char, 100> bytes{};
  for (const char* line : {"one\n", "two\n"}) {
    body.send(line);
    std::string got;
    while (got.empty() || got.back() != '\n') {
      const auto count = stream.read(bytes);
      ASSERT_TRUE(count && *count > 0);
      got.append(bytes.data(), *count);
    }
    EXPECT_EQ(got, std::string("got ") + line);
  }
  EXPECT_EQ(*stream.read(bytes), 0U);
  EXPECT_EQ(body.wanted, 1) << "the client is told once that its content is wanted";
}

TEST_F(CgiTest, LocalRedirectIsForTheServerWhenNoContentFollows) {
  auto local = start(shell_script("printf 'Location: /other?x\\n\\n'"));
  ASSERT_TRUE(local);
  EXPECT_EQ(local->local_redirect, "/other?x");
  auto with_content = start(shell_script("printf 'Location: /other\\n\\n'; sleep 0.1; echo moved"));
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

TEST_F(CgiTest, TheStreamHasTheLengthTheScriptPromises) {
  auto response = start(shell_script("printf 'Content-Length: 5\\n\\nhello and more'"));
  ASSERT_TRUE(response);
  EXPECT_EQ(std::get<std::unique_ptr<http::StreamBody>>(response->body)->length(), 5U);
  EXPECT_FALSE(response->headers.has("Content-Length"));
  EXPECT_EQ(read_out(*response).content, "hello");
}

TEST_F(CgiTest, AShortReplyIsAnError) {
  const auto outcome = run(shell_script("printf 'Content-Length: 500\\n\\nhello'"));
  EXPECT_EQ(outcome.content, "hello");
  ASSERT_TRUE(outcome.error);
  EXPECT_EQ(outcome.error->reason, "cgi-cut-short");
  EXPECT_TRUE(log.has("gave 5 bytes of the 500")) << log.all();
}

TEST_F(CgiTest, HeadAndStatusesWithoutContentMayPromiseMore) {
  request.method = http::Method::head;
  request.method_name = "HEAD";
  EXPECT_FALSE(run(shell_script("printf 'Content-Length: 500\\n\\n'")).error);
  request.method = http::Method::get;
  EXPECT_FALSE(run(shell_script("printf 'Status: 304\\nContent-Length: 500\\n\\n'")).error);
}

TEST_F(CgiTest, AScriptKilledOnTheWayIsCutShort) {
  const auto outcome = run(shell_script("printf 'X: y\\n\\nhalf'; kill -KILL $$"));
  EXPECT_EQ(outcome.content, "half");
  ASSERT_TRUE(outcome.error);
  EXPECT_TRUE(log.has("was killed by signal 9")) << log.all();
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

TEST_F(CgiTest, SaysWhyAScriptCannotStart) {
  struct Row {
    const char* description;
    std::string file;
    int status;
    const char* advice;
  };
  directory.write("plain", "#!/bin/sh\n");
  const std::vector<Row> rows = {
      {"interpreter missing", directory.write_script("a", "#!/no/such/ruby\n").string(), 500,
       "is missing: #!/no/such/ruby"},
      {"CR LF", directory.write_script("b", "#!/bin/sh\r\necho\r\n").string(), 500, "CR LF"},
      {"no permission", (directory / "plain").string(), 403, "chmod +x"},
      {"no first line", directory.write_script("c", "echo hello\n").string(), 500, "#!"},
      {"empty", directory.write_script("d", "").string(), 500, "#!"},
  };
  for (const auto& row : rows) {
    const auto outcome = run(row.file);
    ASSERT_TRUE(outcome.error) << row.description;
    EXPECT_EQ(outcome.status, row.status) << row.description;
    EXPECT_EQ(outcome.error->reason, "cgi-cannot-start") << row.description;
    EXPECT_NE(outcome.error->detail.find(row.advice), std::string::npos)
        << row.description << ": " << outcome.error->detail;
  }
  EXPECT_TRUE(log.has("chmod +x")) << "a 403 is logged here, by nobody else";
  auto resource = script_at((directory / "plain").string());
  resource.interpreter = {"no-such-ruby"};
  const auto response = cgi().handle(request, resource);
  ASSERT_FALSE(response);
  EXPECT_NE(response.error().detail.find("there is no program no-such-ruby"), std::string::npos);
}

// --- The input ------------------------------------------------------------------------------

TEST_F(CgiTest, PassesContentOfAnySize) {
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{1}, std::size_t{65536}, std::size_t{300000}, kTenMegabytes}) {
    const auto content = pattern(size);
    MemoryBody body(content);
    request.body = &body;
    request.headers.set("Content-Length", std::to_string(size));
    EXPECT_EQ(run(data("count.pl")).content, counted(content, std::to_string(size)));
  }
}

TEST_F(CgiTest, CountsAChunkedBodyBeforeTheScriptStarts) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{1000}, kTenMegabytes}) {
    const auto content = pattern(size);
    MemoryBody body(content, true);
    request.body = &body;
    EXPECT_EQ(run(data("count.pl")).content, counted(content, std::to_string(size)));
    EXPECT_TRUE(std::filesystem::is_empty(directory.path())) << "no file is left over";
  }
}

TEST_F(CgiTest, RefusesAChunkedBodyItCannotStore) {
  options.spool_directory = "/no/such/directory";
  MemoryBody body(pattern(kTenMegabytes), true);
  request.body = &body;
  const auto outcome = run(data("count.pl"));
  EXPECT_EQ(outcome.status, 500);
  ASSERT_TRUE(outcome.error);
  EXPECT_EQ(outcome.error->reason, "cannot-spool");
}

TEST_F(CgiTest, AFailingChunkedBodyStartsNothing) {
  const auto mark = directory / "ran";
  MemoryBody body("x", true);
  body.failure = http::Error{413, "body-too-large", {}};
  request.body = &body;
  EXPECT_EQ(run(shell_script("touch " + mark.string())).status, 413);
  EXPECT_FALSE(std::filesystem::exists(mark));
}

TEST_F(CgiTest, NoOrderOfReadingAndWritingDeadlocks) {
  const std::vector<std::pair<const char*, std::string>> rows = {
      {"print_then_read.pl", std::string(1048576, 'x') + "read " + std::to_string(kTenMegabytes)},
      {"ignore_input.pl", std::string(1048576, 'x')},
      {"sleep_then_read.py", "read " + std::to_string(kTenMegabytes)},
      {"echo.pl", pattern(kTenMegabytes)},
  };
  for (const auto& [script, expected] : rows) {
    SocketBody body(kTenMegabytes);
    request.body = &body;
    std::thread client([&] { body.send(pattern(kTenMegabytes)); });
    const auto outcome = run(data(script));
    // What the script did not want is left to the connection; here nobody takes it.
    ::shutdown(static_cast<int>(body.wait_handle()), SHUT_RDWR);
    client.join();
    EXPECT_FALSE(outcome.error) << script;
    EXPECT_TRUE(outcome.content == expected) << script << ": " << outcome.content.size();
  }
}

TEST_F(CgiTest, TakesInContentWhileTheClientDoesNotRead) {
  // A client that sends all before it reads, and a script that writes all before it reads: the
  // sender of the response is stuck and says so.
  for (const char* script : {"print_then_read.pl", "ignore_input.pl"}) {
    SocketBody body(kTenMegabytes);
    request.body = &body;
    std::atomic<bool> sent{false};
    std::thread client([&] {
      body.send(pattern(kTenMegabytes));
      sent = true;
    });
    auto response = start(data(script));
    ASSERT_TRUE(response);
    auto& stream = *std::get<std::unique_ptr<http::StreamBody>>(response->body);
    std::array<char, 1000> bytes{};
    ASSERT_TRUE(stream.read(bytes));
    EXPECT_TRUE(support::eventually([&] {
      stream.take_in_request();
      return sent.load();
    })) << script;
    client.join();
    EXPECT_TRUE(support::eventually([&] { return !stream.take_in_request(); })) << script;
    EXPECT_TRUE(body.finished()) << script;
    const auto rest = read_out(*response);
    EXPECT_FALSE(rest.error) << script;
    if (std::string(script) == "print_then_read.pl") {
      EXPECT_NE(rest.content.find("read " + std::to_string(kTenMegabytes)), std::string::npos);
    }
  }
}

TEST_F(CgiTest, AnIncompleteBodyEndsTheScript) {
  const auto mark = directory / "finished";
  SocketBody body(1000);
  request.body = &body;
  body.send("too little");
  body.half_close();
  const auto outcome = run(shell_script("cat >/dev/null; touch " + mark.string()));
  ASSERT_TRUE(outcome.error);
  EXPECT_EQ(outcome.error->status, http::kNoAnswer);
  drop_cgi();  // waits for the end of what is left
  EXPECT_FALSE(std::filesystem::exists(mark)) << "it took a part for the whole";
}

TEST_F(CgiTest, AClientThatStopsSendingIsTimedOut) {
  options.body_timeout = milliseconds(100);
  options.timeout = seconds(60);
  SocketBody body(1000);
  request.body = &body;
  body.send("some");
  const auto outcome = run(shell_script("cat"));
  EXPECT_EQ(outcome.status, 408);
}

// --- Time and the client --------------------------------------------------------------------

TEST_F(CgiTest, ASilentScriptIsTimedOutAndItsGroupEnded) {
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

TEST_F(CgiTest, SilenceAfterTheHeaderEndsTheStream) {
  options.timeout = milliseconds(1500);
  const auto outcome = run(data("stubborn.sh"));
  EXPECT_EQ(outcome.status, 200);
  ASSERT_TRUE(outcome.error);
  EXPECT_EQ(outcome.error->reason, "cgi-timeout");
  EXPECT_TRUE(log.has("cgi-timeout")) << "nobody else can tell of it any more";
  const long leader = std::stol(outcome.content);
  const long child = std::stol(outcome.content.substr(outcome.content.find(' ')));
  EXPECT_TRUE(support::eventually([&] { return !process_runs(leader) && !process_runs(child); }))
      << "TERM is ignored, KILL follows";
}

TEST_F(CgiTest, OutputRenewsTheTimeButNotTheWholeOfIt) {
  options.timeout = seconds(60);
  options.total_timeout = milliseconds(400);
  const auto outcome =
      run(shell_script("printf 'X: y\\n\\n'; while :; do echo line; sleep 0.05; done"));
  ASSERT_TRUE(outcome.error);
  EXPECT_NE(outcome.error->detail.find("longer than 400 ms"), std::string::npos);
}

TEST_F(CgiTest, ReadingItsInputIsNoSilence) {
  options.timeout = milliseconds(1500);
  options.body_timeout = seconds(30);
  SocketBody body(20);
  request.body = &body;
  std::thread client([&] {
    for (int i = 0; i < 20; ++i) {
      std::this_thread::sleep_for(milliseconds(100));
      body.send("x");
    }
  });
  const auto outcome = run(data("count.pl"));
  client.join();
  EXPECT_FALSE(outcome.error);
  EXPECT_EQ(outcome.content.substr(0, 8), "size=20 ");
}

TEST_F(CgiTest, AClientThatIsGoneEndsTheScript) {
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

TEST_F(CgiTest, AHalfClosedClientStillGetsItsReply) {
  SocketBody body(5);
  request.body = &body;
  body.send("hello");
  body.half_close();
  const auto outcome =
      run(shell_script("cat >/dev/null; sleep 0.3; printf 'X: y\\n\\nstill here'"));
  EXPECT_FALSE(outcome.error);
  EXPECT_EQ(outcome.content, "still here");
}

TEST_F(CgiTest, GivingUpTheResponseEndsTheScriptWithoutWaiting) {
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

TEST_F(CgiTest, ABackgroundProcessHoldsUpNothingAndLivesOn) {
  const auto begin = Clock::now();
  const auto outcome = run(data("background.sh"));
  EXPECT_LT(Clock::now() - begin, seconds(60));
  EXPECT_FALSE(outcome.error);
  const long background = std::stol(outcome.content);
  EXPECT_TRUE(process_runs(background));
  ::kill(static_cast<pid_t>(background), SIGKILL);
}

TEST_F(CgiTest, AScriptMayWorkOnAfterClosingItsOutput) {
  const auto outcome = run(shell_script(
      "printf 'X: y\\n\\nthanks'; exec >&-; while [ ! -e go ]; do sleep 0.05; done; touch done; "
      "echo 'all done' >&2"));
  EXPECT_FALSE(outcome.error);
  EXPECT_EQ(outcome.content, "thanks") << "the client does not wait for the rest";
  directory.write("go", "");
  EXPECT_TRUE(support::eventually([&] { return std::filesystem::exists(directory / "done"); }));
  EXPECT_TRUE(support::eventually([&] { return log.has("all done"); }));
}

TEST_F(CgiTest, AScriptThatClosesItsOutputFirstStillGetsAllItsInput) {
  SocketBody body(kTenMegabytes);
  request.body = &body;
  const auto file = directory / "size";
  std::thread client([&] { body.send(pattern(kTenMegabytes)); });
  const auto outcome = run(shell_script("printf 'X: y\\n\\n'; exec >&-; wc -c > " + file.string() +
                                        ".new; mv " + file.string() + ".new " + file.string()));
  client.join();
  EXPECT_FALSE(outcome.error);
  ASSERT_TRUE(support::eventually([&] { return std::filesystem::exists(file); }));
  EXPECT_EQ(std::stoul(support::read_file(file)), kTenMegabytes);
}

// --- Numbers, the log, what is left over ------------------------------------------------------

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

TEST_F(CgiTest, StandardErrorGoesToTheLog) {
  const auto outcome = run(data("complain.sh"));
  EXPECT_EQ(outcome.content, "fine");
  EXPECT_TRUE(log.has("script /cgi/complain.sh[")) << log.all();
  EXPECT_TRUE(log.has("]: first complaint")) << log.all();
  EXPECT_TRUE(log.has("]: last complaint")) << log.all();
}

TEST_F(CgiTest, MuchStandardErrorHoldsUpNothing) {
  const auto outcome =
      run(shell_script("yes complaint | head -c 5000000 >&2; printf 'X: y\\n\\nfine'"));
  EXPECT_EQ(outcome.content, "fine");
  EXPECT_EQ(log.count("the rest is dropped"), 1U);
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
