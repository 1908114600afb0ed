// Request targets: the four forms (RFC 9112 section 3.2), escapes, dot segments, and the bytes that
// belong nowhere.
#include "wire/exchange.hpp"

namespace tthttpd::support {
namespace {

using Targets = Wire;

std::string asked(std::string_view method, std::string_view target) {
  return std::string(method) + ' ' + std::string(target) + " HTTP/1.1\r\nHost: h\r\n\r\n";
}

void add(std::vector<Exchange>& rows, std::string_view target, std::string_view answers) {
  rows.push_back({"target " + std::string(target), asked("GET", target), std::string(answers)});
}

TEST_P(Targets, ThatLeadToTheSameFileGiveTheSameContent) {
  site.start();
  std::vector<Exchange> rows;
  for (const char* target : {"/a.txt",
                             "/a.txt?",
                             "/a.txt?x=1",
                             "/a.txt?a?b",
                             "/a.txt?%00",
                             "/a.txt?%zz",
                             "/a.txt?<script>",
                             "/%61.txt",
                             "/a%2Etxt",
                             "/a%2etxt",
                             "/./a.txt",
                             "/dir/../a.txt",
                             "/dir/./../a.txt",
                             "/dir/%2e%2e/a.txt",
                             "/dir/.%2e/a.txt",
                             "//a.txt",
                             "///a.txt",
                             "/dir//..//a.txt",
                             "/none/../a.txt",
                             "http://h/a.txt",
                             "http://h:80/a.txt",
                             "HTTP://h/a.txt",
                             "https://h/a.txt",
                             "http://other.example/a.txt",
                             "http://[::1]:80/a.txt",
                             "http://127.0.0.1/a.txt",
                             "http://h//a.txt",
                             "http://h/dir/../a.txt?q",
                             "http://h:/a.txt"}) {
    add(rows, target, "200=0123456789 open");
  }
  for (const char* target : {"/dir/", "/dir/index.html", "//dir//", "/dir/.", "/dir/x/..",
                             "/%64%69%72/", "/dir%2f", "http://h/dir/"}) {
    add(rows, target, "200=index open");
  }
  play(rows);
}

TEST_P(Targets, ThatLeadNowhereAreNotFoundAndTheConnectionStays) {
  site.start();
  std::vector<Exchange> rows;
  for (const char* target : {"/none",
                             "/a.txt/",
                             "/a.txt/x",
                             "/a.txt%3Fx",
                             "/a.txt%20",
                             "/A.TXT",
                             "/%2561.txt",
                             "/a.txt%0a",
                             "/a.txt%0d%0aX:%20y",
                             "/%ff%fe",
                             "/\xFF\xFE",
                             "/http://h/a.txt",
                             "/a.txt;x=1",
                             "/...",
                             "/.../a.txt",
                             "/dir/a.txt",
                             "/dir%5C..%5Ca.txt",
                             "/dir\\..\\a.txt",
                             "/%e2%80%ae",
                             "/+a.txt",
                             "/a.txt&x",
                             "/~root/",
                             "/dir/%2e%2e%5ca.txt"}) {
    add(rows, target, "404 open");
  }
  play(rows);
}

TEST_P(Targets, ThatAreBrokenAreRefused) {
  site.start();
  std::vector<Exchange> rows;
  for (const char* target : {"a.txt",
                             "?x",
                             "h",
                             "h:80",
                             "h:80/a.txt",
                             "//",
                             "**",
                             "*",
                             "*/",
                             "http:",
                             "http:/",
                             "http://",
                             "http:///a.txt",
                             "http:a.txt",
                             "http://:80/a.txt",
                             "http://h:x/",
                             "http://h:70000/",
                             "http://h:80:80/",
                             "http://u@h/a.txt",
                             "http://u:p@h/a.txt",
                             "http://@h/a.txt",
                             "http://[::1/a.txt",
                             "http://::1/a.txt",
                             "http://a b/",
                             "http://h/..",
                             "ftp://h/a.txt",
                             "file:///etc/passwd",
                             "gopher://h/",
                             "ws://h/",
                             "/%",
                             "/%2",
                             "/%zz",
                             "/%-1",
                             "/%u0041",
                             "/%%61",
                             "/a%",
                             "/a%0",
                             "/a.txt%",
                             "/%00",
                             "/a.txt%00",
                             "/a%00.txt",
                             "/..",
                             "/../",
                             "/../a.txt",
                             "/%2e%2e/a.txt",
                             "/..%2fa.txt",
                             "/..%2Fetc%2Fpasswd",
                             "/dir/../../a.txt",
                             "/dir/%2e%2e/%2e%2e/etc/passwd",
                             "/./..",
                             "//..",
                             "/a.txt#x",
                             "#",
                             "/a.txt?x#y"}) {
    if (std::string_view(target) != "//") {
      add(rows, target, "400 close");
    }
  }
  play(rows);
}

TEST_P(Targets, OfTheAsteriskFormAreForOptionsAlone) {
  site.start();
  play({{"OPTIONS", asked("OPTIONS", "*"), "200 open"},
        {"OPTIONS of the absolute form without path", asked("OPTIONS", "http://h"), "200 open"},
        {"GET", asked("GET", "*"), "400 close"},
        {"HEAD", asked("HEAD", "*"), "400- close"},
        {"POST", asked("POST", "*"), "400 close"},
        {"an unknown method", asked("BREW", "*"), "400 close"},
        {"OPTIONS with more than an asterisk", asked("OPTIONS", "*x"), "400 close"}});
}

TEST_P(Targets, OfTheAuthorityFormAreForAProxy) {
  site.start();
  play(
      {{"CONNECT to another", "CONNECT other:443 HTTP/1.1\r\nHost: other:443\r\n\r\n", "501 close"},
       {"CONNECT to ourselves", "CONNECT h:80 HTTP/1.1\r\nHost: h\r\n\r\n", "501 close"},
       {"CONNECT with a path", "CONNECT /a.txt HTTP/1.1\r\nHost: h\r\n\r\n", "501 close"},
       {"CONNECT in 1.0", "CONNECT h:80 HTTP/1.0\r\n\r\n", "501 close"},
       {"what follows is no request", "CONNECT h:80 HTTP/1.1\r\nHost: h\r\n\r\n" + probe(),
        "501 close"}});
}

INSTANTIATE_TEST_SUITE_P(BothFamilies, Targets, ::testing::Values(Family::v4, Family::v6),
                         family_name);

}  // namespace
}  // namespace tthttpd::support
