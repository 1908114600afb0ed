#include "tthttpd/platform/ip_address.hpp"

#include <gtest/gtest.h>

namespace tthttpd::platform {
namespace {

TEST(IpAddress, ReadsWhatPeopleWriteAndRefusesTheRest) {
  struct Case {
    const char* description;
    std::string_view text;
    const char* expected;  ///< nullptr: refused
  };
  const Case cases[] = {
      {"IPv4", "192.0.2.1", "192.0.2.1"},
      {"IPv6", "2001:DB8:0:0::1", "2001:db8::1"},
      {"IPv6 loopback", "::1", "::1"},
      {"v4-mapped is IPv4", "::ffff:192.0.2.1", "192.0.2.1"},
      {"v4-mapped in hexadecimal", "::ffff:c000:201", "192.0.2.1"},
      {"a zone is dropped", "fe80::1%eth0", "fe80::1"},
      {"an empty zone", "fe80::1%", nullptr},
      {"a zone on IPv4", "192.0.2.1%eth0", nullptr},
      {"empty", "", nullptr},
      {"too few parts", "192.0.2", nullptr},
      {"too large a part", "192.0.2.256", nullptr},
      {"octal", "0300.0.2.1", nullptr},
      {"a number", "3221225985", nullptr},
      {"with a port", "192.0.2.1:80", nullptr},
      {"in brackets", "[::1]", nullptr},
      {"a blank before", " 192.0.2.1", nullptr},
      {"NUL inside", std::string_view("192.0.2.1\0x", 11), nullptr},
      {"a name", "unknown", nullptr},
      {"too long", "1111:1111:1111:1111:1111:1111:1111:1111:1111:1111:1111", nullptr},
  };
  for (const Case& c : cases) {
    const auto address = parse_ip_address(c.text);
    ASSERT_EQ(address.has_value(), c.expected != nullptr) << c.description;
    if (address) {
      EXPECT_EQ(to_text(*address), c.expected) << c.description;
    }
  }
}

TEST(IpAddress, CutsToItsNetwork) {
  struct Case {
    const char* address;
    std::size_t bits;
    const char* expected;
  };
  const Case cases[] = {
      {"192.0.2.255", 32, "192.0.2.255"},
      {"192.0.2.255", 25, "192.0.2.128"},
      {"192.0.2.255", 8, "192.0.0.0"},
      {"192.0.2.255", 0, "0.0.0.0"},
      {"2001:db8:1:2:3::4", 64, "2001:db8:1:2::"},
      {"2001:db8:ffff::", 33, "2001:db8:8000::"},
  };
  for (const Case& c : cases) {
    const auto address = parse_ip_address(c.address);
    ASSERT_TRUE(address) << c.address;
    EXPECT_EQ(to_text(network_of(*address, c.bits)), c.expected) << c.address << '/' << c.bits;
  }
}

TEST(ClientNetwork, IsTheAddressOrTheIpv6ClientsWholeBlock) {
  EXPECT_EQ(client_network("192.0.2.1"), "192.0.2.1");
  EXPECT_EQ(client_network("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
  EXPECT_EQ(client_network("fe80::1%eth0"), "fe80::");
  EXPECT_EQ(client_network(""), "");
  EXPECT_EQ(client_network("unix:"), "unix:");
}

TEST(IpNetwork, ContainsTheAddressesOfItsBlock) {
  struct Case {
    const char* network;
    const char* address;
    bool expected;
  };
  const Case cases[] = {
      {"10.0.0.0/8", "10.255.0.1", true},
      {"10.0.0.0/8", "11.0.0.1", false},
      {"10.1.2.3/8", "10.9.9.9", true},
      {"192.0.2.1", "192.0.2.1", true},
      {"192.0.2.1", "192.0.2.2", false},
      {"192.0.2.0/31", "192.0.2.1", true},
      {"192.0.2.0/31", "192.0.2.2", false},
      {"0.0.0.0/0", "203.0.113.9", true},
      {"0.0.0.0/0", "2001:db8::1", false},
      {"::/0", "2001:db8::1", true},
      {"::/0", "203.0.113.9", false},
      {"2001:db8::/32", "2001:db8:ffff::1", true},
      {"2001:db8::/32", "2001:db9::1", false},
      {"::1", "::1", true},
      {"::ffff:10.0.0.0/104", "10.1.2.3", true},
      {"::ffff:10.0.0.0/104", "11.1.2.3", false},
      {"10.0.0.0/8", "::ffff:10.1.2.3", true},
  };
  for (const Case& c : cases) {
    const auto network = parse_ip_network(c.network);
    const auto address = parse_ip_address(c.address);
    ASSERT_TRUE(network && address) << c.network << ' ' << c.address;
    EXPECT_EQ(network->contains(*address), c.expected) << c.network << ' ' << c.address;
  }
}

TEST(IpNetwork, RefusesWhatIsNoBlock) {
  for (const char* text : {"", "/8", "10.0.0.0/", "10.0.0.0/33", "::/129", "10.0.0.0/-1",
                           "10.0.0.0/8x", "10.0.0.0/8/8", "10/8", "localhost", "10.0.0.0/ 8"}) {
    EXPECT_FALSE(parse_ip_network(text)) << text;
  }
}

}  // namespace
}  // namespace tthttpd::platform
