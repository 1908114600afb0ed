#include "tthttpd/serve/respond.hpp"

#include <gtest/gtest.h>

#include "serve/test_site.hpp"

namespace tthttpd::serve {
namespace {

class Respond : public ::testing::Test {
 protected:
  http::Result<http::Response> ask(const std::string& path) {
    request.path = path;
    request.target = path;
    request.method_name = "GET";
    request.body = &no_body;
    request.peer = &peer;
    return respond(request, acceptable, no_body, *test.site);
  }
  static std::string text(const http::Result<http::Response>& response) {
    return std::get<std::string>(response->body);
  }

  TestSite test;
  http::Request request;
  http::Peer peer;
  http::Result<void> acceptable;
  NoBody no_body{platform::kNoHandle};
};

TEST_F(Respond, RoutesFiltersAndHandles) {
  std::vector<std::string> order;
  test.site->filters.push_back(std::make_unique<FakeFilter>(
      [&](http::Request&, const route::Resource& resource) -> std::optional<http::Response> {
        order.push_back("filter " + resource.access_paths.front());
        return std::nullopt;
      }));
  const auto response = ask("/a.txt");
  ASSERT_TRUE(response);
  EXPECT_EQ(text(response), "file /a.txt");
  EXPECT_EQ(order, std::vector<std::string>{"filter /a.txt"});
}

TEST_F(Respond, LetsAFilterStopARequestThoughNothingIsThere) {
  test.site->filters.push_back(std::make_unique<FakeFilter>(
      [](http::Request&, const route::Resource&) { return text_response("stop", 401); }));
  for (const auto* path : {"/a.txt", "/missing"}) {
    const auto response = ask(path);
    ASSERT_TRUE(response);
    EXPECT_EQ(response->status, 401) << path;
  }
}

TEST_F(Respond, GivesARefusalItsPageAndLogsServerFaults) {
  const auto missing = ask("/missing");
  ASSERT_TRUE(missing);
  EXPECT_EQ(missing->status, 404);
  EXPECT_NE(text(missing).find("404 Not Found"), std::string::npos);
  EXPECT_TRUE(test.diagnostics->lines.empty());

  test.on(route::Kind::file, [](http::Request&, route::Resource&) {
    return http::Error{500, "broken", "the reason"};
  });
  const auto broken = ask("/a.txt");
  EXPECT_EQ(broken->status, 500);
  EXPECT_EQ(text(broken).find("the reason"), std::string::npos);
  EXPECT_EQ(test.diagnostics->lines, std::vector<std::string>{"broken: the reason"});
}

TEST_F(Respond, UsesTheSitesOwnErrorDocumentAndKeepsTheStatus) {
  test.site->error_documents[404] = "/err.html";
  const auto response = ask("/missing");
  EXPECT_EQ(response->status, 404);
  EXPECT_EQ(text(response), "file /err.html");
  test.site->error_documents[404] = "/missing-too.html";
  EXPECT_NE(text(ask("/missing")).find("<h1>404"), std::string::npos);
}

TEST_F(Respond, ShowsAnErrorDocumentOnlyToWhomItsRulesLetIn) {
  test.site->error_documents[404] = "/err.html";
  test.site->filters.push_back(std::make_unique<FakeFilter>(
      [](http::Request& inner, const route::Resource& resource) -> std::optional<http::Response> {
        if (resource.access_paths.front() != "/err.html" || inner.headers.has("authorization")) {
          inner.user = inner.headers.has("authorization") ? "me" : "";
          return std::nullopt;
        }
        return text_response("password?", 401);
      }));
  const auto stranger = ask("/missing");
  EXPECT_EQ(stranger->status, 404);
  EXPECT_NE(text(stranger).find("404 Not Found"), std::string::npos);
  request.headers.add("Authorization", "Basic bWU6cHc=");
  const auto known = ask("/missing");
  EXPECT_EQ(known->status, 404);
  EXPECT_EQ(text(known), "file /err.html");
}

TEST_F(Respond, AsksTheFiltersBeforeItRefusesTheContent) {
  acceptable = http::Error{413, "body-too-large", {}};
  test.site->headers.push_back({"/", "X-Test", "yes"});
  const auto refused = ask("/a.txt");
  EXPECT_EQ(refused->status, 413);
  EXPECT_EQ(refused->headers.find("x-test"), "yes");
  test.site->filters.push_back(std::make_unique<FakeFilter>(
      [](http::Request&, const route::Resource&) { return text_response("stop", 401); }));
  EXPECT_EQ(ask("/a.txt")->status, 401);
}

TEST_F(Respond, HasAWholeReplyForAConnectionThatGetsNoThread) {
  const auto reply = busy_response(*test.site);
  EXPECT_EQ(reply.rfind("HTTP/1.1 503 Service Unavailable\r\n", 0), 0U) << reply;
  for (const auto* part : {"\r\nDate: ", "\r\nRetry-After: 1\r\n", "\r\nConnection: close\r\n",
                           "\r\nContent-Length: ", "503 Service Unavailable</h1>"}) {
    EXPECT_NE(reply.find(part), std::string::npos) << part << " in " << reply;
  }
}

TEST_F(Respond, FollowsALocalRedirectAsAGetThroughTheFilters) {
  std::vector<std::string> filtered;
  test.site->filters.push_back(std::make_unique<FakeFilter>(
      [&](http::Request& seen, const route::Resource&) -> std::optional<http::Response> {
        filtered.push_back(seen.path);
        EXPECT_EQ(seen.user, "") << "who was let in before does not count here";
        seen.user = "somebody";
        return std::nullopt;
      }));
  test.on(route::Kind::file, [](http::Request& seen, route::Resource& resource) {
    if (resource.url_path == "/a.txt") {
      http::Response redirect;
      redirect.local_redirect = "/b.txt?x=1";
      return redirect;
    }
    EXPECT_EQ(seen.method, http::Method::get);
    EXPECT_EQ(seen.query, "x=1");
    EXPECT_FALSE(seen.headers.has("content-length"));
    return text_response("b");
  });
  request.method = http::Method::post;
  request.headers.add("Content-Length", "5");
  const auto response = ask("/a.txt");
  ASSERT_TRUE(response);
  EXPECT_EQ(text(response), "b");
  EXPECT_EQ(filtered, (std::vector<std::string>{"/a.txt", "/b.txt"}));
}

TEST_F(Respond, EndsALoopOfLocalRedirects) {
  int hops = 0;
  test.on(route::Kind::file, [&](http::Request&, route::Resource&) {
    ++hops;
    http::Response redirect;
    redirect.local_redirect = "/a.txt";
    return redirect;
  });
  EXPECT_EQ(ask("/a.txt")->status, 500);
  EXPECT_EQ(hops, 1 + kMostLocalRedirects);
}

TEST_F(Respond, RefusesALocalRedirectThatLeavesTheRoot) {
  test.on(route::Kind::file, [](http::Request&, route::Resource&) {
    http::Response redirect;
    redirect.local_redirect = "/../secret";
    return redirect;
  });
  EXPECT_EQ(ask("/a.txt")->status, 502);
}

TEST_F(Respond, PassesOnThatTheClientHasGone) {
  test.on(route::Kind::file, [](http::Request&, route::Resource&) {
    return http::Error{http::kNoAnswer, "client-gone", {}};
  });
  const auto response = ask("/a.txt");
  ASSERT_FALSE(response);
  EXPECT_EQ(response.error().status, http::kNoAnswer);
}

TEST_F(Respond, AddsTheConfiguredFields) {
  test.site->headers.push_back({"/", "X-Frame-Options", "DENY"});
  EXPECT_EQ(ask("/a.txt")->headers.find("x-frame-options"), "DENY");
  EXPECT_EQ(ask("/missing")->headers.find("x-frame-options"), "DENY");
}

}  // namespace
}  // namespace tthttpd::serve
