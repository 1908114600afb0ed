#include "tthttpd/filter/forwarded.hpp"

#include <stdexcept>

#include <gtest/gtest.h>

namespace tthttpd::filter {
namespace {

struct Seen {
  std::string client;
  bool secure = false;
};

Seen pass(const std::vector<std::string>& trusted, const std::string& peer_address,
          const std::vector<std::string>& forwarded_for,
          const std::vector<std::string>& proto = {}) {
  Forwarded filter(trusted);
  http::Peer peer;
  peer.remote.address = peer_address;
  http::Request request;
  request.peer = &peer;
  request.client_address = peer_address;
  for (const auto& value : forwarded_for) {
    request.headers.add("X-Forwarded-For", value);
  }
  for (const auto& value : proto) {
    request.headers.add("x-forwarded-proto", value);
  }
  EXPECT_FALSE(filter.check(request, route::Resource())) << "it never stops a request";
  return {request.client_address, request.secure};
}

TEST(Forwarded, TakesTheRightmostAddressThatIsNoTrustedProxy) {
  struct Case {
    const char* description;
    std::vector<std::string> trusted;
    const char* peer;
    std::vector<std::string> fields;
    const char* expected;
  };
  const Case cases[] = {
      {"one client", {"127.0.0.1"}, "127.0.0.1", {"203.0.113.9"}, "203.0.113.9"},
      {"no field", {"127.0.0.1"}, "127.0.0.1", {}, "127.0.0.1"},
      {"empty field", {"127.0.0.1"}, "127.0.0.1", {""}, "127.0.0.1"},
      {"stranger as peer", {"127.0.0.1"}, "198.51.100.7", {"203.0.113.9"}, "198.51.100.7"},
      {"claims on the left do not count",
       {"127.0.0.1"},
       "127.0.0.1",
       {"10.0.0.1, 203.0.113.9"},
       "203.0.113.9"},
      {"trusted ones on the right are skipped",
       {"127.0.0.1", "10.0.0.0/8"},
       "127.0.0.1",
       {"1.1.1.1, 203.0.113.9, 10.1.2.3,10.9.9.9"},
       "203.0.113.9"},
      {"several fields are one list",
       {"127.0.0.1", "10.0.0.0/8"},
       "127.0.0.1",
       {"1.1.1.1", "203.0.113.9", "10.1.2.3"},
       "203.0.113.9"},
      {"all trusted: the leftmost", {"10.0.0.0/8"}, "10.0.0.1", {"10.0.0.3, 10.0.0.2"}, "10.0.0.3"},
      {"IPv6", {"::1"}, "::1", {"2001:DB8::5"}, "2001:db8::5"},
      {"IPv6 block", {"2001:db8::/32"}, "2001:db8::1", {"fe80::9, 2001:db8:1::1"}, "fe80::9"},
      {"IPv6 in brackets", {"::1"}, "::1", {"[2001:db8::5]"}, "2001:db8::5"},
      {"IPv6 with port", {"::1"}, "::1", {"[2001:db8::5]:4711"}, "2001:db8::5"},
      {"IPv4 with port", {"::1"}, "::1", {"203.0.113.9:4711"}, "203.0.113.9"},
      {"v4-mapped member", {"::1"}, "::1", {"::ffff:203.0.113.9"}, "203.0.113.9"},
      {"v4-mapped rule", {"::ffff:127.0.0.1"}, "127.0.0.1", {"203.0.113.9"}, "203.0.113.9"},
      {"zone of the peer", {"fe80::/10"}, "fe80::1%eth0", {"203.0.113.9"}, "203.0.113.9"},
      {"malformed", {"::1"}, "::1", {"unknown"}, "::1"},
      {"malformed on the way", {"::1", "10.0.0.1"}, "::1", {"203.0.113.9, x, 10.0.0.1"}, "::1"},
      {"malformed on the left", {"::1"}, "::1", {"x, 203.0.113.9"}, "203.0.113.9"},
      {"bad port", {"::1"}, "::1", {"203.0.113.9:http"}, "::1"},
      {"bracket left open", {"::1"}, "::1", {"[2001:db8::5"}, "::1"},
      {"IPv4 in brackets", {"::1"}, "::1", {"[203.0.113.9]"}, "::1"},
      {"something behind the bracket", {"::1"}, "::1", {"[2001:db8::5]x"}, "::1"},
      {"quoted", {"::1"}, "::1", {"\"203.0.113.9\""}, "::1"},
      {"UNIX socket not listed", {"0.0.0.0/0", "::/0"}, "", {"203.0.113.9"}, ""},
      {"UNIX socket", {"unix"}, "", {"203.0.113.9"}, "203.0.113.9"},
      {"UNIX socket with colon", {"unix:"}, "", {"203.0.113.9"}, "203.0.113.9"},
      {"UNIX sockets in a row", {"unix"}, "", {"203.0.113.9, unix:"}, "203.0.113.9"},
      {"unix: from elsewhere", {"::1"}, "::1", {"203.0.113.9, unix:"}, "::1"},
      {"only UNIX trusted", {"unix"}, "127.0.0.1", {"203.0.113.9"}, "127.0.0.1"},
      {"nobody trusted", {}, "127.0.0.1", {"203.0.113.9"}, "127.0.0.1"},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(pass(c.trusted, c.peer, c.fields).client, c.expected) << c.description;
  }
}

TEST(Forwarded, BelievesHttpsFromTrustedPeersOnly) {
  struct Case {
    const char* peer;
    std::vector<std::string> proto;
    bool expected;
  };
  const Case cases[] = {
      {"127.0.0.1", {"https"}, true},
      {"127.0.0.1", {"HTTPS"}, true},
      {"127.0.0.1", {"http"}, false},
      {"127.0.0.1", {}, false},
      {"127.0.0.1", {""}, false},
      {"127.0.0.1", {"https, https"}, true},
      {"127.0.0.1", {"https, http"}, false},
      {"127.0.0.1", {"https", "http"}, false},
      {"127.0.0.1", {"httpsx"}, false},
      {"198.51.100.7", {"https"}, false},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(pass({"127.0.0.1"}, c.peer, {}, c.proto).secure, c.expected)
        << c.peer << ' ' << (c.proto.empty() ? "-" : c.proto.front());
  }
}

TEST(Forwarded, RefusesAnEntryThatIsNoAddress) {
  for (const char* entry : {"", "localhost", "10.0.0.0/33", "10.0.0", "*", "unix:/run/x"}) {
    EXPECT_THROW(Forwarded({"::1", entry}), std::runtime_error) << entry;
  }
}

}  // namespace
}  // namespace tthttpd::filter
