#include "tthttpd/parse/read_buffer.hpp"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

namespace tthttpd::parse {
namespace {

void feed(ReadBuffer& buffer, std::string_view bytes) {
  const auto room = buffer.space(bytes.size());
  ASSERT_GE(room.size(), bytes.size());
  std::copy(bytes.begin(), bytes.end(), room.begin());
  buffer.commit(bytes.size());
}

TEST(ReadBuffer, StartsEmpty) {
  const ReadBuffer buffer;
  EXPECT_TRUE(buffer.empty());
  EXPECT_EQ(buffer.view(), "");
}

TEST(ReadBuffer, KeepsWhatIsNotConsumed) {
  ReadBuffer buffer;
  feed(buffer, "abcdef");
  buffer.consume(2);
  EXPECT_EQ(buffer.view(), "cdef");
  feed(buffer, "gh");
  EXPECT_EQ(buffer.view(), "cdefgh");
  buffer.consume(6);
  EXPECT_TRUE(buffer.empty());
}

TEST(ReadBuffer, HoldsAllBytesInOrderWhileItGrowsAndMoves) {
  ReadBuffer buffer;
  std::string expected;
  for (std::size_t i = 0; i < 2'000; ++i) {
    const std::string piece(1 + i * 7 % 31, static_cast<char>('a' + i % 26));
    feed(buffer, piece);
    expected += piece;
    const std::size_t gone = std::min(expected.size(), i * 5 % 29);
    buffer.consume(gone);
    expected.erase(0, gone);
    ASSERT_EQ(buffer.view(), expected);
  }
}

TEST(ReadBuffer, ReusesTheRoomOfConsumedBytes) {
  ReadBuffer buffer;
  feed(buffer, std::string(1'000, 'x'));
  for (int i = 0; i < 10'000; ++i) {
    buffer.consume(900);
    feed(buffer, std::string(900, 'y'));
  }
  EXPECT_LT(buffer.space(1).size(), 10'000U);
}

TEST(ReadBuffer, ShrinkGivesBackMemoryOnlyWhenNothingIsHeld) {
  ReadBuffer buffer;
  feed(buffer, std::string(100'000, 'x'));
  buffer.shrink();
  EXPECT_EQ(buffer.view(), std::string(100'000, 'x'));
  buffer.consume(100'000);
  EXPECT_GE(buffer.space(1).size(), 100'000U);
  buffer.shrink();
  EXPECT_LT(buffer.space(1).size(), 100'000U);
}

}  // namespace
}  // namespace tthttpd::parse
