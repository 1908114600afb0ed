#include "tthttpd/filter/basic_auth.hpp"

#include <atomic>
#include <filesystem>
#include <stdexcept>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "filter/fake_clock.hpp"
#include "filter/recorded_diagnostics.hpp"
#include "support/temp_dir.hpp"

namespace tthttpd::filter {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr const char* kRight = "Basic dTpw";          // u:p
constexpr const char* kOther = "Basic djpx";          // v:q
constexpr const char* kWrong = "Basic dTp3cm9uZw==";  // u:wrong

class BasicAuthTest : public ::testing::Test {
 protected:
  BasicAuthTest() {
    dir.write("users", "u:p\n");
    dir.write("others", "v:q\n");
    dir.write("both", "u:p\nv:q\n");
    rules = {{"/update.rb", {"GET", "POST"}, "tDiary", file("users")},
             {"/push", {"POST"}, "Push", file("users")},
             {"/other", {}, "Other", file("others")},
             {"/both", {}, "Both", file("both")}};
  }
  [[nodiscard]] std::string file(const char* name) const { return (dir / name).string(); }
  BasicAuth& auth() {
    if (!auth_) {
      auth_ = std::make_unique<BasicAuth>(rules, diagnostics, time.clock());
    }
    return *auth_;
  }
  /// "go on as USER", or the status, reason and challenge of what stops the request.
  std::string check(std::vector<std::string> paths, const char* method = "GET",
                    const char* authorization = nullptr) {
    http::Request request;
    request.method = http::method_from(method);
    request.method_name = method;
    request.client_address = "192.0.2.1";
    if (authorization != nullptr) {
      request.headers.add("Authorization", authorization);
    }
    route::Resource resource;
    resource.access_paths = std::move(paths);
    const auto stopped = auth().check(request, resource);
    if (!stopped) {
      return "go on as " + request.user;
    }
    EXPECT_EQ(request.user, "");
    EXPECT_TRUE(std::holds_alternative<std::monostate>(stopped->body));
    std::string text = std::to_string(stopped->status) + " " + std::string(stopped->reason);
    if (const auto field = stopped->headers.find("WWW-Authenticate")) {
      text += " " + std::string(*field);
    }
    return text;
  }

  support::TempDir dir;
  RecordedDiagnostics diagnostics;
  FakeClock time;
  std::vector<AuthRule> rules;

 private:
  std::unique_ptr<BasicAuth> auth_;
};

TEST_F(BasicAuthTest, AnswersByRuleAndCredentials) {
  const std::string realm = " Basic realm=\"tDiary\", charset=\"UTF-8\"";
  struct Case {
    const char* path;
    const char* method;
    const char* authorization;
    std::string expected;
  };
  const Case cases[] = {
      {"/index.rb", "GET", nullptr, "go on as "},
      {"/index.rb", "GET", kRight, "go on as "},
      {"/index.rb", "GET", "Basic !!!", "go on as "},
      {"/update.rbx", "POST", nullptr, "go on as "},
      {"/update.rb", "GET", nullptr, "401 auth-missing" + realm},
      {"/update.rb", "HEAD", nullptr, "401 auth-missing" + realm},
      {"/update.rb/x", "BREW", nullptr, "401 auth-missing" + realm},
      {"/update.rb", "get", nullptr, "401 auth-missing" + realm},
      {"/update.rb", "GET", kRight, "go on as u"},
      {"/update.rb", "OPTIONS", kRight, "go on as u"},
      {"/update.rb", "GET", kWrong, "401 auth-failed" + realm},
      {"/update.rb", "GET", kOther, "401 auth-failed" + realm},
      {"/update.rb", "GET", "Basic !!!", "401 auth-malformed" + realm},
      {"/update.rb", "GET", "Basic dQ==", "401 auth-malformed" + realm},
      {"/update.rb", "GET", "Bearer dTpw", "401 auth-malformed" + realm},
      {"/update.rb", "GET", "", "401 auth-malformed" + realm},
      {"/push", "GET", nullptr, "go on as "},
      {"/push", "POST", kRight, "go on as u"},
      {"/push", "PUT", nullptr, "401 auth-missing Basic realm=\"Push\", charset=\"UTF-8\""},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(check({c.path}, c.method, c.authorization), c.expected)
        << c.method << ' ' << c.path << ' ' << (c.authorization ? c.authorization : "-");
  }
}

TEST_F(BasicAuthTest, EveryAccessPathMustBeSatisfiedByTheSameCredentials) {
  struct Case {
    std::vector<std::string> paths;
    const char* authorization;
    const char* expected;
  };
  const Case cases[] = {
      {{"/open", "/update.rb"}, nullptr, "401 auth-missing Basic realm=\"tDiary\""},
      {{"/open", "/update.rb"}, kRight, "go on as u"},
      {{"/update.rb", "/open"}, nullptr, "401 auth-missing Basic realm=\"tDiary\""},
      {{"/update.rb", "/both/x"}, kRight, "go on as u"},
      {{"/both/x", "/update.rb"}, kOther, "401 auth-failed Basic realm=\"tDiary\""},
      {{"/update.rb", "/both/x"}, kOther, "401 auth-failed Basic realm=\"tDiary\""},
      {{"/both", "/other"}, kRight, "401 auth-failed Basic realm=\"Other\""},
      {{"/both", "/other"}, kOther, "go on as v"},
      {{"/update.rb", "/other", "/both"}, kRight, "401 auth-failed Basic realm=\"Other\""},
  };
  for (const Case& c : cases) {
    std::string got = check(c.paths, "GET", c.authorization);
    got = got.substr(0, got.find(", charset"));
    EXPECT_EQ(got, c.expected) << c.paths.front();
  }
}

TEST_F(BasicAuthTest, RefusesTwoAuthorizationFields) {
  http::Request request;
  request.method_name = "GET";
  request.headers.add("Authorization", kRight);
  request.headers.add("Authorization", kRight);
  route::Resource resource;
  resource.access_paths = {"/update.rb"};
  const auto stopped = auth().check(request, resource);
  ASSERT_TRUE(stopped);
  EXPECT_EQ(stopped->status, 401);
}

TEST_F(BasicAuthTest, OnlyWrongPasswordsAreSlowed) {
  for (int i = 0; i < 20; ++i) {
    check({"/update.rb"});
    check({"/update.rb"}, "GET", "Basic !!!");
    check({"/update.rb"}, "GET", kRight);
  }
  EXPECT_THAT(time.take_slept(), IsEmpty());
  for (int i = 0; i < 6; ++i) {
    check({"/update.rb"}, "GET", kWrong);
  }
  EXPECT_THAT(time.take_slept(), ElementsAre(100, 200));
  EXPECT_EQ(check({"/update.rb"}, "GET", kRight), "go on as u");
  EXPECT_THAT(time.take_slept(), IsEmpty());
}

TEST_F(BasicAuthTest, NeverOpensWhileTheAuthfileCannotBeRead) {
  EXPECT_EQ(check({"/update.rb"}, "GET", kRight), "go on as u");
  fs::remove(dir / "users");
  EXPECT_EQ(check({"/update.rb"}, "GET", kRight), "500 authfile-unreadable");
  EXPECT_EQ(check({"/update.rb"}), "500 authfile-unreadable");
  EXPECT_EQ(check({"/open"}), "go on as ");
  EXPECT_EQ(check({"/other"}, "GET", kOther), "go on as v") << "another file";
  dir.write("users", "u:new\n");
  EXPECT_EQ(check({"/update.rb"}, "GET", kRight).substr(0, 15), "401 auth-failed");
}

TEST_F(BasicAuthTest, DoesNotStartWithoutItsAuthfile) {
  fs::remove(dir / "others");
  EXPECT_THROW(auth(), std::runtime_error);
}

TEST(Challenge, QuotesTheRealm) {
  struct Case {
    const char* realm;
    const char* expected;
  };
  const Case cases[] = {
      {"tDiary", "Basic realm=\"tDiary\", charset=\"UTF-8\""},
      {"", "Basic realm=\"\", charset=\"UTF-8\""},
      {"say \"hi\" \\o/", "Basic realm=\"say \\\"hi\\\" \\\\o/\", charset=\"UTF-8\""},
      {"日記", "Basic realm=\"日記\", charset=\"UTF-8\""},
      {"a\r\nX-Y: b", "Basic realm=\"aX-Y: b\", charset=\"UTF-8\""},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(challenge(c.realm, "auth-missing").headers.find("WWW-Authenticate"), c.expected);
  }
}

TEST_F(BasicAuthTest, DecidesByOneFileOrTheOtherWhileItIsReplaced) {
  dir.write("users", "u:p\nv:q\n");
  auth();
  std::atomic<bool> stop = false;
  std::atomic<int> odd = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      while (!stop) {
        const std::string stays = check({"/update.rb"}, "GET", kOther);
        odd += stays == "go on as v" ? 0 : 1;
        const std::string changes = check({"/update.rb"}, "GET", kRight);
        odd += changes == "go on as u" || changes.starts_with("401 auth-failed") ? 0 : 1;
      }
    });
  }
  const auto replace = [&](const char* content) {
    dir.write("new", content);
    fs::rename(dir / "new", dir / "users");
  };
  for (int i = 0; i < 100; ++i) {
    replace(i % 2 == 0 ? "v:q\n" : "u:p\nv:q\n");
  }
  stop = true;
  for (auto& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(odd, 0);
  EXPECT_EQ(check({"/update.rb"}, "GET", kRight), "go on as u");
}

}  // namespace
}  // namespace tthttpd::filter
