// The table of request heads. Two files read it: request_parser_test.cpp gives each head whole to
// the parser, request_reader_test.cpp gives it to the reader in every split.
#include "parse/request_cases.hpp"

#include <utility>

namespace tthttpd::parse {
namespace {

using http::Method;

/// A GET of HTTP/1.1 with a Host and those further lines.
std::string with_fields(std::string_view lines) {
  return "GET / HTTP/1.1\r\nHost: h\r\n" + std::string(lines) + "\r\n";
}

/// A GET of HTTP/1.1 for that target.
std::string with_target(std::string_view target) {
  return "GET " + std::string(target) + " HTTP/1.1\r\nHost: h\r\n\r\n";
}

/// A GET of HTTP/1.1 with that Host value.
std::string with_host(std::string_view host) {
  return "GET / HTTP/1.1\r\nHost: " + std::string(host) + "\r\n\r\n";
}

void add_request_lines(std::vector<RefusedHead>& rows) {
  const std::vector<std::pair<const char*, const char*>> lines = {
      {"one word", "GET"},
      {"HTTP/0.9", "GET /"},
      {"no target", "GET  HTTP/1.1"},
      {"two spaces after the method", "GET  / HTTP/1.1"},
      {"two spaces before the version", "GET /  HTTP/1.1"},
      {"a space in the target", "GET /a b HTTP/1.1"},
      {"a space at the end", "GET / HTTP/1.1 "},
      {"a space at the start", " GET / HTTP/1.1"},
      {"no method", " / HTTP/1.1"},
      {"a method that is no token", "G(T / HTTP/1.1"},
      {"tabs for spaces", "GET\t/\tHTTP/1.1"},
      {"a raw byte in the method", "G\xC3\x89T / HTTP/1.1"},
  };
  for (const auto& [description, line] : lines) {
    rows.push_back(
        {description, std::string(line) + "\r\nHost: h\r\n\r\n", 400, "bad-request-line"});
  }
  for (const char* version : {"HTTP/1", "HTTP/1.", "HTTP/11", "HTTP/1.10", "HTTP/01.1", "http/1.1",
                              "HTTP/a.b", "HTTP/1,1", "HTTP/-1.1", "HTTPS/1.1", "FTP/1.1x", "/"}) {
    rows.push_back({std::string("version ") + version,
                    "GET / " + std::string(version) + "\r\nHost: h\r\n\r\n", 400, "bad-version"});
  }
  for (const char* version : {"HTTP/0.9", "HTTP/0.0", "HTTP/2.0", "HTTP/3.1", "HTTP/9.9"}) {
    rows.push_back({std::string("version ") + version,
                    "GET / " + std::string(version) + "\r\nHost: h\r\n\r\n", 505,
                    "unsupported-version"});
  }
  rows.push_back(
      {"preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505, "unsupported-version"});
  rows.push_back(
      {"CONNECT", "CONNECT h:443 HTTP/1.1\r\nHost: h:443\r\n\r\n", 501, "connect-not-supported"});
  rows.push_back({"five empty lines first", "\r\n\r\n\r\n\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n",
                  400, "too-many-empty-lines"});
}

void add_targets(std::vector<RefusedHead>& rows) {
  const std::vector<std::pair<const char*, std::string_view>> targets = {
      {"a", "bad-target-form"},
      {"a.txt", "bad-target-form"},
      {"?x=1", "bad-target-form"},
      {"http:/a", "bad-target-form"},
      {"http:", "bad-target-form"},
      {"ftp://h/a", "bad-target-form"},
      {"file:///etc/passwd", "bad-target-form"},
      {"h:80", "bad-target-form"},
      {"**", "bad-target-form"},
      {"http://", "bad-target-authority"},
      {"http:///a", "bad-target-authority"},
      {"http://user@/a", "bad-target-authority"},
      {"http://u:p@s/a", "bad-target-authority"},
      {"http://@s/a", "bad-target-authority"},
      {"http://:80/a", "bad-target-authority"},
      {"http://h:99999/a", "bad-target-authority"},
      {"http://a|b/", "bad-target-authority"},
      {"http://[::1/", "bad-target-authority"},
      {"*", "asterisk-without-options"},
      {"/a#b", "bad-target-byte"},
      {"/a?b#c", "bad-target-byte"},
      {"/a\tb", "bad-target-byte"},
      {"/%", "bad-escape"},
      {"/%2", "bad-escape"},
      {"/%zz", "bad-escape"},
      {"/%2x", "bad-escape"},
      {"/%%41", "bad-escape"},
      {"/%u0041", "bad-escape"},
      {"/a%00.txt", "nul-in-path"},
      {"/env.cgi%00.txt", "nul-in-path"},
      {"/..", "path-above-root"},
      {"/../secret.txt", "path-above-root"},
      {"/%2e%2e/secret.txt", "path-above-root"},
      {"/..%2fsecret.txt", "path-above-root"},
      {"/.%2E/secret.txt", "path-above-root"},
      {"/dir/%2e%2e/%2e%2e/secret.txt", "path-above-root"},
      {"/dir//../../secret.txt", "path-above-root"},
      {"http://h/../secret.txt", "path-above-root"},
  };
  for (const auto& [target, reason] : targets) {
    rows.push_back({std::string("target ") + target, with_target(target), 400, reason});
  }
}

void add_fields(std::vector<RefusedHead>& rows) {
  const std::vector<RefusedHead> fields = {
      {"a space before the colon", "A : b\r\n", 400, "space-before-colon"},
      {"a tab before the colon", "A\t: b\r\n", 400, "space-before-colon"},
      {"an empty name", ": b\r\n", 400, "bad-field-name"},
      {"a space in a name", "A b: c\r\n", 400, "bad-field-name"},
      {"a raw byte in a name", "\xC3\x84: c\r\n", 400, "bad-field-name"},
      {"a bracket in a name", "A[]: c\r\n", 400, "bad-field-name"},
      {"no colon", "Abc\r\n", 400, "field-without-colon"},
      {"a folded value", "A: b\r\n c\r\n", 400, "folded-field"},
      {"a value folded by a tab", "A: b\r\n\tc: d\r\n", 400, "folded-field"},
      {"a line of one space", " \r\n", 400, "folded-field"},
      {"two hosts", "Host: h\r\n", 400, "several-hosts"},
      {"two different hosts", "host: other\r\n", 400, "several-hosts"},
      {"an unknown expectation", "Expect: 200-ok\r\n", 417, "unknown-expectation"},
      {"a known and an unknown expectation", "Expect: 100-continue, x\r\n", 417,
       "unknown-expectation"},
  };
  for (const RefusedHead& row : fields) {
    rows.push_back({row.description, with_fields(row.bytes), row.status, row.reason});
  }
  rows.push_back({"a fold right after the request line", "GET / HTTP/1.1\r\n Host: h\r\n\r\n", 400,
                  "folded-field"});
  rows.push_back({"no Host in 1.1", "GET / HTTP/1.1\r\n\r\n", 400, "no-host"});
  rows.push_back(
      {"no Host with an absolute target", "GET http://h/ HTTP/1.1\r\n\r\n", 400, "no-host"});
  rows.push_back({"no Host in 1.7", "GET / HTTP/1.7\r\n\r\n", 400, "no-host"});
  rows.push_back(
      {"two Hosts in 1.0", "GET / HTTP/1.0\r\nHost: h\r\nHost: h\r\n\r\n", 400, "several-hosts"});
  rows.push_back({"a bad Host in 1.0", "GET / HTTP/1.0\r\nHost: a/b\r\n\r\n", 400, "bad-host"});
  rows.push_back({"a bad Host beside an absolute target",
                  "GET http://h/ HTTP/1.1\r\nHost: a/b\r\n\r\n", 400, "bad-host"});
  for (const char* host :
       {"a b", "a/b", "h:x", "h:65536", "h:80:80", ":80", "::1", "[::1", "[]", "[::1]x", "[1:2:3]",
        "user@h", "h, h", "\xC3\xA4.example", "a%2", "<h>"}) {
    rows.push_back({std::string("Host ") + host, with_host(host), 400, "bad-host"});
  }
}

void add_framing(std::vector<RefusedHead>& rows) {
  const std::vector<RefusedHead> fields = {
      {"length and coding", "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", 400,
       "length-and-transfer-encoding"},
      {"coding and length", "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", 400,
       "length-and-transfer-encoding"},
      {"two lengths", "Content-Length: 5\r\nContent-Length: 6\r\n", 400,
       "differing-content-lengths"},
      {"two lengths in a list", "Content-Length: 5, 6\r\n", 400, "differing-content-lengths"},
      {"a plus sign", "Content-Length: +5\r\n", 400, "bad-content-length"},
      {"a negative length", "Content-Length: -1\r\n", 400, "bad-content-length"},
      {"a hexadecimal length", "Content-Length: 0x5\r\n", 400, "bad-content-length"},
      {"a fraction", "Content-Length: 5.0\r\n", 400, "bad-content-length"},
      {"a space inside", "Content-Length: 5 5\r\n", 400, "bad-content-length"},
      {"an empty length", "Content-Length:\r\n", 400, "bad-content-length"},
      {"a list with an empty member", "Content-Length: 5,\r\n", 400, "bad-content-length"},
      {"twenty nines", "Content-Length: 99999999999999999999\r\n", 400, "bad-content-length"},
      {"one more than 63 bits", "Content-Length: 9223372036854775808\r\n", 400,
       "bad-content-length"},
      {"a space before the colon", "Transfer-Encoding : chunked\r\n", 400, "space-before-colon"},
      {"a coding folded over two lines", "Transfer-Encoding:\r\n chunked\r\n", 400, "folded-field"},
      {"an empty coding", "Transfer-Encoding:\r\n", 400, "bad-transfer-encoding"},
      {"an empty member", "Transfer-Encoding: ,chunked\r\n", 400, "bad-transfer-encoding"},
      {"chunked twice", "Transfer-Encoding: chunked, chunked\r\n", 400, "chunked-not-final"},
      {"chunked twice over two lines",
       "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", 400, "chunked-not-final"},
      {"chunked not last", "Transfer-Encoding: chunked, gzip\r\n", 400, "chunked-not-final"},
      {"an unknown coding", "Transfer-Encoding: xchunked\r\n", 501, "unknown-transfer-coding"},
      {"a coding we do not undo", "Transfer-Encoding: gzip, chunked\r\n", 501,
       "unknown-transfer-coding"},
      {"identity", "Transfer-Encoding: identity\r\n", 501, "unknown-transfer-coding"},
      {"a quoted chunked", "Transfer-Encoding: \"chunked\"\r\n", 501, "unknown-transfer-coding"},
      {"chunked with a parameter", "Transfer-Encoding: chunked;a=b\r\n", 501,
       "unknown-transfer-coding"},
  };
  for (const RefusedHead& row : fields) {
    rows.push_back({row.description, with_fields(row.bytes), row.status, row.reason});
  }
  rows.push_back({"a coding in 1.0",
                  "POST / HTTP/1.0\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n", 400,
                  "transfer-encoding-in-http-1.0"});
}

std::vector<RefusedHead> make_refused() {
  std::vector<RefusedHead> rows;
  add_request_lines(rows);
  add_targets(rows);
  add_fields(rows);
  add_framing(rows);
  return rows;
}

std::vector<AcceptedHead> make_accepted() {
  std::vector<AcceptedHead> rows = {
      {"the smallest 1.1", with_target("/"), Method::get, "/", "", "h", 1},
      {"the smallest 1.0", "GET / HTTP/1.0\r\n\r\n", Method::get, "/", "", "", 0},
      {"1.0 with Host", "GET / HTTP/1.0\r\nHost: h\r\n\r\n", Method::get, "/", "", "h", 0},
      {"a later 1.x counts as 1.1", "GET / HTTP/1.9\r\nHost: h\r\n\r\n", Method::get, "/", "", "h",
       1},
      {"lines that end with LF", "GET /a HTTP/1.1\nHost: h\n\n", Method::get, "/a", "", "h", 1},
      {"empty lines before it", "\r\n\n\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n", Method::get, "/",
       "", "h", 1},
      {"an invented method", "BREW /pot HTTP/1.1\r\nHost: h\r\n\r\n", Method::other, "/pot", "",
       "h", 1},
      {"a method in other case", "get / HTTP/1.1\r\nHost: h\r\n\r\n", Method::other, "/", "", "h",
       1},
      {"TRACE is read, others decide", "TRACE / HTTP/1.1\r\nHost: h\r\n\r\n", Method::trace, "/",
       "", "h", 1},
      {"OPTIONS *", "OPTIONS * HTTP/1.1\r\nHost: h\r\n\r\n", Method::options, "*", "", "h", 1},
      {"OPTIONS of a path", "OPTIONS /a HTTP/1.1\r\nHost: h\r\n\r\n", Method::options, "/a", "",
       "h", 1},
      {"an absolute target wins over Host",
       "GET http://any.example/a.txt HTTP/1.1\r\nHost: h\r\n\r\n", Method::get, "/a.txt", "",
       "any.example", 1},
      {"absolute https", with_target("https://s:443/a"), Method::get, "/a", "", "s:443", 1},
      {"absolute, scheme in other case", with_target("HTTP://s/a"), Method::get, "/a", "", "s", 1},
      {"absolute without path", with_target("http://s"), Method::get, "/", "", "s", 1},
      {"absolute, query without path", with_target("http://s?x=/.."), Method::get, "/", "x=/..",
       "s", 1},
      {"absolute in 1.0", "GET http://s/a HTTP/1.0\r\n\r\n", Method::get, "/a", "", "s", 0},
      {"absolute, IPv6", with_target("http://[::1]:8080/a"), Method::get, "/a", "", "[::1]:8080",
       1},
      {"plus stays plus", with_target("/a+b.txt"), Method::get, "/a+b.txt", "", "h", 1},
      {"an escaped plus", with_target("/a%2Bb.txt"), Method::get, "/a+b.txt", "", "h", 1},
      {"an escaped question mark is no query", with_target("/what%3F.txt?x=1"), Method::get,
       "/what?.txt", "x=1", "h", 1},
      {"the query is not decoded or checked", with_target("/?a=%zz%00&b=../?c"), Method::get, "/",
       "a=%zz%00&b=../?c", "h", 1},
      {"an empty query", with_target("/a?"), Method::get, "/a", "", "h", 1},
      {"decoded once", with_target("/%2541"), Method::get, "/%41", "", "h", 1},
      {"raw bytes and marks", with_target("/\xE3\x81\x82\"<>\\^`{|}"), Method::get,
       "/\xE3\x81\x82\"<>\\^`{|}", "", "h", 1},
      {"dot segments", with_target("/a/../b//c%20d/?x=1"), Method::get, "/b/c d/", "x=1", "h", 1},
      {"an empty Host", with_host(""), Method::get, "/", "", "", 1},
      {"Host with spaces around", with_host(" \t h:80 \t"), Method::get, "/", "", "h:80", 1},
      {"Host, IPv6", with_host("[::1]:8080"), Method::get, "/", "", "[::1]:8080", 1},
      {"Host, empty port", with_host("h:"), Method::get, "/", "", "h:", 1},
      {"raw bytes in a value", with_fields("A: \xE3\x81\x82\t\x80\r\n"), Method::get, "/", "", "h",
       1},
      {"an expectation from a 1.0 client is ignored", "GET / HTTP/1.0\r\nExpect: nonsense\r\n\r\n",
       Method::get, "/", "", "", 0},
      {"equal lengths", with_fields("Content-Length: 5, 5\r\nContent-Length: 5\r\n"), Method::get,
       "/", "", "h", 1},
      {"chunked in other case", with_fields("Transfer-Encoding: \tCHUNKED \r\n"), Method::get, "/",
       "", "h", 1},
  };
  return rows;
}

}  // namespace

const std::vector<RefusedHead>& refused_heads() {
  static const std::vector<RefusedHead> rows = make_refused();
  return rows;
}

const std::vector<AcceptedHead>& accepted_heads() {
  static const std::vector<AcceptedHead> rows = make_accepted();
  return rows;
}

}  // namespace tthttpd::parse
