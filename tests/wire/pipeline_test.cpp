// Pipelines (RFC 9112 section 9.3.2): many requests at once are answered in order, each for itself,
// and what cannot be trusted ends them.
#include "wire/exchange.hpp"

namespace tthttpd::support {
namespace {

using Pipelines = Wire;

std::string times(int count, const std::string& text) {
  std::string all;
  for (int i = 0; i < count; ++i) {
    all += text;
  }
  return all;
}

/// A file's request with content that nobody reads, which holds a request.
std::string with_hidden_request() {
  return "POST /a.txt HTTP/1.1\r\nHost: h\r\nContent-Length: " + std::to_string(probe().size()) +
         "\r\n\r\n" + probe();
}

std::string post(std::string_view content) {
  return "POST /post.cgi HTTP/1.1\r\nHost: h\r\nContent-Length: " + std::to_string(content.size()) +
         "\r\n\r\n" + std::string(content);
}

TEST_P(Pipelines, OfEveryKindOfRequestAreAnsweredInOrder) {
  site.start("spawnexec = on");
  play({{"files", times(5, probe()), "200 200 200 200 200 open"},
        {"files that are not there", times(3, get("/none")), "404 404 404 open"},
        {"methods of a file",
         request("HEAD", "/a.txt") + request("OPTIONS", "/a.txt") + request("PUT", "/a.txt") +
             request("BREW", "/a.txt") + request("TRACE", "/a.txt") + probe(),
         "200- 204 405 501 405 200=0123456789 open"},
        {"conditions",
         get("/a.txt", "If-None-Match: *\r\n") + get("/a.txt", "Range: bytes=2-3\r\n") +
             get("/a.txt", "Range: bytes=99-\r\n") + get("/a.txt", "If-Match: \"x\"\r\n") + probe(),
         "304 206=23 416 412 200=0123456789 open"},
        {"scripts", post("one") + post("two") + post(""),
         "200=POST_3_one 200=POST_3_two 200=POST_0_ open"},
        {"scripts and files", probe() + post("one") + probe() + post("two") + probe(),
         "200 200=POST_3_one 200=0123456789 200=POST_3_two 200 open"},
        {"content nobody reads", with_hidden_request() + with_hidden_request() + probe(),
         "405 405 200=0123456789 open"},
        {"redirects", get("/dir") + get("/dir/"), "301 200=index open"}});
}

TEST_P(Pipelines, EndWhereTheClientSaysSoOrNothingCanBeTrusted) {
  site.start("spawnexec = on");
  play({{"close in the middle",
         probe() + get("/a.txt", "Connection: close\r\n") + probe() + probe(), "200 200 close"},
        {"HTTP/1.0 in the middle", probe() + "GET /a.txt HTTP/1.0\r\n\r\n" + probe(),
         "200 200 close"},
        {"garbage in the middle", probe() + "garbage\r\n\r\n" + probe(), "200 400 close"},
        {"bad framing in the middle",
         probe() + request("POST", "/a.txt", "Content-Length: x\r\n") + probe(), "200 400 close"},
        {"bad chunks in the middle",
         probe() + request("POST", "/post.cgi", "Transfer-Encoding: chunked\r\n") + "x\r\n" +
             probe(),
         "200 400 close"},
        {"too much in the middle", probe() + get("/" + std::string(9000, 'x')) + probe(),
         "200 414 close"}});
}

TEST_P(Pipelines, OfHundredsAreAnsweredInOrder) {
  site.start("spawnexec = on");
  for (int i = 0; i < 500; ++i) {
    site.file("n" + std::to_string(i), std::to_string(i));
  }
  std::string all;
  for (int i = 0; i < 500; ++i) {
    all += get("/n" + std::to_string(i));
  }
  for (const std::size_t size : {all.size(), std::size_t{1000}, std::size_t{7}}) {
    RawClient client = connect();
    for (std::size_t at = 0; at < all.size(); at += size) {
      client.send(std::string_view(all).substr(at, size));
    }
    for (int i = 0; i < 500; ++i) {
      ASSERT_EQ(client.read_reply().body, std::to_string(i)) << "writes of " << size;
    }
    EXPECT_EQ(client.ask(probe()).body, "0123456789");
  }
}

TEST_P(Pipelines, WhoseAnswersAreNotReadDoNotGrowTheServer) {
  site.file("large.bin", std::string(1 << 20, 'x'));
  site.start("", "[limits]\nsend_timeout = 1\n");
  const std::size_t before = resident_kib(site.server().pid());
  const std::size_t descriptors = count_descriptors(site.server().pid());
  std::vector<RawClient> clients;
  for (int i = 0; i < 20; ++i) {
    clients.push_back(connect());
    clients.back().try_send(times(200, get("/large.bin")));
  }
  // 4 GiB of answers have been asked for; none of it may wait in memory.
  EXPECT_LT(resident_kib(site.server().pid()), before + 64 * 1024);
  EXPECT_TRUE(eventually([&] { return count_descriptors(site.server().pid()) <= descriptors; }));
  EXPECT_LT(resident_kib(site.server().pid()), before + 64 * 1024);
}

INSTANTIATE_TEST_SUITE_P(BothFamilies, Pipelines, ::testing::Values(Family::v4, Family::v6),
                         family_name);

}  // namespace
}  // namespace tthttpd::support
