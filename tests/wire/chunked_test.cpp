// The chunked coding and Transfer-Encoding (RFC 9112 sections 6.1 and 7.1).
#include "wire/exchange.hpp"

namespace tthttpd::support {
namespace {

using Chunked = Wire;

std::string post(std::string_view lines, std::string_view chunks) {
  std::string text = "POST /post.cgi HTTP/1.1\r\nHost: h\r\n";
  return text.append(lines).append("\r\n").append(chunks);
}

std::string chunked(std::string_view chunks) {
  return post("Transfer-Encoding: chunked\r\n", chunks);
}

TEST_P(Chunked, ContentIsPutTogether) {
  site.start("spawnexec = on");
  const std::string end = "0\r\n\r\n";
  play({{"none", chunked(end), "200=POST_0_ open"},
        {"one", chunked("5\r\nhello\r\n" + end), "200=POST_5_hello open"},
        {"three", chunked("1\r\nh\r\n3\r\nell\r\n1\r\no\r\n" + end), "200=POST_5_hello open"},
        {"hexadecimal in capitals", chunked("A\r\n0123456789\r\n" + end),
         "200=POST_10_0123456789 open"},
        {"hexadecimal in small letters", chunked("a\r\n0123456789\r\n" + end),
         "200=POST_10_0123456789 open"},
        {"leading zeros", chunked("0005\r\nhello\r\n000\r\n\r\n"), "200=POST_5_hello open"},
        {"an extension", chunked("5;a=b\r\nhello\r\n0;c\r\n\r\n"), "200=POST_5_hello open"},
        {"a quoted extension", chunked("5;a=\"b;c\"\r\nhello\r\n" + end), "200=POST_5_hello open"},
        {"blanks before an extension", chunked("5 ;a=b\r\nhello\r\n" + end),
         "200=POST_5_hello open"},
        {"blanks after the size", chunked("5 \t\r\nhello\r\n" + end), "200=POST_5_hello open"},
        {"trailers", chunked("5\r\nhello\r\n0\r\nA: b\r\nC: d\r\n\r\n"), "200=POST_5_hello open"},
        {"a trailer that frames is no framing",
         chunked("5\r\nhello\r\n0\r\nContent-Length: 100\r\nHost: x\r\n\r\n"),
         "200=POST_5_hello open"},
        {"content of line ends", chunked("4\r\n\r\n\r\n\r\n" + end), "200 open"},
        {"content that looks like the end", chunked("5\r\n0\r\n\r\n\r\n" + end), "200 open"},
        {"a request follows", chunked("5\r\nhello\r\n" + end + probe()),
         "200=POST_5_hello 200=0123456789 open"},
        {"Chunked in another case", post("Transfer-Encoding: CHUNKED\r\n", "1\r\nx\r\n" + end),
         "200=POST_1_x open"},
        {"blanks around the coding", post("Transfer-Encoding: \t chunked \r\n", "1\r\nx\r\n" + end),
         "200=POST_1_x open"},
        {"of GET",
         "GET /post.cgi HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n" + end,
         "200=GET_1_x open"}});
}

TEST_P(Chunked, CodingsThatAreUnsureEndTheConnection) {
  site.start("spawnexec = on");
  std::vector<Exchange> rows;
  const auto add = [&](const std::string& lines, const char* status) {
    rows.push_back(
        {lines, post(lines, "5\r\nhello\r\n0\r\n\r\n") + probe(), std::string(status) + " close"});
  };
  add("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", "400");
  add("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", "400");
  add("Transfer-Encoding: chunked\r\nContent-Length: 0\r\n", "400");
  add("Transfer-Encoding: identity\r\nContent-Length: 5\r\n", "400");
  for (const char* value :
       {"chunked, chunked", "chunked, gzip", "chunked, identity", "chunked,", ", chunked", "", " ",
        ",", "chunked\r\nTransfer-Encoding: chunked", "chunked\r\nTransfer-Encoding: gzip",
        "chunked\r\nTransfer-Encoding:", "chunked\r\n ", "\r\n chunked"}) {
    add("Transfer-Encoding: " + std::string(value) + "\r\n", "400");
  }
  for (const char* value :
       {"identity", "gzip", "x", "xchunked", "chunkedx", "chunked;q=1", "\"chunked\"", "'chunked'",
        "chunked x", "gzip, chunked", "identity, chunked", "gzip\r\nTransfer-Encoding: chunked",
        "chunke", "c hunked", "chunked\xC2\xA0", "chunked;"}) {
    add("Transfer-Encoding: " + std::string(value) + "\r\n", "501");
  }
  for (const char* name : {"Transfer-Encoding ", "Transfer Encoding", " Transfer-Encoding"}) {
    add(std::string(name) + ": chunked\r\n", "400");
  }
  rows.push_back(
      {"in 1.0", "POST /post.cgi HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + probe(),
       "400 close"});
  play(rows);
}

TEST_P(Chunked, ContentThatIsBrokenEndsTheConnection) {
  site.start("spawnexec = on");
  std::vector<Exchange> rows;
  for (const std::string_view chunks : {"x\r\n",
                                        "\r\n0\r\n\r\n",
                                        " 5\r\nhello\r\n0\r\n\r\n",
                                        "-5\r\nhello\r\n0\r\n\r\n",
                                        "+5\r\nhello\r\n0\r\n\r\n",
                                        "0x5\r\nhello\r\n0\r\n\r\n",
                                        "5h\r\nhello\r\n0\r\n\r\n",
                                        "5,\r\nhello\r\n0\r\n\r\n",
                                        "5 5\r\nhello\r\n0\r\n\r\n",
                                        "5\nhello\r\n0\r\n\r\n",
                                        "5\r\nhello\n0\r\n\r\n",
                                        "5\r\nhello\r\n0\n\r\n",
                                        "5\r\nhello\r\n0\r\n\n",
                                        "5\r\nhello0\r\n\r\n",
                                        "5\r\nhello!\r\n0\r\n\r\n",
                                        "5\r\nhell\r\n0\r\n\r\n",
                                        "5\rhello\r\n0\r\n\r\n",
                                        "5\r\r\nhello\r\n0\r\n\r\n",
                                        "5\r\nhello\r\r\n0\r\n\r\n",
                                        "10000000000000000\r\nhello",
                                        "ffffffffffffffff\r\nhello",
                                        "ffffffffffffffffffff\r\nhello",
                                        "8000000000000000\r\nhello",
                                        "00000000000000005\r\nhello\r\n0\r\n\r\n",
                                        "5;a\nb\r\nhello\r\n0\r\n\r\n",
                                        "5;\x01\r\nhello\r\n0\r\n\r\n",
                                        "5\r\nhello\r\n0\r\nA : b\r\n\r\n",
                                        "5\r\nhello\r\n0\r\n: b\r\n\r\n",
                                        "5\r\nhello\r\n0\r\nA\r\n\r\n",
                                        "5\r\nhello\r\n0\r\nA: \x01\r\n\r\n",
                                        "5\r\nhello\r\n0\r\n A: b\r\n\r\n",
                                        "5\r\nhello\r\n0\r\nA: b\r\n c\r\n\r\n",
                                        "5\r\nhello\r\n0\r\nA: b\n\r\n",
                                        "5\r\nhello\r\n0\r\nA: b\r\r\n\r\n",
                                        "5\r\nhello\r\n0\r\n\rx",
                                        "\xEF\xBC\x95\r\nhello\r\n0\r\n\r\n"}) {
    rows.push_back({"chunks " + std::string(chunks), chunked(chunks) + probe(), "400 close"});
  }
  rows.push_back({"an extension of more than 4 KiB",
                  chunked("5;" + std::string(4200, 'x') + "\r\nhello\r\n0\r\n\r\n"), "400 close"});
  rows.push_back({"trailers of more than 8 KiB",
                  chunked("0\r\nA: " + std::string(8300, 'x') + "\r\n\r\n"), "431 close"});
  play(rows, Delivery::whole);
  play(rows, Delivery::halves);
}

TEST_P(Chunked, ContentThatNobodyReadsIsNoRequest) {
  site.start();
  // Its size is unknown, so it is not waited for: the connection closes and nothing more is read.
  play({{"of POST for a file",
         "POST /a.txt HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n2a\r\n" + probe() +
             "\r\n0\r\n\r\n" + probe(),
         "405 close"},
        {"of GET for a file",
         "GET /a.txt HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + probe(),
         "200 close"}});
}

TEST_P(Chunked, ContentAboveTheLimitIsRefused) {
  site.start("spawnexec = on", "[limits]\nmax_body = 5\n");
  play({{"at the limit", chunked("2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n"), "200=POST_5_hello open"},
        {"one above", chunked("2\r\nhe\r\n4\r\nllo!\r\n0\r\n\r\n") + probe(), "413 close"},
        {"in one chunk", chunked("6\r\nhello!\r\n0\r\n\r\n") + probe(), "413 close"}});
}

INSTANTIATE_TEST_SUITE_P(BothFamilies, Chunked, ::testing::Values(Family::v4, Family::v6),
                         family_name);

}  // namespace
}  // namespace tthttpd::support
