#include "tthttpd/filter/password_hash.hpp"

#include <atomic>
#include <vector>

#include <gtest/gtest.h>

#include "filter/password_lines.hpp"
#include "tthttpd/platform/thread.hpp"

namespace tthttpd::filter {
namespace {

TEST(PasswordHash, TellsTheKindByTheForm) {
  struct Case {
    const char* stored;
    PasswordKind expected;
  };
  const Case cases[] = {
      {"himitsu", PasswordKind::plain},
      {"one:two:three", PasswordKind::plain},
      {"ひみつの合言葉", PasswordKind::plain},
      {"a$b", PasswordKind::plain},
      {"!secret", PasswordKind::plain},
      {"twelve-chars", PasswordKind::plain},
      {"abcdefghijkl", PasswordKind::plain},
      {"abcdefghijklmn", PasswordKind::plain},
      {"abcdefghijk+m", PasswordKind::plain},
      {"abcdefghijklm", PasswordKind::des},
      {"", PasswordKind::never},
      {"*", PasswordKind::never},
      {"*0", PasswordKind::never},
      {"*1", PasswordKind::never},
      {"*LK*", PasswordKind::never},
      {"!", PasswordKind::never},
      {"!!", PasswordKind::never},
      {"!$6$salt$hash", PasswordKind::never},
      {"$", PasswordKind::never},
      {"$3$x", PasswordKind::never},
      {"$1$PB4wB1v7$raQGEZfeSRiGZ92Er1Dn7", PasswordKind::never},
      {"$1$raQGEZfeSRiGZ92Er1Dn71", PasswordKind::never},
      {"$6$salt", PasswordKind::never},
      {"$2y$05$short", PasswordKind::never},
      {"$2x$05$BHS4axqywnNHh9ts0Z4lkumCANIA1dxP6AWdbHoQApCV38X0Wln7S", PasswordKind::never},
      {"$2y$xx$BHS4axqywnNHh9ts0Z4lkumCANIA1dxP6AWdbHoQApCV38X0Wln7S", PasswordKind::never},
      {"{SHA}", PasswordKind::never},
      {"{SHA}jED9iczEtlwHO3MZFMLSzind1M0", PasswordKind::never},
      {"{SHA}jED9iczEtlwHO3MZFMLSzind1.0=", PasswordKind::never},
      {"{SSHA}jED9iczEtlwHO3MZFMLSzind1M0=", PasswordKind::never},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(password_kind(c.stored), c.expected) << c.stored;
  }
  for (const StoredSecret& s : kStoredSecrets) {
    EXPECT_EQ(password_kind(s.stored), s.kind) << s.stored;
  }
}

TEST(PasswordHash, MatchesItsPasswordAndNoOther) {
  for (const StoredSecret& s : kStoredSecrets) {
    EXPECT_TRUE(hash_matches(s.stored, s.password)) << s.stored;
    for (const std::string& wrong : {std::string(), std::string("x"), "x" + std::string(s.password),
                                     std::string(s.stored), std::string(600, 'x')}) {
      EXPECT_FALSE(hash_matches(s.stored, wrong)) << s.stored << ' ' << wrong;
    }
  }
}

TEST(PasswordHash, TruncatedOrDamagedHashesMatchNothing) {
  for (const StoredSecret& s : kStoredSecrets) {
    const std::string stored = s.stored;
    for (std::size_t length = 1; length < stored.size(); ++length) {
      const std::string cut = stored.substr(0, length);
      const PasswordKind kind = password_kind(cut);
      if (s.kind != PasswordKind::des) {
        EXPECT_EQ(kind, PasswordKind::never) << cut;
      }
    }
    std::string damaged = stored;
    damaged[damaged.size() - 3] = damaged[damaged.size() - 3] == 'A' ? 'E' : 'A';
    EXPECT_FALSE(hash_matches(damaged, s.password)) << damaged;
  }
}

TEST(PasswordHash, OrdersTheKindsByCost) {
  const auto cost = [](std::string_view stored) {
    return check_cost(password_kind(stored), stored);
  };
  EXPECT_LT(cost("himitsu"), cost("{SHA}jED9iczEtlwHO3MZFMLSzind1M0="));
  EXPECT_LT(cost("{SHA}jED9iczEtlwHO3MZFMLSzind1M0="), cost("L84mPGxM3NmR6"));
  EXPECT_LT(cost("$apr1$5e2JngI8$F0OOomVXGBdRLlUPmiydI0"),
            cost("$2y$05$BHS4axqywnNHh9ts0Z4lkumCANIA1dxP6AWdbHoQApCV38X0Wln7S"));
  EXPECT_EQ(2 * cost("$2y$05$BHS4axqywnNHh9ts0Z4lkumCANIA1dxP6AWdbHoQApCV38X0Wln7S"),
            cost("$2y$06$BHS4axqywnNHh9ts0Z4lkumCANIA1dxP6AWdbHoQApCV38X0Wln7S"));
  EXPECT_LT(cost("$6$rounds=1000$tDiaryDiary$"
                 "thUyVNgVDyzjHhYCwXWt5rkAWFAGFkYsT5qvfBg1s9li6WwShyz6bTamaGgz7h/"
                 "E9cohg6Iocm2uyPCXeHIMf."),
            cost("$6$NbuyYrc75mTN4rkx$"
                 "baP7jwiQId0tvU1ziOY7QF9e15dvEOF5QD.db0g0foifjsETkRiamjzob0/"
                 "jKRigJjVBkNqtvjCP0L.XDwgX./"));
  EXPECT_TRUE(is_costly(PasswordKind::bcrypt));
  EXPECT_TRUE(is_costly(PasswordKind::des));
  EXPECT_FALSE(is_costly(PasswordKind::plain));
  EXPECT_FALSE(is_costly(PasswordKind::sha1));
}

TEST(PasswordHash, ServesSeveralConnectionThreadsAtOnce) {
  std::atomic<int> wrong = 0;
  std::vector<platform::Thread> threads;
  for (int i = 0; i < 4; ++i) {
    auto thread = platform::Thread::start(
        [&wrong] {
          for (const StoredSecret& s : kStoredSecrets) {
            wrong += hash_matches(s.stored, s.password) ? 0 : 1;
            wrong += hash_matches(s.stored, "x") ? 1 : 0;
          }
        },
        platform::kConnectionStack);
    ASSERT_TRUE(thread);
    threads.push_back(std::move(*thread));
  }
  for (auto& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace tthttpd::filter
