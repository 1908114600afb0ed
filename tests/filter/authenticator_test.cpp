#include "tthttpd/filter/authenticator.hpp"

#include <atomic>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "filter/fake_clock.hpp"
#include "filter/password_lines.hpp"

namespace tthttpd::filter {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Verdict = Authenticator::Verdict;

std::string every_kind() {
  std::string content = "plain:secret-word\ncolon:one:two:three\nlocked:*\n";
  for (const StoredSecret& s : kStoredSecrets) {
    content += std::string(s.user) + ":" + s.stored + "\n";
  }
  return content;
}

class AuthenticatorTest : public ::testing::Test {
 protected:
  Verdict check(const char* user, const std::string& password, const char* address = "192.0.2.1") {
    return authenticator.check(list, {user, password}, address);
  }

  FakeClock time;
  Authenticator authenticator{time.clock()};
  PasswordList list = PasswordList::parse(every_kind());
};

TEST_F(AuthenticatorTest, LetsInTheRightPasswordOfEachKindOnly) {
  struct Case {
    const char* user;
    std::string password;
    Verdict expected;
  };
  const Case cases[] = {
      {"plain", "secret-word", Verdict::right},
      {"plain", "secret-wor", Verdict::wrong},
      {"plain", "secret-word ", Verdict::wrong},
      {"plain", "", Verdict::wrong},
      {"colon", "one:two:three", Verdict::right},
      {"colon", "one", Verdict::wrong},
      {"locked", "*", Verdict::wrong},
      {"locked", "", Verdict::wrong},
      {"nobody", "secret-word", Verdict::wrong},
      {"", "", Verdict::wrong},
      {"Plain", "secret-word", Verdict::wrong},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(check(c.user, c.password), c.expected) << c.user << ' ' << c.password;
  }
  for (const StoredSecret& s : kStoredSecrets) {
    EXPECT_EQ(check(s.user, s.password), Verdict::right) << s.user;
    EXPECT_EQ(check(s.user, s.password), Verdict::right) << s.user << ", remembered";
    EXPECT_EQ(check(s.user, "x"), Verdict::wrong) << s.user;
    EXPECT_EQ(check(s.user, s.stored), Verdict::wrong) << s.user << ", with the hash itself";
  }
  EXPECT_EQ(check("nobody", "secret-word"), Verdict::wrong) << "the right word of another user";
}

TEST_F(AuthenticatorTest, AnEmptyListLetsNobodyIn) {
  list = PasswordList::parse("");
  EXPECT_EQ(check("", ""), Verdict::wrong);
  EXPECT_EQ(check("u", "p"), Verdict::wrong);
}

TEST_F(AuthenticatorTest, HoldsBackRepeatedFailuresAndNeverTheRightPassword) {
  for (int i = 0; i < 7; ++i) {
    EXPECT_EQ(check("plain", "wrong"), Verdict::wrong);
  }
  EXPECT_THAT(time.take_slept(), ElementsAre(100, 200, 400));
  EXPECT_EQ(check("plain", "secret-word"), Verdict::right);
  EXPECT_EQ(check("bcrypt", "secret-word"), Verdict::right);
  EXPECT_THAT(time.take_slept(), IsEmpty());
  EXPECT_EQ(check("plain", "wrong", "192.0.2.2"), Verdict::wrong);
  EXPECT_THAT(time.take_slept(), IsEmpty()) << "another address";
  EXPECT_EQ(check("nobody", "x"), Verdict::wrong);
  EXPECT_THAT(time.take_slept(), ElementsAre(800)) << "unknown users count as well";
}

TEST_F(AuthenticatorTest, ARememberedPasswordIsForgottenWithItsLine) {
  EXPECT_EQ(check("apr1", "secret-word"), Verdict::right);
  list = PasswordList::parse("apr1:$apr1$tDiary00$xxxxxxxxxxxxxxxxxxxxx0\n");
  EXPECT_EQ(check("apr1", "secret-word"), Verdict::wrong);
  list = PasswordList::parse("other:word\n");
  EXPECT_EQ(check("apr1", "secret-word"), Verdict::wrong);
}

/// With its only hash slot taken by a first user, and nobody waiting for it, a check that wants to
/// compute a slow hash is `busy`: that shows which checks do.
class BusyAuthenticatorTest : public ::testing::Test {
 protected:
  static constexpr auto kNoWait = std::chrono::milliseconds(0);
  FakeClock time;
};

TEST_F(BusyAuthenticatorTest, UnknownUsersAndCheapHashesCostAsMuchAsTheCostliest) {
  const auto list = PasswordList::parse(every_kind());
  Authenticator authenticator(time.clock(), 1, kNoWait);
  ASSERT_EQ(authenticator.check(list, {"bcrypt", "secret-word"}, "a"), Verdict::right);
  const auto slot = authenticator.hash_slots().try_take();
  ASSERT_TRUE(slot);
  struct Case {
    const char* description;
    BasicCredentials credentials;
    Verdict expected;
  };
  const Case cases[] = {
      {"slow hash", {"yescrypt", "secret-word"}, Verdict::busy},
      {"unknown user", {"nobody", "x"}, Verdict::busy},
      {"wrong plain password", {"plain", "x"}, Verdict::busy},
      {"wrong {SHA} password", {"sha1", "x"}, Verdict::busy},
      {"locked user", {"locked", "x"}, Verdict::busy},
      {"right plain password", {"plain", "secret-word"}, Verdict::right},
      {"right {SHA} password", {"sha1", "secret-word"}, Verdict::right},
      {"remembered password", {"bcrypt", "secret-word"}, Verdict::right},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(authenticator.check(list, c.credentials, "a"), c.expected) << c.description;
  }
  EXPECT_THAT(time.take_slept(), IsEmpty()) << "busy is no failure";
  time.advance(VerifiedCache::kLifetime);
  EXPECT_EQ(authenticator.check(list, {"bcrypt", "secret-word"}, "a"), Verdict::busy)
      << "remembered for a while only";
}

TEST_F(BusyAuthenticatorTest, AListOfPlainPasswordsNeedsNoSlot) {
  const auto list = PasswordList::parse("u:p\nv:q\n");
  Authenticator authenticator(time.clock(), 1, kNoWait);
  const auto slot = authenticator.hash_slots().try_take();
  EXPECT_EQ(authenticator.check(list, {"u", "p"}, "a"), Verdict::right);
  EXPECT_EQ(authenticator.check(list, {"u", "x"}, "a"), Verdict::wrong);
  EXPECT_EQ(authenticator.check(list, {"nobody", "x"}, "a"), Verdict::wrong);
}

TEST_F(BusyAuthenticatorTest, ServesManyThreads) {
  const auto list = PasswordList::parse(every_kind());
  Authenticator authenticator(time.clock(), 2, std::chrono::hours(1));
  std::atomic<int> odd = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (const StoredSecret& s : kStoredSecrets) {
        odd += authenticator.check(list, {s.user, s.password}, "a") == Verdict::right ? 0 : 1;
        odd += authenticator.check(list, {s.user, "x"}, "b") == Verdict::wrong ? 0 : 1;
      }
    });
  }
  for (auto& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(odd, 0);
}

}  // namespace
}  // namespace tthttpd::filter
