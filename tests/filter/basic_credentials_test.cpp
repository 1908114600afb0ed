#include "tthttpd/filter/basic_credentials.hpp"

#include <gtest/gtest.h>

namespace tthttpd::filter {
namespace {

TEST(BasicCredentials, AreReadFromTheField) {
  struct Case {
    const char* description;
    const char* field;
    const char* user;
    const char* password;
  };
  const Case cases[] = {
      {"the example of RFC 7617", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==", "Aladdin", "open sesame"},
      {"scheme in small letters", "basic dTpw", "u", "p"},
      {"scheme in capitals", "BASIC dTpw", "u", "p"},
      {"several blanks", "Basic   dTpw  ", "u", "p"},
      {"colons in the password", "Basic dTphOmI6Yw==", "u", "a:b:c"},
      {"padding missing", "Basic dTphOmI6Yw", "u", "a:b:c"},
      {"one = missing of one", "Basic dTpwcHA", "u", "ppp"},
      {"empty password", "Basic dTo=", "u", ""},
      {"empty user", "Basic OnA=", "", "p"},
      {"both empty", "Basic Og==", "", ""},
      {"UTF-8", "Basic bmlob25nbzrjgbLjgb/jgaHjgYLjgog=", "nihongo", "ひみちあよ"},
      {"Latin-1 bytes pass as they are", "Basic dTrpKw==", "u", "\xe9+"},
  };
  for (const Case& c : cases) {
    const auto got = parse_basic_credentials(c.field);
    ASSERT_TRUE(got) << c.description;
    EXPECT_EQ(got->user, c.user) << c.description;
    EXPECT_EQ(got->password, c.password) << c.description;
  }
}

TEST(BasicCredentials, AreRefusedWhenMalformed) {
  struct Case {
    const char* description;
    const char* field;
  };
  const Case cases[] = {
      {"empty", ""},
      {"scheme alone", "Basic"},
      {"scheme and a blank", "Basic "},
      {"another scheme", "Bearer dTpw"},
      {"Digest", "Digest username=\"u\""},
      {"a longer scheme", "Basicx dTpw"},
      {"no blank", "BasicdTpw"},
      {"no base64", "Basic !!!!"},
      {"URL alphabet", "Basic dTp-_w=="},
      {"no colon", "Basic dQ=="},
      {"token and more", "Basic dTpw dTpw"},
      {"a parameter", "Basic dTpw, realm=x"},
      {"too much padding", "Basic dTpw===="},
      {"padding too short", "Basic dTo6="},
      {"padding inside", "Basic dT==dTpw"},
      {"padding only", "Basic ===="},
      {"one digit left over", "Basic dTpwd"},
      {"leftover bits", "Basic dTphOmI6Yx=="},
      {"line end in the password", "Basic dTpwCg=="},
      {"NUL in the password", "Basic dTpwAA=="},
      {"tab in the user", "Basic dQk6cA=="},
      {"DEL in the password", "Basic dTpwfw=="},
  };
  for (const Case& c : cases) {
    EXPECT_FALSE(parse_basic_credentials(c.field)) << c.description;
  }
}

TEST(BasicCredentials, AreRefusedWhenTooLong) {
  std::string field = "Basic dTpw";
  while (field.size() < 6 + kLongestToken) {
    field += "cHBw";
  }
  ASSERT_EQ(field.size(), 6 + kLongestToken);
  EXPECT_TRUE(parse_basic_credentials(field));
  EXPECT_FALSE(parse_basic_credentials(field + "cHBw"));
}

TEST(BasicCredentials, OfARequestAreMissingMalformedOrPresent) {
  using State = SentCredentials::State;
  http::Headers headers;
  EXPECT_EQ(read_credentials(headers).state, State::missing);
  headers.add("authorization", "Basic dTpw");
  const auto sent = read_credentials(headers);
  EXPECT_EQ(sent.state, State::present);
  EXPECT_EQ(sent.credentials.user, "u");
  EXPECT_EQ(sent.credentials.password, "p");
  headers.add("Authorization", "Basic dTpw");
  EXPECT_EQ(read_credentials(headers).state, State::malformed) << "two fields";
  headers.set("Authorization", "");
  EXPECT_EQ(read_credentials(headers).state, State::malformed) << "an empty field";
  headers.set("Authorization", "Bearer x");
  EXPECT_EQ(read_credentials(headers).state, State::malformed) << "another scheme";
}

}  // namespace
}  // namespace tthttpd::filter
