#include "tthttpd/handler/accept_preference.hpp"

#include <array>

#include <gtest/gtest.h>

namespace tthttpd::handler {
namespace {

TEST(AcceptPreference, RanksByWeightThenByExactness) {
  struct Row {
    const char* description;
    const char* accept;
    bool json;
  };
  const std::array rows = {
      Row{"nothing said", "", false},
      Row{"anything", "*/*", false},
      Row{"a browser", "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8",
          false},
      Row{"JSON alone", "application/json", true},
      Row{"any case", "Application/JSON", true},
      Row{"JSON and the rest", "application/json, text/plain, */*", true},
      Row{"any application type", "application/*", true},
      Row{"both the same", "text/html, application/json", false},
      Row{"JSON first by weight", "text/html;q=0.5, application/json", true},
      Row{"HTML first by weight", "application/json;q=0.5, text/html", false},
      Row{"less than the rest", "application/json;q=0.1, */*", false},
      Row{"refused", "application/json;q=0", false},
      Row{"HTML refused", "text/html;q=0, application/json;q=0.001", true},
      Row{"HTML refused, all else welcome", "*/*, text/html;q=0", true},
      Row{"weight after parameters", "application/json;v=1; Q=0.2, text/html;q=0.1", true},
      Row{"weight that is none", "application/json;q=high", false},
      Row{"weight that is negative", "application/json;q=-1", false},
      Row{"weight that is too long", "application/json;q=0.99999", false},
      Row{"longer name", "application/json-seq", false},
      Row{"shorter name", "application/js", false},
      Row{"no type at all", ";;;,,;q=1", false},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(accept_prefers(row.accept, "application/json", "text/html"), row.json)
        << row.description;
  }
}

}  // namespace
}  // namespace tthttpd::handler
