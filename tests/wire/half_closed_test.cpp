// Clients that end their side and read on (RFC 9112 section 8): what was whole is answered, what
// was cut off hears that it was, and nothing is left behind.
#include "wire/exchange.hpp"

namespace tthttpd::support {
namespace {

using HalfClosed = Wire;

Exchange cut_off(std::string name, std::string bytes, std::string answers) {
  return {std::move(name), std::move(bytes), std::move(answers), true};
}

TEST_P(HalfClosed, ClientsGetTheAnswersToWhatTheyAskedFor) {
  site.start("spawnexec = on");
  const std::string script =
      "POST /post.cgi HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello";
  play(
      {cut_off("a file", get("/a.txt", "Connection: close\r\n"), "200=0123456789 close"),
       cut_off("a script", script, "200=POST_5_hello close"),
       cut_off("chunks",
               request("POST", "/post.cgi", "Connection: close\r\nTransfer-Encoding: chunked\r\n") +
                   "5\r\nhello\r\n0\r\n\r\n",
               "200=POST_5_hello close"),
       cut_off("three files", probe() + probe() + get("/a.txt", "Connection: close\r\n"),
               "200 200 200 close")});
}

TEST_P(HalfClosed, ClientsWithinARequestHearOfIt) {
  site.start("spawnexec = on");
  const std::string head = request("POST", "/post.cgi", "Content-Length: 5\r\n");
  const std::string chunked = request("POST", "/post.cgi", "Transfer-Encoding: chunked\r\n");
  play({cut_off("one byte", "G", "400 close"), cut_off("a method", "GET", "400 close"),
        cut_off("half a request line", "GET /a.txt HT", "400 close"),
        cut_off("a request line", "GET /a.txt HTTP/1.1\r\n", "400 close"),
        cut_off("half a field", "GET /a.txt HTTP/1.1\r\nHo", "400 close"),
        cut_off("no empty line", "GET /a.txt HTTP/1.1\r\nHost: h\r\n", "400 close"),
        cut_off("half an empty line", "GET /a.txt HTTP/1.1\r\nHost: h\r\n\r", "400 close"),
        cut_off("after a whole one", probe() + "GET /a", "200 400 close"),
        cut_off("no content", head, "400 close"),
        cut_off("half the content", head + "hel", "400 close"),
        cut_off("no chunk", chunked, "400 close"),
        cut_off("half a size", chunked + "5", "400 close"),
        cut_off("half a chunk", chunked + "5\r\nhel", "400 close"),
        cut_off("no last chunk", chunked + "5\r\nhello\r\n", "400 close"),
        cut_off("half the last chunk", chunked + "5\r\nhello\r\n0\r\n", "400 close"),
        cut_off("half the trailers", chunked + "5\r\nhello\r\n0\r\nA: b\r\n", "400 close")});
}

TEST_P(HalfClosed, ClientsThatAskedForNothingGetNothing) {
  site.start();
  for (const char* bytes : {"", "\r\n", "\r\n\r\n", "\n"}) {
    RawClient client = connect();
    client.send(bytes);
    client.half_close();
    EXPECT_EQ(client.read_to_end(), "");
    RawClient later = connect();
    later.ask(probe());
    later.send(bytes);
    later.half_close();
    EXPECT_EQ(later.read_to_end(), "");
  }
}

INSTANTIATE_TEST_SUITE_P(BothFamilies, HalfClosed, ::testing::Values(Family::v4, Family::v6),
                         family_name);

}  // namespace
}  // namespace tthttpd::support
