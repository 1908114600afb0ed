#include "tthttpd/write/error_page.hpp"

#include <gtest/gtest.h>

namespace tthttpd::write {
namespace {

TEST(ErrorPage, NamesTheStatusInATypedPage) {
  auto response = response_from({404, "not-found", "/secret/<b>"});
  ASSERT_TRUE(needs_error_page(response));
  add_error_page(response);
  EXPECT_EQ(response.headers.find("content-type"), "text/html; charset=utf-8");
  const auto& page = std::get<std::string>(response.body);
  EXPECT_NE(page.find("<h1>404 Not Found</h1>"), std::string::npos);
  EXPECT_EQ(page.find("secret"), std::string::npos) << "details are for the log only";
  EXPECT_FALSE(needs_error_page(response));
}

TEST(ErrorPage, LeavesContentAndSuccessAlone) {
  http::Response fine;
  EXPECT_FALSE(needs_error_page(fine));
  http::Response own;
  own.status = 404;
  own.body = std::string();
  EXPECT_FALSE(needs_error_page(own)) << "empty content chosen by a handler is content";
}

}  // namespace
}  // namespace tthttpd::write
