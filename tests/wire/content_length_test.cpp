// Content-Length (RFC 9112 section 6): the right number of bytes is content, and nothing else is.
#include "wire/exchange.hpp"

namespace tthttpd::support {
namespace {

using ContentLengths = Wire;

std::string post(std::string_view lines, std::string_view content) {
  std::string text = "POST /post.cgi HTTP/1.1\r\nHost: h\r\n";
  return text.append(lines).append("\r\n").append(content);
}

TEST_P(ContentLengths, DelimitTheContent) {
  site.start("spawnexec = on");
  const std::string next = probe();
  play({{"five", post("Content-Length: 5\r\n", "hello"), "200=POST_5_hello open"},
        {"none", post("", ""), "200=POST_none_ open"},
        {"zero", post("Content-Length: 0\r\n", ""), "200=POST_0_ open"},
        {"leading zeros", post("Content-Length: 0005\r\n", "hello"), "200=POST_5_hello open"},
        {"many leading zeros", post("Content-Length: 00000000000000000000000000005\r\n", "hello"),
         "200=POST_5_hello open"},
        {"blanks around", post("Content-Length: \t 5 \t\r\n", "hello"), "200=POST_5_hello open"},
        {"twice the same", post("Content-Length: 5\r\nContent-Length: 5\r\n", "hello"),
         "200=POST_5_hello open"},
        {"the same in a list", post("Content-Length: 5, 5\r\n", "hello"), "200=POST_5_hello open"},
        {"a request follows", post("Content-Length: 5\r\n", "hello" + next),
         "200=POST_5_hello 200=0123456789 open"},
        {"CRLF between", post("Content-Length: 5\r\n", "hello\r\n" + next),
         "200=POST_5_hello 200=0123456789 open"},
        {"content that looks like a request",
         post("Content-Length: " + std::to_string(next.size()) + "\r\n", next), "200 open"},
        {"content of line ends", post("Content-Length: 4\r\n", "\r\n\r\n"), "200 open"},
        {"of GET", "GET /post.cgi HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello",
         "200=GET_5_hello open"},
        {"in 1.0 with keep-alive, but an answer without length",
         "POST /post.cgi HTTP/1.0\r\nConnection: keep-alive\r\nContent-Length: 5\r\n\r\nhello",
         "200=POST_5_hello close"},
        {"in 1.0", "POST /post.cgi HTTP/1.0\r\nContent-Length: 5\r\n\r\nhello",
         "200=POST_5_hello close"}});
}

TEST_P(ContentLengths, ThatNobodyReadsAreStillNoRequest) {
  site.start();
  const std::string next = probe();
  const std::string length = "Content-Length: " + std::to_string(next.size()) + "\r\n\r\n";
  play({{"of GET for a file", "GET /a.txt HTTP/1.1\r\nHost: h\r\n" + length + next + next,
         "200=0123456789 200=0123456789 open"},
        {"of HEAD", "HEAD /a.txt HTTP/1.1\r\nHost: h\r\n" + length + next + next, "200- 200 open"},
        {"of POST for a file", "POST /a.txt HTTP/1.1\r\nHost: h\r\n" + length + next + next,
         "405 200 open"},
        {"of OPTIONS", "OPTIONS * HTTP/1.1\r\nHost: h\r\n" + length + next + next, "200 200 open"},
        {"of TRACE", "TRACE /a.txt HTTP/1.1\r\nHost: h\r\n" + length + next + next, "405 200 open"},
        {"for what is not there", "PUT /none HTTP/1.1\r\nHost: h\r\n" + length + next + next,
         "404 200 open"},
        {"of an unknown method", "BREW /a.txt HTTP/1.1\r\nHost: h\r\n" + length + next + next,
         "501 200 open"}});
}

TEST_P(ContentLengths, ThatAreMalformedEndTheConnection) {
  site.start("spawnexec = on");
  std::vector<Exchange> rows;
  for (const char* value :
       {"",
        " ",
        "-1",
        "-0",
        "+5",
        "0x5",
        "5x",
        "x5",
        "5.0",
        "5e0",
        "5 5",
        "5\t5",
        "five",
        "\"5\"",
        "5;",
        "5,",
        ",5",
        ",",
        "5,,5",
        "5, 6",
        "6, 5",
        "5, x",
        "05, 6",
        "9223372036854775808",
        "18446744073709551616",
        "99999999999999999999",
        "18446744073709551621",
        "115792089237316195423570985008687907853269984665640564039457584007913129639941",
        "\xC2\xB2",
        "5\x0B",
        "0b101",
        "1_0",
        "1'0",
        "5%",
        "NaN"}) {
    rows.push_back({"Content-Length: " + std::string(value),
                    post("Content-Length: " + std::string(value) + "\r\n", "hello") + probe(),
                    "400 close"});
  }
  rows.push_back({"two that differ",
                  post("Content-Length: 5\r\nContent-Length: 6\r\n", "hello") + probe(),
                  "400 close"});
  rows.push_back({"a good and an empty one",
                  post("Content-Length: 5\r\nContent-Length:\r\n", "hello") + probe(),
                  "400 close"});
  rows.push_back({"in GET too",
                  "GET /a.txt HTTP/1.1\r\nHost: h\r\nContent-Length: x\r\n\r\n" + probe(),
                  "400 close"});
  rows.push_back(
      {"a blank before the colon", post("Content-Length : 5\r\n", "hello") + probe(), "400 close"});
  rows.push_back({"folded", post("Content-Length:\r\n 5\r\n", "hello") + probe(), "400 close"});
  play(rows);
}

TEST_P(ContentLengths, AboveTheLimitAreRefusedBeforeTheContent) {
  site.start("spawnexec = on", "[limits]\nmax_body = 5\n");
  play({{"at the limit", post("Content-Length: 5\r\n", "hello"), "200=POST_5_hello open"},
        {"one above, no content sent", post("Content-Length: 6\r\n", ""), "413 close"},
        {"one above", post("Content-Length: 6\r\n", "hello!") + probe(), "413 close"},
        {"the largest number", post("Content-Length: 9223372036854775807\r\n", "x"), "413 close"},
        {"one above, for a file",
         "POST /a.txt HTTP/1.1\r\nHost: h\r\nContent-Length: 6\r\n\r\nhello!" + probe(),
         "413 close"}});
}

INSTANTIATE_TEST_SUITE_P(BothFamilies, ContentLengths, ::testing::Values(Family::v4, Family::v6),
                         family_name);

}  // namespace
}  // namespace tthttpd::support
