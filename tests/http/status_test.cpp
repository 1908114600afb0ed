#include "tthttpd/http/status.hpp"

#include <gtest/gtest.h>

namespace tthttpd::http {
namespace {

TEST(Status, KnowsTheRegisteredPhrases) {
  EXPECT_EQ(reason_phrase(100), "Continue");
  EXPECT_EQ(reason_phrase(200), "OK");
  EXPECT_EQ(reason_phrase(206), "Partial Content");
  EXPECT_EQ(reason_phrase(308), "Permanent Redirect");
  EXPECT_EQ(reason_phrase(404), "Not Found");
  EXPECT_EQ(reason_phrase(413), "Content Too Large");
  EXPECT_EQ(reason_phrase(416), "Range Not Satisfiable");
  EXPECT_EQ(reason_phrase(431), "Request Header Fields Too Large");
  EXPECT_EQ(reason_phrase(505), "HTTP Version Not Supported");
  EXPECT_EQ(reason_phrase(511), "Network Authentication Required");
}

TEST(Status, HasNoPhraseForCodesNobodyRegistered) {
  for (const int status : {-1, 0, 99, 199, 306, 418, 430, 499, 512, 999}) {
    EXPECT_EQ(reason_phrase(status), "") << status;
  }
}

TEST(Status, CarriesNoContentWith1xx204And304) {
  for (const int status : {100, 101, 103, 199, 204, 304}) {
    EXPECT_FALSE(status_has_content(status)) << status;
  }
  for (const int status : {200, 201, 205, 206, 301, 400, 404, 500, 599}) {
    EXPECT_TRUE(status_has_content(status)) << status;
  }
}

}  // namespace
}  // namespace tthttpd::http
