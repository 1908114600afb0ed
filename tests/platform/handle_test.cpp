#include "tthttpd/platform/handle.hpp"

#include <fcntl.h>
#include <unistd.h>
#include <utility>

#include <gtest/gtest.h>

namespace tthttpd::platform {
namespace {

int open_null() { return ::open("/dev/null", O_RDONLY | O_CLOEXEC); }

bool is_open(int descriptor) { return ::fcntl(descriptor, F_GETFD) >= 0; }

TEST(Handle, ClosesWhatItOwnsWhenItGoes) {
  const int descriptor = open_null();
  {
    const Handle handle{NativeHandle{descriptor}};
    EXPECT_TRUE(handle.valid());
    EXPECT_EQ(handle.native(), descriptor);
    EXPECT_TRUE(is_open(descriptor));
  }
  EXPECT_FALSE(is_open(descriptor));
}

TEST(Handle, OwnsNothingAtFirstAndAfterReset) {
  Handle handle;
  EXPECT_FALSE(handle.valid());
  handle.reset();
  const int descriptor = open_null();
  handle = Handle(NativeHandle{descriptor});
  handle.reset();
  EXPECT_FALSE(handle.valid());
  EXPECT_FALSE(is_open(descriptor));
}

TEST(Handle, MovesTheDutyToClose) {
  const int first = open_null();
  const int second = open_null();
  Handle from{NativeHandle{first}};
  Handle to{NativeHandle{second}};
  to = std::move(from);
  EXPECT_FALSE(is_open(second)) << "what the target owned before";
  EXPECT_TRUE(is_open(first));
  EXPECT_EQ(to.native(), first);
  Handle& same = to;
  to = std::move(same);
  EXPECT_TRUE(is_open(first)) << "moved onto itself";
  const Handle last(std::move(to));
  EXPECT_TRUE(is_open(first));
}

TEST(Handle, GivesAwayWhatIsReleased) {
  Handle handle{NativeHandle{open_null()}};
  const int descriptor = static_cast<int>(handle.release());
  EXPECT_FALSE(handle.valid());
  handle.reset();
  EXPECT_TRUE(is_open(descriptor));
  ::close(descriptor);
}

}  // namespace
}  // namespace tthttpd::platform
