// Request lines: method, target and version, and what stands around them (RFC 9112 sections 2.2
// and 3).
#include "wire/exchange.hpp"

namespace tthttpd::support {
namespace {

using RequestLines = Wire;

std::string with_host(std::string_view line) { return std::string(line) + "\r\nHost: h\r\n\r\n"; }

TEST_P(RequestLines, ThatAreSoundAreAnswered) {
  site.start();
  std::vector<Exchange> rows = {
      {"plain", with_host("GET /a.txt HTTP/1.1"), "200=0123456789 open"},
      {"lines that end with LF alone", "GET /a.txt HTTP/1.1\nHost: h\n\n", "200=0123456789 open"},
      {"mixed line ends", "GET /a.txt HTTP/1.1\r\nHost: h\n\r\n", "200=0123456789 open"},
      {"an empty line before", "\r\n" + with_host("GET /a.txt HTTP/1.1"), "200 open"},
      {"four empty lines before", "\r\n\n\r\n\n" + with_host("GET /a.txt HTTP/1.1"), "200 open"},
      {"HTTP/1.0", "GET /a.txt HTTP/1.0\r\n\r\n", "200=0123456789 close"},
      {"HTTP/1.0 with keep-alive", "GET /a.txt HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
       "200 open"},
      {"HTTP/1.0 with Keep-Alive in capitals",
       "GET /a.txt HTTP/1.0\r\nConnection: KEEP-ALIVE\r\n\r\n", "200 open"},
      {"HTTP/1.0 with keep-alive in a list",
       "GET /a.txt HTTP/1.0\r\nConnection: x, keep-alive\r\n\r\n", "200 open"},
      {"HTTP/1.0 with both wishes", "GET /a.txt HTTP/1.0\r\nConnection: keep-alive, close\r\n\r\n",
       "200 close"},
      {"HTTP/1.1 with close", "GET /a.txt HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n",
       "200 close"},
      {"HTTP/1.1 with Close in a second line",
       "GET /a.txt HTTP/1.1\r\nHost: h\r\nConnection: x\r\nConnection: Close\r\n\r\n", "200 close"},
      {"HTTP/1.1 with a word that holds close",
       "GET /a.txt HTTP/1.1\r\nHost: h\r\nConnection: closed, not-close\r\n\r\n", "200 open"},
      {"HTTP/1.2 counts as 1.1", with_host("GET /a.txt HTTP/1.2"), "200 open"},
      {"HTTP/1.9 counts as 1.1", with_host("GET /a.txt HTTP/1.9"), "200 open"},
  };
  play(rows);
}

TEST_P(RequestLines, ThatAreBrokenAreRefusedAndNothingFollows) {
  site.start();
  std::vector<Exchange> rows;
  const auto add = [&](std::string_view line, const char* status) {
    rows.push_back({std::string(line), with_host(line) + probe(), std::string(status) + " close"});
  };
  for (const char* line : {"GET",
                           "GET ",
                           "GET /",
                           "GET / ",
                           " GET / HTTP/1.1",
                           "GET  / HTTP/1.1",
                           "GET /  HTTP/1.1",
                           "GET / HTTP/1.1 ",
                           "GET / x HTTP/1.1",
                           "GET\t/ HTTP/1.1",
                           "GET /\tHTTP/1.1",
                           "GET /a b HTTP/1.1",
                           "G@T / HTTP/1.1",
                           "GET: / HTTP/1.1",
                           "G\xC3\x89T / HTTP/1.1",
                           "GET / HTTP",
                           "GET / HTTP/",
                           "GET / HTTP/1",
                           "GET / HTTP/1.",
                           "GET / HTTP/.1",
                           "GET / HTTP/1.1.1",
                           "GET / HTTP/11",
                           "GET / HTTP/1.10",
                           "GET / HTTP/01.1",
                           "GET / HTTP/1,1",
                           "GET / http/1.1",
                           "GET / Http/1.1",
                           "GET / HTTP /1.1",
                           "GET / XTTP/1.1",
                           "GET / HTTP/1.x",
                           "GET / HTTP/+1.1",
                           "GET / HTTP/1.1x",
                           "GET / FTP/1.1",
                           "{}",
                           "GET /a.txt HTTP/1.1\rX: y",
                           "GET /a.txt\r HTTP/1.1",
                           "GET /\x01 HTTP/1.1",
                           "GET /\x7F HTTP/1.1",
                           "GET /\x1B[2J HTTP/1.1",
                           "\x16\x03\x01\x02\x01"}) {
    add(line, "400");
  }
  for (const char* version : {"HTTP/0.9", "HTTP/0.0", "HTTP/2.0", "HTTP/3.0", "HTTP/9.9"}) {
    add(std::string("GET / ") + version, "505");
  }
  rows.push_back(
      {"a NUL in the line", std::string("GET /\0 HTTP/1.1\r\nHost: h\r\n\r\n", 29), "400 close"});
  rows.push_back({"the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "505 close"});
  rows.push_back({"HTTP/0.9", "GET /a.txt\r\n", "400 close"});
  rows.push_back({"five empty lines before", "\r\n\r\n\r\n\r\n\r\n" + probe(), "400 close"});
  rows.push_back({"a blank line that is not empty", " \r\n" + probe(), "400 close"});
  rows.push_back(
      {"CR alone as line end", "GET /a.txt HTTP/1.1\rHost: h\r\r" + probe(), "400 close"});
  rows.push_back({"CR CR LF", "GET /a.txt HTTP/1.1\r\r\nHost: h\r\n\r\n", "400 close"});
  rows.push_back({"LF CR", "GET /a.txt HTTP/1.1\n\rHost: h\n\r\n\r", "400 close"});
  play(rows);
}

TEST_P(RequestLines, ThatAreBrokenEndTheConnectionAfterASoundRequest) {
  site.start();
  play({{"then garbage", probe() + "garbage\r\n\r\n" + probe(), "200 400 close"},
        {"then another version", probe() + with_host("GET / HTTP/2.0") + probe(), "200 505 close"},
        {"then CONNECT", probe() + "CONNECT h:1 HTTP/1.1\r\nHost: h:1\r\n\r\n" + probe(),
         "200 501 close"}});
}

INSTANTIATE_TEST_SUITE_P(BothFamilies, RequestLines, ::testing::Values(Family::v4, Family::v6),
                         family_name);

}  // namespace
}  // namespace tthttpd::support
