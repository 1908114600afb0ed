// The Host field (RFC 9112 section 3.2, RFC 9110 section 7.2).
#include "wire/exchange.hpp"

namespace tthttpd::support {
namespace {

using Hosts = Wire;

std::string with_lines(std::string_view lines) {
  return "GET /a.txt HTTP/1.1\r\n" + std::string(lines) + "\r\n";
}

TEST_P(Hosts, ThatAreSoundAreTaken) {
  site.start();
  std::vector<Exchange> rows;
  for (const char* host : {"h", "example.org", "example.org.", "EXAMPLE.org:8080", "a-b.example",
                           "a_b", "127.0.0.1", "127.0.0.1:80", "[::1]", "[::1]:80", "[2001:db8::1]",
                           "h:", "h:0", "h:65535", "", "xn--bcher-kva", "~a"}) {
    rows.push_back({"Host " + std::string(host), with_lines("Host: " + std::string(host) + "\r\n"),
                    "200 open"});
  }
  rows.push_back({"blanks around", with_lines("Host: \t h \t \r\n"), "200 open"});
  rows.push_back({"no blank", with_lines("Host:h\r\n"), "200 open"});
  rows.push_back({"another case", with_lines("hOsT: h\r\n"), "200 open"});
  rows.push_back({"not the first field", with_lines("A: b\r\nHost: h\r\n"), "200 open"});
  rows.push_back({"none in 1.0", "GET /a.txt HTTP/1.0\r\n\r\n", "200 close"});
  rows.push_back({"another than the target's", "GET http://one/a.txt HTTP/1.1\r\nHost: two\r\n\r\n",
                  "200 open"});
  play(rows);
}

TEST_P(Hosts, ThatAreMissingRepeatedOrBrokenAreRefused) {
  site.start();
  std::vector<Exchange> rows = {
      {"none", with_lines(""), "400 close"},
      {"none with an absolute target", "GET http://h/a.txt HTTP/1.1\r\n\r\n", "400 close"},
      {"none in 1.3", "GET /a.txt HTTP/1.3\r\n\r\n", "400 close"},
      {"two alike", with_lines("Host: h\r\nHost: h\r\n"), "400 close"},
      {"two that differ", with_lines("Host: one\r\nHost: two\r\n"), "400 close"},
      {"two in 1.0", "GET /a.txt HTTP/1.0\r\nHost: h\r\nHost: h\r\n\r\n", "400 close"},
      {"a second, empty one", with_lines("Host: h\r\nHost:\r\n"), "400 close"},
      {"broken in 1.0", "GET /a.txt HTTP/1.0\r\nHost: a/b\r\n\r\n", "400 close"},
      {"a blank before the colon", with_lines("Host : h\r\n"), "400 close"},
      {"folded", with_lines("Host:\r\n h\r\n"), "400 close"},
  };
  for (const char* host :
       {"h h",   "h,h",      "h;x",    "h!",   "h$x",      "h&x",           "h'x",
        "(h)",   "h*",       "h+x",    "h=x",  "a%20b",    "h, g",          "h/",
        "/",     "http://h", "h/../x", "h?x",  "h#x",      "h\\x",          "u@h",
        "u:p@h", "h:80:80",  "h:x",    "h:-1", "h:65536",  "h:99999999999", ":80",
        "::1",   "[::1",     "::1]",   "[]",   "[::1]x",   "[h]",           "[::1]:x",
        "[:::]", "<h>",      "h\"",    "h'\"", "h`",       "h{}",           "h|x",
        "h^",    "%",        "h%2",    "h%zz", "\xC3\xA4", "h\x01",         "h\x7F"}) {
    rows.push_back({"Host " + std::string(host), with_lines("Host: " + std::string(host) + "\r\n"),
                    "400 close"});
  }
  play(rows);
}

INSTANTIATE_TEST_SUITE_P(BothFamilies, Hosts, ::testing::Values(Family::v4, Family::v6),
                         family_name);

}  // namespace
}  // namespace tthttpd::support
