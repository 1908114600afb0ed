#include "tthttpd/config/values.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tthttpd::config {
namespace {

using std::chrono::milliseconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

TEST(Values, ReadsSwitches) {
  for (const char* word : {"on", "yes", "true", "1", "On", "TRUE"}) {
    EXPECT_EQ(parse_switch(word), true) << word;
  }
  for (const char* word : {"off", "no", "false", "0", "OFF"}) {
    EXPECT_EQ(parse_switch(word), false) << word;
  }
  for (const char* word : {"", "perhaps", "2", "onn", "on off"}) {
    EXPECT_EQ(parse_switch(word), std::nullopt) << word;
  }
}

TEST(Values, ReadsDurations) {
  struct Case {
    const char* text;
    std::optional<milliseconds> expected;
  };
  const Case cases[] = {
      {"0", milliseconds(0)},
      {"10", milliseconds(10000)},
      {"250ms", milliseconds(250)},
      {"10s", milliseconds(10000)},
      {"10 s", milliseconds(10000)},
      {"5min", milliseconds(300000)},
      {"2h", milliseconds(7200000)},
      {"", std::nullopt},
      {"-1", std::nullopt},
      {"+1", std::nullopt},
      {"s", std::nullopt},
      {"1.5", std::nullopt},
      {"10 parsecs", std::nullopt},
      {"10s ", std::nullopt},
      {"0x10", std::nullopt},
      {"99999999999999999999", std::nullopt},
      {"18446744073709551615", std::nullopt},
      {"9999999h", std::nullopt},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(parse_duration(c.text), c.expected) << c.text;
  }
}

TEST(Values, ReadsSizes) {
  struct Case {
    const char* text;
    std::optional<std::uint64_t> expected;
  };
  const Case cases[] = {
      {"0", 0},
      {"4096", 4096},
      {"8K", 8192},
      {"8KiB", 8192},
      {"8 KiB", 8192},
      {"1M", 1048576},
      {"1MiB", 1048576},
      {"1G", 1073741824},
      {"2GiB", 2147483648},
      {"", std::nullopt},
      {"-1", std::nullopt},
      {"1KB", std::nullopt},
      {"KiB", std::nullopt},
      {"99999999999GiB", std::nullopt},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(parse_size(c.text), c.expected) << c.text;
  }
}

TEST(Values, ReadsCounts) {
  EXPECT_EQ(parse_count("0"), 0U);
  EXPECT_EQ(parse_count("1024"), 1024U);
  for (const char* text : {"", "-1", "1k", "1.0", " 1", "many"}) {
    EXPECT_EQ(parse_count(text), std::nullopt) << text;
  }
}

TEST(Values, SplitsLists) {
  EXPECT_THAT(parse_list(""), IsEmpty());
  EXPECT_THAT(parse_list("a"), ElementsAre("a"));
  EXPECT_THAT(parse_list(" a ,\tb,c d "), ElementsAre("a", "b", "c d"));
  EXPECT_THAT(parse_list(",a,,b,"), ElementsAre("a", "b"));
}

TEST(Values, KnowsWhatCanBeAPort) {
  for (const char* text : {"0", "80", "65535", "http", "http-alt"}) {
    EXPECT_TRUE(is_port(text)) << text;
  }
  for (const char* text : {"", "65536", "99999999999999999999", "-1", "-a", "a b", "80/tcp", "a:b",
                           "far-too-long-for-a-service"}) {
    EXPECT_FALSE(is_port(text)) << text;
  }
}

TEST(Values, ReadsAddressesToListenOn) {
  struct Case {
    const char* text;
    const char* expected;  // host|port|unix path; null: none
  };
  const Case cases[] = {
      {"127.0.0.1:8080", "127.0.0.1|8080|"},
      {"[::1]:8080", "::1|8080|"},
      {"[::1]", "::1||"},
      {"::1", "::1||"},
      {"[fe80::1%eth0]:80", "fe80::1%eth0|80|"},
      {"*:80", "|80|"},
      {"*", "||"},
      {":80", "|80|"},
      {"8080", "|8080|"},
      {"0", "|0|"},
      {"localhost:http", "localhost|http|"},
      {"localhost", "localhost||"},
      {"unix:tthttpd.sock", "||tthttpd.sock"},
      {"unix:/run/t:1.sock", "||/run/t:1.sock"},
      {"", nullptr},
      {"unix:", nullptr},
      {"127.0.0.1:", nullptr},
      {"127.0.0.1:65536", nullptr},
      {"65536", nullptr},
      {"[::1", nullptr},
      {"[::1]8080", nullptr},
      {"[::1]:", nullptr},
      {"[localhost]:80", nullptr},
      {"http://localhost:80/", nullptr},
      {"http://localhost", nullptr},
      {"a b:80", nullptr},
      {"a/b", nullptr},
      {"localhost:80:90", nullptr},
  };
  for (const Case& c : cases) {
    const auto listen = parse_listen(c.text);
    if (c.expected == nullptr) {
      EXPECT_FALSE(listen) << c.text;
    } else if (listen) {
      EXPECT_EQ(listen->host + '|' + listen->port + '|' + listen->unix_path, c.expected) << c.text;
    } else {
      ADD_FAILURE() << c.text;
    }
  }
}

TEST(Values, KnowsWhatCanBeAHost) {
  for (const char* text : {"localhost", "www.example.org", "127.0.0.1", "::1", "日本.example"}) {
    EXPECT_TRUE(is_host(text)) << text;
  }
  for (const char* text : {"", "a b", "a/b", "localhost:80", "[::1]", "user@host"}) {
    EXPECT_FALSE(is_host(text)) << text;
  }
}

TEST(Values, KnowsCanonicalUrlPaths) {
  for (const char* text : {"/", "/a", "/a/", "/a/b.c", "/..a", "/日本語", "/a b"}) {
    EXPECT_TRUE(is_canonical_url_path(text)) << text;
  }
  for (const char* text :
       {"", "a", "a/b", "//", "/a//b", "/.", "/a/../b", "/a/..", "/./a", "/a//"}) {
    EXPECT_FALSE(is_canonical_url_path(text)) << text;
  }
}

TEST(Values, FindsTheNearestWord) {
  const std::vector<std::string> known{"root",      "port",      "hostname",
                                       "spawnexec", "ipv4_only", "ipv6_only"};
  struct Case {
    const char* word;
    std::optional<std::string> expected;
  };
  const Case cases[] = {
      {"rot", "root"},
      {"prot", "port"},
      {"Port", "port"},
      {"PORT", "port"},
      {"host_name", "hostname"},
      {"spawn_exec", "spawnexec"},
      {"ipv5_only", "ipv4_only"},
      {"charset", std::nullopt},
      {"xy", std::nullopt},
      {"", std::nullopt},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(find_nearest(c.word, known), c.expected) << c.word;
  }
}

TEST(Values, QuotesWordsSafelyAndShort) {
  EXPECT_EQ(in_quotes("a b"), "'a b'");
  EXPECT_EQ(in_quotes("サイト"), "'サイト'");
  EXPECT_THAT(in_quotes("\x1b[2J\x7f\n"), Not(HasSubstr("\x1b")));
  EXPECT_EQ(in_quotes("\x1b[\n"), "'?[?'");
  EXPECT_LT(in_quotes(std::string(100000, 'x')).size(), 100U);
}

}  // namespace
}  // namespace tthttpd::config
