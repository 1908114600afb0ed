#include "tthttpd/handler/directory_redirect.hpp"

#include <array>

#include <gtest/gtest.h>

namespace tthttpd::handler {
namespace {

TEST(DirectoryRedirect, KeepsTheMethodOfAllButReads) {
  struct Row {
    const char* method;
    int status;
  };
  const std::array rows = {Row{"GET", 301},     Row{"HEAD", 301},   Row{"POST", 308},
                           Row{"OPTIONS", 308}, Row{"DELETE", 308}, Row{"BREW", 308}};
  for (const auto& row : rows) {
    http::Request request;
    request.method_name = row.method;
    request.method = http::method_from(row.method);
    route::Resource resource;
    resource.kind = route::Kind::redirect;
    resource.location = "/dir%20x/?a=b";
    DirectoryRedirect redirect;
    const auto response = redirect.handle(request, resource);
    ASSERT_TRUE(response.ok()) << row.method;
    EXPECT_EQ(response->status, row.status) << row.method;
    EXPECT_EQ(response->headers.find("Location"), "/dir%20x/?a=b") << row.method;
  }
}

}  // namespace
}  // namespace tthttpd::handler
