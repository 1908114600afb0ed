#include "tthttpd/filter/password_list.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "filter/password_lines.hpp"

namespace tthttpd::filter {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(PasswordList, ReadsUsersAndPasswords) {
  struct Case {
    const char* description;
    std::string_view content;
    const char* user;
    const char* expected;  ///< nullptr: no such user
  };
  const Case cases[] = {
      {"one line", "u:p\n", "u", "p"},
      {"no line end", "u:p", "u", "p"},
      {"CRLF", "u:p\r\nv:q\r\n", "v", "q"},
      {"only one CR is a line end", "u:p\r\r\n", "u", "p\r"},
      {"colons in a plain password", "u:a:b:c\n", "u", "a:b:c"},
      {"blanks stay", "u: p \n", "u", " p "},
      {"blanks in the user", "u v:p\n", "u v", "p"},
      {"signs", "u:p#=x y\n", "u", "p#=x y"},
      {"UTF-8", "日記:ひみつ\n", "日記", "ひみつ"},
      {"byte order mark", "\xef\xbb\xbfu:p\n", "u", "p"},
      {"a note above", "# note\n#u:no\n\n  \nu:p\n", "u", "p"},
      {"a note is no user", "#u:p\n", "#u", nullptr},
      {"no colon", "bob\nu:p\n", "bob", nullptr},
      {"no password", "bob:\nu:p\n", "bob", nullptr},
      {"no password before CRLF", "bob:\r\n", "bob", nullptr},
      {"no user", ":p\n", "", nullptr},
      {"the first of two lines", "u:p\nu:q\n", "u", "p"},
      {"names are compared with case", "u:p\n", "U", nullptr},
      {"empty file", "", "", nullptr},
      {"comment field behind a hash", "u:{SHA}jED9iczEtlwHO3MZFMLSzind1M0=:Mr U\n", "u",
       "{SHA}jED9iczEtlwHO3MZFMLSzind1M0="},
      {"empty hash", "u:$:x\n", "u", "$"},
  };
  for (const Case& c : cases) {
    const auto list = PasswordList::parse(c.content);
    const StoredPassword* found = list.find(c.user);
    ASSERT_EQ(found != nullptr, c.expected != nullptr) << c.description;
    if (found != nullptr) {
      EXPECT_EQ(found->stored, c.expected) << c.description;
    }
  }
}

TEST(PasswordList, ComplainsByLineAndNeverShowsAPassword) {
  const auto list = PasswordList::parse(
      "good:word\n"
      "sesame\n"
      "bob:\n"
      "\n"
      "# note\n"
      ":sesame\r\n"
      "good:sesame\n"
      "locked:*sesame\n"
      "odd:$9$sesame\n");
  std::vector<std::size_t> lines;
  for (const auto& complaint : list.complaints()) {
    lines.push_back(complaint.line);
    EXPECT_THAT(complaint.text, Not(HasSubstr("sesame")));
  }
  EXPECT_THAT(lines, ElementsAre(2U, 3U, 6U, 7U, 8U, 9U));
  EXPECT_EQ(list.size(), 3U);
  EXPECT_EQ(list.plain_count(), 1U);
}

TEST(PasswordList, KnowsTheCostliestPassword) {
  EXPECT_EQ(PasswordList::parse("# nobody\n").costliest(), nullptr);
  EXPECT_EQ(PasswordList::parse("u:p\n").costliest()->kind, PasswordKind::plain);
  std::string content = "u:p\n";
  for (const StoredSecret& s : kStoredSecrets) {
    content += std::string(s.user) + ":" + s.stored + "\n";
  }
  const auto list = PasswordList::parse(content);
  EXPECT_EQ(list.costliest()->kind, PasswordKind::yescrypt);
  EXPECT_EQ(list.size(), kStoredSecrets.size() + 1);
  EXPECT_TRUE(list.complaints().empty());
}

}  // namespace
}  // namespace tthttpd::filter
