#include "tthttpd/serve/keep_alive.hpp"

#include <gtest/gtest.h>

namespace tthttpd::serve {
namespace {

struct Row {
  const char* description;
  int version_minor;
  const char* connection;  ///< null: no such field
  KeepAliveFacts facts;
  bool keep;
};

KeepAliveFacts with(void (*change)(KeepAliveFacts&)) {
  KeepAliveFacts facts;
  change(facts);
  return facts;
}

TEST(KeepAlive, DependsOnRequestResponseAndLimits) {
  const std::vector<Row> rows{
      {"1.1 stays", 1, nullptr, {}, true},
      {"1.1 that asks to close", 1, "close", {}, false},
      {"close among other tokens, any case", 1, "Upgrade, Close", {}, false},
      {"1.0 goes", 0, nullptr, {}, false},
      {"1.0 that asks to stay", 0, "Keep-Alive", {}, true},
      {"1.0 that asks both", 0, "keep-alive, close", {}, false},
      {"content that ends at the close", 1, nullptr,
       with([](KeepAliveFacts& f) { f.response_ends_at_close = true; }), false},
      {"response that must close", 1, nullptr,
       with([](KeepAliveFacts& f) { f.response_must_close = true; }), false},
      {"small unread content", 1, nullptr,
       with([](KeepAliveFacts& f) { f.body = BodyState::drainable; }), true},
      {"content out of step", 1, nullptr, with([](KeepAliveFacts& f) { f.body = BodyState::lost; }),
       false},
      {"one below the most requests", 1, nullptr,
       with([](KeepAliveFacts& f) { f.served = 9, f.most_requests = 10; }), true},
      {"the last request", 1, nullptr,
       with([](KeepAliveFacts& f) { f.served = 10, f.most_requests = 10; }), false},
      {"the server stops", 1, nullptr, with([](KeepAliveFacts& f) { f.stopping = true; }), false},
  };
  for (const auto& row : rows) {
    http::Request request;
    request.version_minor = row.version_minor;
    if (row.connection != nullptr) {
      request.headers.add("Connection", row.connection);
    }
    EXPECT_EQ(keeps_alive(request, row.facts), row.keep) << row.description;
  }
}

}  // namespace
}  // namespace tthttpd::serve
