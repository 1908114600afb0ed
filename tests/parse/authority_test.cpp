#include "tthttpd/parse/authority.hpp"

#include <gtest/gtest.h>

namespace tthttpd::parse {
namespace {

TEST(IsValidAuthority, TakesNamesAndAddressesWithAPort) {
  for (const char* text : {"h",
                           "example.com",
                           "example.com.",
                           "a_b",
                           "a-b~c",
                           "h:80",
                           "h:0",
                           "h:65535",
                           "h:",
                           "127.0.0.1",
                           "127.0.0.1:8080",
                           "999.999.999.999",
                           "[::1]",
                           "[::]",
                           "[::1]:80",
                           "[::1]:",
                           "[1:2:3:4:5:6:7:8]",
                           "[1::8]",
                           "[1:2:3:4:5:6:7::]",
                           "[::2:3:4:5:6:7:8]",
                           "[::ffff:1.2.3.4]",
                           "[1:2:3:4:5:6:1.2.3.4]",
                           "[fe80::ABCD]"}) {
    EXPECT_TRUE(is_valid_authority(text)) << text;
  }
}

TEST(IsValidAuthority, RefusesEverythingElse) {
  for (const char* text : {"",
                           ":",
                           ":80",
                           "::1",
                           "h:80:80",
                           "h:a",
                           "h:-1",
                           "h:65536",
                           "h:99999999999999999999",
                           "h ",
                           "a b",
                           "a/b",
                           "a\\b",
                           "a?b",
                           "a#b",
                           "u@h",
                           "<h>",
                           "a\"b",
                           "a%20b",
                           "h!",
                           "h$x",
                           "h&x",
                           "h'x",
                           "(h)",
                           "h*",
                           "h+x",
                           "h,g",
                           "h;x",
                           "h=x",
                           "a%",
                           "a%2",
                           "a%zz",
                           "\xC3\xA4",
                           "[]",
                           "[",
                           "]",
                           "[::1",
                           "::1]",
                           "[::1]a",
                           "[::1]80",
                           "[::1]:a",
                           "[::1]:65536",
                           "[1]",
                           "[1:2:3:4:5:6:7]",
                           "[1:2:3:4:5:6:7:8:9]",
                           "[1::2::3]",
                           "[:::]",
                           "[:1:2:3:4:5:6:7]",
                           "[1:2:3:4:5:6:7:8::]",
                           "[12345::]",
                           "[g::]",
                           "[::1.2.3]",
                           "[::1.2.3.256]",
                           "[::1.2.3.04]",
                           "[1.2.3.4::]",
                           "[::1.2.3.4:5]",
                           "[fe80::1%25eth0]",
                           "[v1.x]",
                           "[127.0.0.1]"}) {
    EXPECT_FALSE(is_valid_authority(text)) << text;
  }
}

}  // namespace
}  // namespace tthttpd::parse
