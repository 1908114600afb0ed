#include "tthttpd/handler/cgi_stream.hpp"

#include "cgi_fixture.hpp"

namespace tthttpd::handler {
namespace {

using std::chrono::milliseconds;

using CgiStreamTest = CgiTest;

TEST_F(CgiStreamTest, EachWriteIsReadAtOnce) {
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

TEST_F(CgiStreamTest, TheStreamHasTheLengthTheScriptPromises) {
  auto response = start(shell_script("printf 'Content-Length: 5\\n\\nhello and more'"));
  ASSERT_TRUE(response);
  EXPECT_EQ(std::get<std::unique_ptr<http::StreamBody>>(response->body)->length(), 5U);
  EXPECT_FALSE(response->headers.has("Content-Length"));
  EXPECT_EQ(read_out(*response).content, "hello");
}

TEST_F(CgiStreamTest, AShortReplyIsAnError) {
  const auto outcome = run(shell_script("printf 'Content-Length: 500\\n\\nhello'"));
  EXPECT_EQ(outcome.content, "hello");
  ASSERT_TRUE(outcome.error);
  EXPECT_EQ(outcome.error->reason, "cgi-cut-short");
  EXPECT_TRUE(log.has("gave 5 bytes of the 500")) << log.all();
}

TEST_F(CgiStreamTest, HeadAndStatusesWithoutContentMayPromiseMore) {
  request.method = http::Method::head;
  request.method_name = "HEAD";
  EXPECT_FALSE(run(shell_script("printf 'Content-Length: 500\\n\\n'")).error);
  request.method = http::Method::get;
  EXPECT_FALSE(run(shell_script("printf 'Status: 304\\nContent-Length: 500\\n\\n'")).error);
}

TEST_F(CgiStreamTest, AScriptKilledOnTheWayIsCutShort) {
  const auto outcome = run(shell_script("printf 'X: y\\n\\nhalf'; kill -KILL $$"));
  EXPECT_EQ(outcome.content, "half");
  ASSERT_TRUE(outcome.error);
  EXPECT_TRUE(log.has("was killed by signal 9")) << log.all();
}

TEST_F(CgiStreamTest, SilenceAfterTheHeaderEndsTheStream) {
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

}  // namespace
}  // namespace tthttpd::handler
