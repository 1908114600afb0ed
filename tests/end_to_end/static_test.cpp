// Files as they are: types, validators, methods, index pages, names.
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "support/site.hpp"

namespace tthttpd::support {
namespace {

class Static : public EndToEnd {
 protected:
  /// Sets the time of a file to Sun, 06 Nov 1994 08:49:37 GMT, the date RFC 9110 writes in all
  /// forms.
  void set_rfc_date(const char* name) const {
    const timespec times[2] = {{784111777, 0}, {784111777, 0}};
    ASSERT_EQ(::utimensat(AT_FDCWD, site.path(name).c_str(), times, 0), 0);
  }
};

TEST_P(Static, NamesTheMediaType) {
  struct Case {
    const char* name;
    const char* type;
  };
  const Case cases[] = {
      {"a.html", "text/html; charset=utf-8"},
      {"a.css", "text/css; charset=utf-8"},
      {"a.txt", "text/plain; charset=utf-8"},
      {"a.js", "text/javascript; charset=utf-8"},
      {"a.png", "image/png"},
      {"a.jpg", "image/jpeg"},
      {"a.svg", "image/svg+xml"},
      {"a.json", "application/json"},
      {"a.rdf", "application/xml"},
      {"a.pdf", "application/pdf"},
      {"noextension", "application/octet-stream"},
      {"a.nosuchtype", "application/octet-stream"},
  };
  for (const Case& c : cases) {
    site.file(c.name, "x");
  }
  site.start("charset = utf-8", "[mime/types]\nrdf = application/xml\n");
  RawClient client = connect();
  for (const Case& c : cases) {
    EXPECT_EQ(client.ask(get(std::string("/") + c.name)).header("Content-Type"), c.type) << c.name;
  }
}

TEST_P(Static, DeclaresNoContentCodingForAnArchive) {
  site.file("x.tar.gz", "\x1f\x8bxyz");
  site.start();
  for (const char* extra : {"", "Accept-Encoding: gzip\r\n"}) {
    const Reply reply = ask(get("/x.tar.gz", extra));
    EXPECT_EQ(reply.header("Content-Type"), "application/gzip");
    EXPECT_FALSE(reply.has("Content-Encoding"));
    EXPECT_EQ(reply.body, "\x1f\x8bxyz");
  }
}

TEST_P(Static, HeadHasTheHeadersOfGetAndNoBody) {
  site.file("a.txt", "0123456789");
  site.start();
  RawClient client = connect();
  const Reply got = client.ask(get("/a.txt"));
  const Reply head = client.ask(request("HEAD", "/a.txt"));
  for (const char* name :
       {"Content-Length", "Content-Type", "ETag", "Last-Modified", "Accept-Ranges"}) {
    EXPECT_EQ(head.header(name), got.header(name)) << name;
  }
  EXPECT_EQ(head.header("Content-Length"), "10");
  EXPECT_EQ(client.ask(request("HEAD", "/missing")).status, 404);
  EXPECT_EQ(client.ask(get("/a.txt")).body, "0123456789") << "the connection is out of step";
}

TEST_P(Static, RevalidatesInTheOrderOfTheStandard) {
  site.file("a.txt", "0123456789");
  set_rfc_date("www/a.txt");
  site.start();
  RawClient client = connect();
  const Reply fresh = client.ask(get("/a.txt"));
  const std::string etag = fresh.header("ETag");
  ASSERT_FALSE(etag.empty());
  EXPECT_EQ(fresh.header("Last-Modified"), "Sun, 06 Nov 1994 08:49:37 GMT");
  const std::string same_date = "If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT\r\n";
  struct Case {
    std::string description;
    std::string lines;
    int status;
  };
  const Case cases[] = {
      {"its tag", "If-None-Match: " + etag + "\r\n", 304},
      {"its tag, weak", "If-None-Match: W/" + etag + "\r\n", 304},
      {"its tag in a list", "If-None-Match: \"x\", " + etag + "\r\n", 304},
      {"any", "If-None-Match: *\r\n", 304},
      {"another tag", "If-None-Match: \"nope\"\r\n", 200},
      {"another tag, the same date", "If-None-Match: \"nope\"\r\n" + same_date, 200},
      {"the date", same_date, 304},
      {"the date as in RFC 850", "If-Modified-Since: Sunday, 06-Nov-94 08:49:37 GMT\r\n", 304},
      {"the date as asctime", "If-Modified-Since: Sun Nov  6 08:49:37 1994\r\n", 304},
      {"an older date", "If-Modified-Since: Sun, 06 Nov 1994 08:49:36 GMT\r\n", 200},
      {"no date", "If-Modified-Since: garbage\r\n", 200},
      {"If-Match that fails", "If-Match: \"nope\"\r\n", 412},
      {"If-Match that holds", "If-Match: " + etag + "\r\n", 200},
      {"If-Unmodified-Since that fails", "If-Unmodified-Since: Sun, 06 Nov 1994 08:49:36 GMT\r\n",
       412},
  };
  for (const Case& c : cases) {
    const Reply reply = client.ask(get("/a.txt", c.lines));
    EXPECT_EQ(reply.status, c.status) << c.description;
    EXPECT_EQ(reply.body, c.status == 200 ? "0123456789" : reply.body) << c.description;
    if (c.status == 304) {
      EXPECT_EQ(reply.header("ETag"), etag) << c.description;
    }
  }
}

TEST_P(Static, AnswersOtherMethodsThanGetAndHead) {
  site.file("a.txt", "0123456789");
  site.start();
  RawClient client = connect();
  const Reply refused = client.ask(request("DELETE", "/a.txt"));
  EXPECT_EQ(refused.status, 405);
  EXPECT_NE(refused.header("Allow").find("GET"), std::string::npos);
  EXPECT_NE(refused.header("Allow").find("HEAD"), std::string::npos);
  const Reply options = client.ask(request("OPTIONS", "/a.txt"));
  EXPECT_EQ(options.status / 100, 2);
  EXPECT_NE(options.header("Allow").find("GET"), std::string::npos);
  const Reply server = client.ask(request("OPTIONS", "*"));
  EXPECT_EQ(server.status / 100, 2);
  EXPECT_TRUE(server.has("Allow"));
  EXPECT_EQ(status(request("BREW", "/a.txt")), 501);
  EXPECT_EQ(client.ask(get("/a.txt")).body, "0123456789");
}

TEST_P(Static, TakesAFullUrlAsTarget) {
  site.file("a.txt", "0123456789");
  site.file("index.html", "home");
  site.start("indexpages = index.html");
  EXPECT_EQ(ask(get("http://any.example/a.txt")).body, "0123456789");
  EXPECT_EQ(ask(get("https://any.example/a.txt?x=1")).body, "0123456789");
  EXPECT_EQ(ask(get("http://any.example")).body, "home");
}

TEST_P(Static, ServesTheFirstIndexPageThatExists) {
  site.file("d/second.html", "second");
  site.file("d/third.html", "third");
  site.start("indexpages = first.html, second.html, third.html");
  const Reply reply = ask(get("/d/?q=1"));
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.body, "second");
}

TEST_P(Static, RedirectsADirectoryToItsSlashAndKeepsTheQuery) {
  site.file("dir/index.html", "x");
  site.file("My Dir/index.html", "x");
  site.start("indexpages = index.html");
  RawClient client = connect();
  struct Case {
    const char* method;
    const char* target;
    int status;
    const char* location;
  };
  const Case cases[] = {
      {"GET", "/dir?x=1&y=2", 301, "/dir/?x=1&y=2"},
      {"HEAD", "/dir", 301, "/dir/"},
      {"GET", "//dir", 301, "/dir/"},
      {"GET", "/My%20Dir", 301, "/My%20Dir/"},
      {"POST", "/dir?x=1", 308, "/dir/?x=1"},
  };
  for (const Case& c : cases) {
    const Reply reply = client.ask(request(c.method, c.target));
    EXPECT_EQ(reply.status, c.status) << c.method << c.target;
    EXPECT_EQ(reply.header("Location"), c.location) << c.method << c.target;
  }
}

TEST_P(Static, FindsNothingBehindAFile) {
  site.file("a.txt", "0123456789");
  site.start();
  for (const char* target : {"/a.txt/", "/a.txt%2F", "/a.txt/b", "/missing", "/A.TXT"}) {
    EXPECT_EQ(status(get(target)), 404) << target;
  }
}

TEST_P(Static, FindsFilesByTheirDecodedName) {
  struct Case {
    const char* name;
    const char* target;
  };
  const Case cases[] = {
      {"a+b.txt", "/a+b.txt"},           {"a+b.txt", "/a%2Bb.txt"},
      {"what?.txt", "/what%3F.txt?x=1"}, {"a\\b.txt", "/a%5Cb.txt"},
      {"100%.txt", "/100%25.txt"},       {"日本語.txt", "/%E6%97%A5%E6%9C%AC%E8%AA%9E.txt"},
      {"\x93\xfa.txt", "/%93%FA.txt"},   {"a b.txt", "/a%20b.txt"},
      {"dir/x.txt", "/dir//x.txt"},      {"dir/x.txt", "/./other/../dir/x.txt"},
      {"dir/x.txt", "/%64ir/%78.txt"},
  };
  for (const Case& c : cases) {
    site.file(c.name, c.name);
  }
  site.start();
  RawClient client = connect();
  for (const Case& c : cases) {
    const Reply reply = client.ask(get(c.target));
    EXPECT_EQ(reply.status, 200) << c.target;
    EXPECT_EQ(reply.body, c.name) << c.target;
  }
}

TEST_P(Static, NeverLeavesTheRoot) {
  site.beside("secret.txt", "SECRET");
  site.file("dir/x.txt", "x");
  site.start("indexpages = index.html\nlisting = on");
  const char* targets[] = {
      "/../secret.txt",
      "/%2e%2e/secret.txt",
      "/..%2fsecret.txt",
      "/dir/%2e%2e/%2e%2e/secret.txt",
      "/.%2e/secret.txt",
      "/dir/../../secret.txt",
      "/..%5csecret.txt",
      "/..%5c..%5csecret.txt",
      "/%252e%252e/secret.txt",
      "/dir/..%2f..%2fsecret.txt",
      "//../secret.txt",
      "/./../secret.txt",
      "/../www/../secret.txt",
      "http://h/../secret.txt",
      "/dir/x.txt/../../../secret.txt",
      "/..",
  };
  for (const char* target : targets) {
    const Reply reply = ask(get(target));
    EXPECT_GE(reply.status, 400) << target;
    EXPECT_LT(reply.status, 500) << target;
    EXPECT_EQ(reply.body.find("SECRET"), std::string::npos) << target;
  }
}

TEST_P(Static, RefusesNulAndBadEscapes) {
  site.file("a.txt", "0123456789");
  site.start();
  for (const char* target : {"/a.txt%00.html", "/a%00.txt", "/%", "/%4", "/%zz", "/a.txt%"}) {
    EXPECT_EQ(status(get(target)), 400) << target;
  }
  EXPECT_EQ(status(get(std::string("/a.txt\0.html", 12))), 400);
}

TEST_P(Static, HidesDotFilesButNotWellKnown) {
  site.file(".git/config", "SECRET");
  site.file(".htpasswd", "SECRET");
  site.file("dir/.hidden", "SECRET");
  site.file(".well-known/x.txt", "open");
  site.start("listing = on\nhtaccess = off");
  for (const char* target : {"/.git/config", "/.git/", "/.htpasswd", "/dir/.hidden"}) {
    const Reply reply = ask(get(target));
    EXPECT_TRUE(reply.status == 404 || reply.status == 403) << target << reply.status;
    EXPECT_EQ(reply.body.find("SECRET"), std::string::npos) << target;
  }
  EXPECT_EQ(ask(get("/")).body.find(".git"), std::string::npos);
  EXPECT_EQ(ask(get("/dir/")).body.find("hidden"), std::string::npos);
  EXPECT_EQ(ask(get("/.well-known/x.txt")).body, "open");
}

TEST_P(Static, FollowsLinksAsThePolicySays) {
  site.beside("outside.txt", "OUTSIDE");
  site.file("inside.txt", "INSIDE");
  std::filesystem::create_symlink("../outside.txt", site.path("www/out"));
  std::filesystem::create_symlink("..", site.path("www/outdir"));
  std::filesystem::create_symlink("inside.txt", site.path("www/in"));
  std::filesystem::create_symlink("nowhere", site.path("www/dead"));
  struct Case {
    const char* policy;
    int outside;
    int inside;
  };
  for (const Case& c : {Case{"", 200, 200}, Case{"symlinks = inside", 403, 200},
                        Case{"symlinks = none", 403, 403}}) {
    site.start(c.policy);
    const auto matches = [](int expected, int got) {
      return expected == got || (expected == 403 && got == 404);
    };
    EXPECT_TRUE(matches(c.outside, status(get("/out")))) << c.policy;
    EXPECT_TRUE(matches(c.outside, status(get("/outdir/outside.txt")))) << c.policy;
    EXPECT_TRUE(matches(c.inside, status(get("/in")))) << c.policy;
    EXPECT_GE(status(get("/dead")), 403) << c.policy;
    EXPECT_LE(status(get("/dead")), 404) << c.policy;
  }
}

TEST_P(Static, RefusesAFifoWithoutWaitingForIt) {
  ASSERT_EQ(::mkfifo(site.path("www/pipe").c_str(), 0644), 0);
  site.start();
  EXPECT_EQ(status(get("/pipe")), 403);
}

TEST_P(Static, SurvivesVeryLongNames) {
  const std::string longest(255, 'n');
  site.file(longest, "long");
  std::string deep;
  for (int level = 0; level < 40; ++level) {
    deep += "/level";
  }
  site.file(deep.substr(1) + "/x.txt", "deep");
  site.start("listing = on");
  EXPECT_EQ(ask(get("/" + longest)).body, "long");
  EXPECT_EQ(ask(get(deep + "/x.txt")).body, "deep");
  EXPECT_EQ(status(get("/" + longest + "n")), 404);
  std::string too_deep;
  for (int level = 0; level < 1000; ++level) {
    too_deep += "/level";
  }
  EXPECT_EQ(status(get(too_deep)), 404);
  EXPECT_NE(ask(get("/")).body.find(longest), std::string::npos);
}

TEST_P(Static, ClosesWhenTheFileShrinksWhileItIsSent) {
  constexpr std::uintmax_t kSize = 64U << 20U;
  site.file("big.bin", "x");
  const std::string path = site.path("www/big.bin");
  std::filesystem::resize_file(path, kSize);
  site.start();
  RawClient client = connect();
  client.send(get("/big.bin"));
  const std::string head = client.read_until("\r\n\r\n");
  EXPECT_NE(head.find("Content-Length: " + std::to_string(kSize)), std::string::npos) << head;
  std::filesystem::resize_file(path, 1000);
  const std::string rest = client.read_to_end();
  EXPECT_LT(rest.size(), kSize);
  EXPECT_EQ(rest.find("HTTP/1.1"), std::string::npos);
  EXPECT_EQ(status(get("/big.bin")), 200);
}

TEST_P(Static, GivesParallelClientsEachTheWholeFile) {
  std::string content;
  for (int i = 0; content.size() < 200000; ++i) {
    content += std::to_string(i) + ",";
  }
  site.file("big.txt", content);
  site.start();
  std::vector<std::thread> clients;
  std::vector<int> wrong(8, 0);
  for (std::size_t number = 0; number < wrong.size(); ++number) {
    clients.emplace_back([&, number] {
      RawClient client = connect();
      for (int turn = 0; turn < 25; ++turn) {
        if (turn % 10 == 9) {
          RawClient quitter = connect();
          quitter.send(get("/big.txt"));
          quitter.read_until("\r\n\r\n");
          quitter.reset();
        }
        wrong[number] += client.ask(get("/big.txt")).body != content;
      }
    });
  }
  for (std::thread& client : clients) {
    client.join();
  }
  EXPECT_EQ(wrong, std::vector<int>(8, 0));
}

INSTANTIATE_TEST_SUITE_P(BothFamilies, Static, ::testing::Values(Family::v4, Family::v6),
                         family_name);

}  // namespace
}  // namespace tthttpd::support
