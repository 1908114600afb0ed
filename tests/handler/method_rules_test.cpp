#include "tthttpd/handler/method_rules.hpp"

#include <array>

#include <gtest/gtest.h>

namespace tthttpd::handler {
namespace {

TEST(MethodRules, OnlyGetAndHeadAreServed) {
  struct Row {
    const char* name;
    int status;  // 0: to be served
    bool allow;
  };
  const std::array rows = {
      Row{"GET", 0, false},    Row{"HEAD", 0, false},       Row{"OPTIONS", 204, true},
      Row{"POST", 405, true},  Row{"PUT", 405, true},       Row{"DELETE", 405, true},
      Row{"PATCH", 405, true}, Row{"TRACE", 405, true},     Row{"CONNECT", 405, true},
      Row{"get", 501, false},  Row{"PROPFIND", 501, false}, Row{"BREW", 501, false},
  };
  for (const auto& row : rows) {
    http::Request request;
    request.method_name = row.name;
    request.method = http::method_from(row.name);
    const auto answer = answer_by_method(request);
    EXPECT_EQ(answer ? answer->status : 0, row.status) << row.name;
    if (answer) {
      EXPECT_EQ(answer->headers.find("Allow").value_or(""), row.allow ? "GET, HEAD, OPTIONS" : "")
          << row.name;
      EXPECT_TRUE(std::holds_alternative<std::monostate>(answer->body)) << row.name;
      EXPECT_EQ(answer->reason.empty(), row.status < 400) << row.name;
    }
  }
}

}  // namespace
}  // namespace tthttpd::handler
