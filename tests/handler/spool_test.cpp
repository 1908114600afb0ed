#include "tthttpd/handler/spool.hpp"

#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "support/temp_dir.hpp"

namespace tthttpd::handler {
namespace {

/// `size` bytes that show every loss and exchange.
std::string pattern(std::size_t size, std::size_t begin = 0) {
  std::string text(size, '\0');
  for (std::size_t i = 0; i < size; ++i) {
    text[i] = static_cast<char>((begin + i) * 2654435761U >> 13U);
  }
  return text;
}

std::string take(Spool& spool, std::size_t most) {
  std::string all;
  while (!spool.empty() && all.size() < most) {
    const auto front = spool.front();
    if (!front || front->empty()) {
      ADD_FAILURE() << "no bytes though there are some";
      break;
    }
    const auto part = front->substr(0, most - all.size());
    all.append(part);
    spool.consume(part.size());
  }
  return all;
}

TEST(Spool, GivesBackWhatItWasGivenInOrder) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, Spool::kMemory - 1, Spool::kMemory,
                                 Spool::kMemory + 1, 5 * Spool::kMemory + 77}) {
    const support::TempDir directory;
    Spool spool(directory.path().string());
    const auto text = pattern(size);
    for (std::size_t at = 0; at < size; at += 10007) {
      ASSERT_TRUE(spool.append(std::string_view(text).substr(at, 10007)));
    }
    EXPECT_EQ(spool.size(), size);
    EXPECT_TRUE(std::filesystem::is_empty(directory.path()));
    EXPECT_TRUE(take(spool, size) == text) << size;
    EXPECT_TRUE(spool.empty());
  }
}

TEST(Spool, KeepsTheOrderWhenGivenAndTakenInTurns) {
  Spool spool("");
  std::string given;
  std::string taken;
  for (std::size_t round = 0; round < 60; ++round) {
    const auto text = pattern(1000 + round * 997 % 30000, given.size());
    given += text;
    ASSERT_TRUE(spool.append(text));
    taken += take(spool, round % 7 == 0 ? 70000 : 9001);
    ASSERT_EQ(spool.size(), given.size() - taken.size());
  }
  taken += take(spool, given.size());
  EXPECT_TRUE(taken == given);
}

TEST(Spool, SaysHowMuchFitsIntoMemory) {
  Spool spool("");
  EXPECT_EQ(spool.room(), Spool::kMemory);
  ASSERT_TRUE(spool.append(pattern(Spool::kMemory - 10)));
  EXPECT_EQ(spool.room(), 10U);
  take(spool, 100);
  EXPECT_EQ(spool.room(), 110U);
  ASSERT_TRUE(spool.append(pattern(111)));
  EXPECT_EQ(spool.room(), 0U) << "bytes in the file come before new ones";
  take(spool, Spool::kMemory + 1);
  EXPECT_EQ(spool.room(), Spool::kMemory);
}

TEST(Spool, NeedsNoFileForLittle) {
  Spool spool("/no/such/directory");
  EXPECT_TRUE(spool.append(pattern(Spool::kMemory)));
  EXPECT_TRUE(take(spool, Spool::kMemory) == pattern(Spool::kMemory));
}

TEST(Spool, TellsThatItsDirectoryIsMissing) {
  Spool spool("/no/such/directory");
  const auto kept = spool.append(pattern(Spool::kMemory + 1));
  ASSERT_FALSE(kept);
  EXPECT_EQ(kept.error().status, 500) << "no 404: it is ours that is missing";
  EXPECT_EQ(kept.error().reason, "cannot-spool");
}

TEST(Spool, ForgetsAllWhenCleared) {
  Spool spool("");
  ASSERT_TRUE(spool.append(pattern(3 * Spool::kMemory)));
  spool.clear();
  EXPECT_TRUE(spool.empty());
  ASSERT_TRUE(spool.append("new"));
  EXPECT_EQ(take(spool, 10), "new");
}

}  // namespace
}  // namespace tthttpd::handler
