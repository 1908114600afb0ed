#include "tthttpd/handler/cgi_input.hpp"

#include <atomic>
#include <thread>

#include "cgi_fixture.hpp"
#include "support/gate.hpp"

namespace tthttpd::handler {
namespace {

using CgiInputTest = CgiTest;

TEST_F(CgiInputTest, PassesContentOfAnySize) {
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{1}, std::size_t{65536}, std::size_t{300000}, kTenMegabytes}) {
    const auto content = pattern(size);
    MemoryBody body(content);
    request.body = &body;
    request.headers.set("Content-Length", std::to_string(size));
    EXPECT_EQ(run(data("count.pl")).content, counted(content, std::to_string(size)));
  }
}

TEST_F(CgiInputTest, CountsAChunkedBodyBeforeTheScriptStarts) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{1000}, kTenMegabytes}) {
    const auto content = pattern(size);
    MemoryBody body(content, true);
    request.body = &body;
    EXPECT_EQ(run(data("count.pl")).content, counted(content, std::to_string(size)));
    EXPECT_TRUE(std::filesystem::is_empty(directory.path())) << "no file is left over";
  }
}

TEST_F(CgiInputTest, RefusesAChunkedBodyItCannotStore) {
  options.spool_directory = "/no/such/directory";
  MemoryBody body(pattern(kTenMegabytes), true);
  request.body = &body;
  const auto outcome = run(data("count.pl"));
  EXPECT_EQ(outcome.status, 500);
  ASSERT_TRUE(outcome.error);
  EXPECT_EQ(outcome.error->reason, "cannot-spool");
}

TEST_F(CgiInputTest, AFailingChunkedBodyStartsNothing) {
  const auto mark = directory / "ran";
  MemoryBody body("x", true);
  body.failure = http::Error{413, "body-too-large", {}};
  request.body = &body;
  EXPECT_EQ(run(shell_script("touch " + mark.string())).status, 413);
  EXPECT_FALSE(std::filesystem::exists(mark));
}

TEST_F(CgiInputTest, NoOrderOfReadingAndWritingDeadlocks) {
  const support::Gate gate((directory / "gate").string());
  const auto late = shell_script(gate.wait_line() + "printf 'X: y\\n\\nread %s' \"$(wc -c)\"");
  const std::vector<std::pair<std::string, std::string>> rows = {
      {data("print_then_read.pl"),
       std::string(1048576, 'x') + "read " + std::to_string(kTenMegabytes)},
      {data("ignore_input.pl"), std::string(1048576, 'x')},
      {late, "read " + std::to_string(kTenMegabytes)},
      {data("echo.pl"), pattern(kTenMegabytes)},
  };
  for (const auto& [script, expected] : rows) {
    SocketBody body(kTenMegabytes);
    request.body = &body;
    std::thread client([&] { body.send(pattern(kTenMegabytes)); });
    std::thread opener([&, waits = script == late] { EXPECT_TRUE(!waits || gate.open()); });
    const auto outcome = run(script);
    // What the script did not want is left to the connection; here nobody takes it.
    ::shutdown(static_cast<int>(body.wait_handle()), SHUT_RDWR);
    client.join();
    opener.join();
    EXPECT_FALSE(outcome.error) << script;
    EXPECT_TRUE(outcome.content == expected) << script << ": " << outcome.content.size();
  }
}

TEST_F(CgiInputTest, TakesInContentWhileTheClientDoesNotRead) {
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

TEST_F(CgiInputTest, AnIncompleteBodyEndsTheScript) {
  const auto mark = directory / "finished";
  SocketBody body(1000);
  request.body = &body;
  body.send("too little");
  body.half_close();
  const auto outcome = run(shell_script("cat >/dev/null; touch " + mark.string()));
  ASSERT_TRUE(outcome.error);
  EXPECT_EQ(outcome.error->status, 400);
  drop_cgi();  // waits for the end of what is left
  EXPECT_FALSE(std::filesystem::exists(mark)) << "it took a part for the whole";
}

TEST_F(CgiInputTest, AScriptThatClosesItsOutputFirstStillGetsAllItsInput) {
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

}  // namespace
}  // namespace tthttpd::handler
