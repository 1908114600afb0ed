#include "tthttpd/handler/server_options.hpp"

#include <gtest/gtest.h>

namespace tthttpd::handler {
namespace {

TEST(ServerOptions, NamesTheMethodsOfTheServer) {
  http::Request request;
  request.method = http::Method::options;
  request.path = "*";
  route::Resource resource;
  ServerOptions options;
  const auto response = options.handle(request, resource);
  ASSERT_TRUE(response.ok());
  EXPECT_EQ(response->status, 200);
  for (const auto* method : {"GET", "HEAD", "POST", "OPTIONS"}) {
    EXPECT_TRUE(response->headers.list_has("Allow", method)) << method;
  }
  for (const auto* method : {"TRACE", "CONNECT"}) {
    EXPECT_FALSE(response->headers.list_has("Allow", method)) << method;
  }
}

TEST(ServerOptions, NoOtherMethodHasAnAsterisk) {
  http::Request request;
  request.method = http::Method::get;
  request.path = "*";
  route::Resource resource;
  ServerOptions options;
  const auto response = options.handle(request, resource);
  ASSERT_FALSE(response.ok());
  EXPECT_EQ(response.error().status, 400);
}

}  // namespace
}  // namespace tthttpd::handler
