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

TEST(Request, SplitsItsAuthority) {
  struct Row {
    const char* authority;
    const char* host;
    const char* port;
  };
  for (const Row& row :
       {Row{"example.org", "example.org", ""}, Row{"example.org:8080", "example.org", "8080"},
        Row{"example.org:", "example.org", ""}, Row{"[::1]", "[::1]", ""},
        Row{"[::1]:8080", "[::1]", "8080"}, Row{"[::1]:", "[::1]", ""}, Row{"", "", ""}}) {
    Request request;
    request.authority = row.authority;
    EXPECT_EQ(request.host(), row.host) << row.authority;
    EXPECT_EQ(request.port(), row.port) << row.authority;
  }
}

}  // namespace
}  // namespace tthttpd::http
