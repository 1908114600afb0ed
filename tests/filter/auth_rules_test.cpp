#include "tthttpd/filter/auth_rules.hpp"

#include <gtest/gtest.h>

namespace tthttpd::filter {
namespace {

TEST(AuthRules, MatchesWholeSegments) {
  struct Case {
    const char* prefix;
    const char* path;
    bool expected;
  };
  const Case cases[] = {
      {"/update.rb", "/update.rb", true},
      {"/update.rb", "/update.rb/", true},
      {"/update.rb", "/update.rb/x", true},
      {"/update.rb", "/update.rbx", false},
      {"/update.rb", "/update.r", false},
      {"/update.rb", "/", false},
      {"/update.rb", "/x/update.rb", false},
      {"/update.rb", "/Update.rb", false},
      {"/private/", "/private", true},
      {"/private/", "/private/", true},
      {"/private/", "/private/x", true},
      {"/private/", "/privatex", false},
      {"/", "/", true},
      {"/", "/any/thing", true},
      {"/", "*", true},
      {"/a", "*", false},
  };
  for (const Case& c : cases) {
    const AuthRules rules({{c.prefix, {}, "realm", "file"}});
    EXPECT_EQ(rules.find(c.path, "GET") != nullptr, c.expected) << c.prefix << ' ' << c.path;
  }
}

TEST(AuthRules, GetStandsForHeadAndPostForEveryOtherMethod) {
  struct Case {
    std::vector<std::string> methods;
    std::vector<const char*> covered;
    std::vector<const char*> open;
  };
  const Case cases[] = {
      {{"GET"}, {"GET", "HEAD"}, {"POST", "PUT", "get", "OPTIONS", ""}},
      {{"HEAD"}, {"HEAD"}, {"GET", "POST"}},
      {{"POST"},
       {"POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND", "FOO", "get", "head",
        "Post", "*"},
       {"GET", "HEAD"}},
      {{"GET", "POST"}, {"GET", "HEAD", "POST", "PUT", "get", "BREW"}, {}},
      {{"PUT"}, {"PUT"}, {"GET", "HEAD", "POST", "DELETE"}},
      {{}, {"GET", "HEAD", "POST", "PUT", "get"}, {}},
      {{"*"}, {"GET", "HEAD", "POST", "PUT", "get"}, {}},
      {{"GET", "*"}, {"GET", "HEAD", "POST", "BREW"}, {}},
  };
  for (const Case& c : cases) {
    const AuthRules rules({{"/x", c.methods, "realm", "file"}});
    const std::string first = c.methods.empty() ? "all" : c.methods.front();
    for (const char* method : c.covered) {
      EXPECT_NE(rules.find("/x", method), nullptr) << first << " covers " << method;
    }
    for (const char* method : c.open) {
      EXPECT_EQ(rules.find("/x", method), nullptr) << first << " leaves open " << method;
    }
  }
}

TEST(AuthRules, LetsTheLongestPrefixThatCoversTheMethodDecide) {
  const AuthRules rules({{"/", {"GET", "POST"}, "root", "f"},
                         {"/a/b", {"GET"}, "deep get", "f"},
                         {"/a/", {"POST"}, "middle post", "f"},
                         {"/a", {"PUT"}, "middle put", "f"},
                         {"/a", {"PUT"}, "never reached", "f"},
                         {"/c", {}, "c all", "f"},
                         {"/c", {"POST"}, "c post", "f"},
                         {"/c", {"GET"}, "c get", "f"}});
  struct Case {
    const char* path;
    const char* method;
    const char* expected;
  };
  const Case cases[] = {
      {"/", "GET", "root"},          {"/ab", "DELETE", "root"},     {"/a", "GET", "root"},
      {"/a", "POST", "middle post"}, {"/a", "BREW", "middle post"}, {"/a", "PUT", "middle put"},
      {"/a/b", "GET", "deep get"},   {"/a/b/", "HEAD", "deep get"}, {"/a/b", "POST", "middle post"},
      {"/a/b", "PUT", "middle put"}, {"/c", "GET", "c get"},        {"/c", "HEAD", "c get"},
      {"/c", "POST", "c post"},      {"/c", "BREW", "c post"},
  };
  for (const Case& c : cases) {
    const AuthRule* rule = rules.find(c.path, c.method);
    ASSERT_NE(rule, nullptr) << c.path << ' ' << c.method;
    EXPECT_EQ(rule->realm, c.expected) << c.path << ' ' << c.method;
  }
}

TEST(AuthRules, ARuleElsewhereThatNamesTheMethodOpensNothing) {
  const AuthRules rules({{"/dav", {"PUT"}, "dav", "f"}, {"/update.rb", {"POST"}, "tDiary", "f"}});
  const AuthRule* rule = rules.find("/update.rb", "PUT");
  ASSERT_NE(rule, nullptr);
  EXPECT_EQ(rule->realm, "tDiary");
}

TEST(AuthRules, WithoutRulesEverythingIsOpen) {
  EXPECT_EQ(AuthRules({}).find("/x", "POST"), nullptr);
}

}  // namespace
}  // namespace tthttpd::filter
