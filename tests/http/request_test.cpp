#include "tthttpd/http/request.hpp"

#include <gtest/gtest.h>

namespace tthttpd::http {
namespace {

TEST(Method, KnowsTheMethodsOfTheStandards) {
  EXPECT_EQ(method_from("GET"), Method::get);
  EXPECT_EQ(method_from("HEAD"), Method::head);
  EXPECT_EQ(method_from("POST"), Method::post);
  EXPECT_EQ(method_from("PUT"), Method::put);
  EXPECT_EQ(method_from("DELETE"), Method::delete_);
  EXPECT_EQ(method_from("OPTIONS"), Method::options);
  EXPECT_EQ(method_from("PATCH"), Method::patch);
  EXPECT_EQ(method_from("TRACE"), Method::trace);
  EXPECT_EQ(method_from("CONNECT"), Method::connect);
}

TEST(Method, IsCaseSensitiveAndComplete) {
  for (const char* name : {"get", "Get", "GE", "GETT", "", "PROPFIND", "GET "}) {
    EXPECT_EQ(method_from(name), Method::other) << name;
  }
}

}  // namespace
}  // namespace tthttpd::http
