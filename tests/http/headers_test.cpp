#include "tthttpd/http/headers.hpp"

#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tthttpd::http {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Headers, KeepsOrderAndSpellingAndFindsWithoutCase) {
  Headers headers;
  headers.add("Host", "example.com");
  headers.add("ACCEPT", "text/html");
  ASSERT_EQ(headers.size(), 2U);
  EXPECT_EQ(headers[0].name, "Host");
  EXPECT_EQ(headers[1].name, "ACCEPT");
  EXPECT_EQ(headers[1].value, "text/html");
  EXPECT_EQ(headers.find("host"), "example.com");
  EXPECT_EQ(headers.find("Accept"), "text/html");
}

TEST(Headers, TellsAnAbsentFieldFromAnEmptyOne) {
  Headers headers;
  headers.add("Empty", "");
  EXPECT_TRUE(headers.has("empty"));
  EXPECT_EQ(headers.find("empty"), "");
  EXPECT_FALSE(headers.has("absent"));
  EXPECT_FALSE(headers.find("absent").has_value());
}

TEST(Headers, DoesNotFindANameInsideAnotherNameOrValue) {
  Headers headers;
  headers.add("X-Host", "Host: evil");
  EXPECT_FALSE(headers.has("Host"));
  EXPECT_FALSE(headers.has("X-Hos"));
  EXPECT_FALSE(headers.has("X-Host:"));
}

TEST(Headers, KeepsRepeatedFieldsApart) {
  Headers headers;
  headers.add("Set-Cookie", "a=1");
  headers.add("Other", "x");
  headers.add("set-cookie", "b=2");
  EXPECT_EQ(headers.count("SET-COOKIE"), 2U);
  EXPECT_EQ(headers.find("Set-Cookie"), "a=1");
  EXPECT_THAT(headers.find_all("Set-Cookie"), ElementsAre("a=1", "b=2"));
  EXPECT_EQ(headers.find_joined("Set-Cookie", "; "), "a=1; b=2");
  EXPECT_EQ(headers.find_joined("Other", ", "), "x");
  EXPECT_FALSE(headers.find_joined("absent", ", ").has_value());
  EXPECT_THAT(headers.find_all("absent"), IsEmpty());
}

TEST(Headers, JoinsEmptyValuesToo) {
  Headers headers;
  headers.add("A", "");
  headers.add("A", "x");
  headers.add("A", "");
  EXPECT_EQ(headers.find_joined("A", ","), ",x,");
}

TEST(Headers, SetReplacesEveryFieldOfThatName) {
  Headers headers;
  headers.add("A", "1");
  headers.add("B", "2");
  headers.add("a", "3");
  headers.set("A", "4");
  EXPECT_EQ(headers.size(), 2U);
  EXPECT_THAT(headers.find_all("A"), ElementsAre("4"));
  EXPECT_EQ(headers.find("B"), "2");
}

TEST(Headers, RemoveTakesEveryFieldOfThatNameAndNoOther) {
  Headers headers;
  headers.add("A", "1");
  headers.add("AB", "2");
  headers.add("a", "3");
  headers.remove("A");
  headers.remove("absent");
  EXPECT_EQ(headers.size(), 1U);
  EXPECT_EQ(headers.find("AB"), "2");
  headers.clear();
  EXPECT_TRUE(headers.empty());
  EXPECT_FALSE(headers.has("AB"));
}

TEST(Headers, TakesViewsIntoItself) {
  // Long names and long values, often enough that the block has to grow while it is the source.
  for (const auto& [name, value] : {std::pair(std::string(4, 'n'), std::string(100, 'v')),
                                    std::pair(std::string(100, 'n'), std::string(4, 'v'))}) {
    Headers headers;
    headers.add(name, value);
    for (std::size_t i = 1; i < 40; ++i) {
      headers.add(headers[0].name, headers[0].value);
      ASSERT_EQ(headers[i].name, name);
      ASSERT_EQ(headers[i].value, value);
    }
    headers.set(headers[0].name, headers[0].value);
    ASSERT_EQ(headers.size(), 1U);
    EXPECT_EQ(headers[0].name, name);
    EXPECT_EQ(headers[0].value, value);
  }
}

TEST(Headers, ListsAreSearchedOverAllLinesWithoutCase) {
  Headers headers;
  headers.add("Connection", "Keep-Alive, Upgrade");
  headers.add("connection", " x ,, TE");
  headers.add("Other", "close");
  EXPECT_TRUE(headers.list_has("Connection", "upgrade"));
  EXPECT_TRUE(headers.list_has("Connection", "keep-alive"));
  EXPECT_TRUE(headers.list_has("Connection", "X"));
  EXPECT_TRUE(headers.list_has("Connection", "te"));
  EXPECT_FALSE(headers.list_has("Connection", "close"));
  EXPECT_FALSE(headers.list_has("Connection", "keep"));
  EXPECT_FALSE(headers.list_has("Connection", ""));
  EXPECT_FALSE(headers.list_has("absent", "close"));
}

TEST(Headers, AWordInsideAQuotedStringIsNoMember) {
  Headers headers;
  headers.add("Connection", "\"a, close\", b");
  EXPECT_FALSE(headers.list_has("Connection", "close"));
  EXPECT_TRUE(headers.list_has("Connection", "b"));
}

TEST(SplitList, SplitsAtCommasOutsideQuotedStrings) {
  EXPECT_THAT(split_list("a, \"b,c\",, d"), ElementsAre("a", "\"b,c\"", "d"));
  EXPECT_THAT(split_list("W/\"x\" ,\t\"y\""), ElementsAre("W/\"x\"", "\"y\""));
}

TEST(SplitList, LeavesEmptyMembersOut) {
  EXPECT_THAT(split_list(""), IsEmpty());
  EXPECT_THAT(split_list(" ,\t, "), IsEmpty());
  EXPECT_THAT(split_list(",a,"), ElementsAre("a"));
}

TEST(SplitList, AnEscapedQuoteDoesNotEndAQuotedString) {
  EXPECT_THAT(split_list(R"("a\",b", c)"), ElementsAre(R"("a\",b")", "c"));
  EXPECT_THAT(split_list(R"("a\\",b)"), ElementsAre(R"("a\\")", "b"));
  EXPECT_THAT(split_list(R"(a\,b)"), ElementsAre(R"(a\)", "b"));
}

TEST(SplitList, AQuotedStringThatNeverEndsReachesToTheEnd) {
  EXPECT_THAT(split_list(R"(a, "b, c)"), ElementsAre("a", R"("b, c)"));
  EXPECT_THAT(split_list(R"("a\)"), ElementsAre(R"("a\)"));
}

TEST(EqualCaseBlind, ComparesAsciiLettersAlone) {
  EXPECT_TRUE(equal_case_blind("Content-Length", "cONTENT-lENGTH"));
  EXPECT_TRUE(equal_case_blind("", ""));
  EXPECT_FALSE(equal_case_blind("a", "ab"));
  // '[' and '{' differ in the same bit as 'A' and 'a'; so do the bytes of other alphabets.
  EXPECT_FALSE(equal_case_blind("[", "{"));
  EXPECT_FALSE(equal_case_blind("@", "`"));
  EXPECT_FALSE(equal_case_blind("\xC4", "\xE4"));
}

TEST(IsToken, TakesExactlyTheTokenBytes) {
  constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
  for (int byte = 0; byte < 256; ++byte) {
    const char c = static_cast<char>(byte);
    const bool expected = (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
                          (byte >= 'A' && byte <= 'Z') || kMarks.find(c) != std::string_view::npos;
    EXPECT_EQ(is_token({&c, 1}), expected) << byte;
  }
  EXPECT_FALSE(is_token(""));
  EXPECT_FALSE(is_token("a b"));
  EXPECT_TRUE(is_token("M-SEARCH"));
}

TEST(Trim, TakesSpacesAndTabsOffBothEnds) {
  EXPECT_EQ(trim(" \t a b\t "), "a b");
  EXPECT_EQ(trim(""), "");
  EXPECT_EQ(trim(" \t"), "");
  EXPECT_EQ(trim("\na\r"), "\na\r");
}

}  // namespace
}  // namespace tthttpd::http
