// Field lines (RFC 9112 section 5): names, values, blanks, line ends and folding.
#include "wire/exchange.hpp"

namespace tthttpd::support {
namespace {

using Fields = Wire;

std::string with(std::string_view lines) {
  return "GET /a.txt HTTP/1.1\r\nHost: h\r\n" + std::string(lines) + "\r\n";
}

TEST_P(Fields, ThatAreHarmlessAreTaken) {
  site.start();
  std::vector<Exchange> rows = {
      {"no value", with("A:\r\n"), "200 open"},
      {"a value of blanks", with("A: \t \r\n"), "200 open"},
      {"a colon in the value", with("A: b:c\r\n"), "200 open"},
      {"a tab in the value", with("A: b\tc\r\n"), "200 open"},
      {"bytes from 0x80", with("A: \xC3\xA4\xFF\r\n"), "200 open"},
      {"every mark of a token", with("!#$%&'*+-.^_`|~09azAZ: b\r\n"), "200 open"},
      {"a name of one byte", with("a:b\r\n"), "200 open"},
      {"the same name twice", with("A: 1\r\nA: 2\r\n"), "200 open"},
      {"LF alone after a field", with("A: b\nC: d\n"), "200 open"},
      {"a hundred fields but one", with([] {
         std::string lines;
         for (int i = 0; i < 99; ++i) {
           lines += "A: b\r\n";
         }
         return lines;
       }()),
       "200 open"},
  };
  for (const char* line : {"Accept: */*",
                           "Range: bytes=99-",
                           "Range: bytes=x",
                           "Range: items=0-1",
                           "If-Modified-Since: yesterday",
                           "If-None-Match: x",
                           "If-None-Match: \"",
                           "Cookie: a=b; c",
                           "Authorization: Basic",
                           "Authorization: Bearer x",
                           "Upgrade: h2c",
                           "Connection: upgrade",
                           "Connection:",
                           "Connection: ,,",
                           "TE: trailers",
                           "Max-Forwards: 0",
                           "Via: 1.1 x",
                           "X-Forwarded-For: 1.2.3.4",
                           "Content-Type:",
                           "Trailer: X",
                           "Keep-Alive: timeout=5"}) {
    const bool unsatisfiable = std::string_view(line) == "Range: bytes=99-";
    rows.push_back(
        {line, with(std::string(line) + "\r\n"), unsatisfiable ? "416 open" : "200 open"});
  }
  play(rows);
}

TEST_P(Fields, ThatCouldBeReadInTwoWaysAreRefused) {
  site.start();
  std::vector<Exchange> rows;
  const auto add = [&](const std::string& name, std::string_view lines) {
    rows.push_back({name, with(lines) + probe(), "400 close"});
  };
  for (const char* line : {"A : b",       "A\t: b",   "A b: c",     "A",
                           "A;b",         ": b",      ":",          " : b",
                           "\xC3\xA4: b", "A\x01: b", "A(b): c",    "A\"b: c",
                           "A[b]: c",     "A{b}: c",  "A/b: c",     "A\\b: c",
                           "A@b: c",      "A=b",      "A,b: c",     "<a>: b",
                           "A?: b",       "A\x7F: b", "A: b\x01",   "A: b\x08",
                           "A: \x1B[31m", "A: b\x7F", "A: b\rC: d", "A: b\r",
                           "\rA: b",      "A\r: b",   "A:\rb",      "GET /a.txt HTTP/1.1"}) {
    add(std::string("field ") + line, std::string(line) + "\r\n");
  }
  add("a folded value", "A: b\r\n c\r\n");
  add("a value folded by a tab", "A: b\r\n\tc\r\n");
  add("a fold that hides a field", "A: b\r\n Content-Length: 5\r\n");
  add("a fold after the last field", "A: b\r\n \r\n");
  add("a fold with LF alone", "A: b\n c\n");
  add("NUL in a name", std::string_view("A\0: b\r\n", 7));
  add("NUL in a value", std::string_view("A: \0\r\n", 6));
  add("NUL after a value", std::string_view("A: b\0\r\n", 7));
  add("CR CR LF at the end of a line", "A: b\r\r\n");
  rows.push_back({"a fold before the first field",
                  "GET /a.txt HTTP/1.1\r\n Host: h\r\nHost: h\r\n\r\n", "400 close"});
  rows.push_back(
      {"an end of CR alone", "GET /a.txt HTTP/1.1\r\nHost: h\r\n\rX\r\n\r\n", "400 close"});
  play(rows);
}

INSTANTIATE_TEST_SUITE_P(BothFamilies, Fields, ::testing::Values(Family::v4, Family::v6),
                         family_name);

}  // namespace
}  // namespace tthttpd::support
