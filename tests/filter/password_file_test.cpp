#include "tthttpd/filter/password_file.hpp"

#include <atomic>
#include <filesystem>
#include <stdexcept>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "filter/recorded_diagnostics.hpp"
#include "support/temp_dir.hpp"

namespace tthttpd::filter {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class PasswordFileTest : public ::testing::Test {
 protected:
  std::string stored(PasswordFile& file, const std::string& user) {
    const auto list = file.current();
    if (!list) {
      return std::string(list.error().reason);
    }
    const StoredPassword* found = (*list)->find(user);
    return found == nullptr ? "nobody" : found->stored;
  }
  void replace(std::string_view content) {
    dir.write("new", content);
    fs::rename(dir / "new", dir / "users");
  }

  support::TempDir dir;
  RecordedDiagnostics diagnostics;
};

TEST_F(PasswordFileTest, RefusesToStartWithoutAFileItCanRead) {
  EXPECT_THROW(PasswordFile((dir / "absent").string(), diagnostics), std::runtime_error);
  EXPECT_THROW(PasswordFile(dir.path().string(), diagnostics), std::runtime_error);
  dir.write("large", std::string(PasswordFile::kMostBytes + 1, '\n'));
  EXPECT_THROW(PasswordFile((dir / "large").string(), diagnostics), std::runtime_error);
}

TEST_F(PasswordFileTest, SaysAtTheStartWhatIsOddInIt) {
  const auto path = dir.write("users", "u:sesame\nbob\nempty:\n").string();
  PasswordFile file(path, diagnostics);
  EXPECT_THAT(diagnostics.take(),
              ElementsAre(HasSubstr("warning " + path + ":2: "), HasSubstr(path + ":3: "),
                          HasSubstr(path + ": holds 1 password(s) as plain text")));
  EXPECT_EQ(stored(file, "u"), "sesame");
  EXPECT_THAT(diagnostics.take(), IsEmpty());
  dir.write("users", "u:sesame\nv:word\n");
  EXPECT_EQ(stored(file, "v"), "word");
  EXPECT_THAT(diagnostics.take(), IsEmpty()) << "plain text is warned of once";
}

TEST_F(PasswordFileTest, SeesEachChangeAtOnce) {
  PasswordFile file(dir.write("users", "u:one\n").string(), diagnostics);
  EXPECT_EQ(stored(file, "u"), "one");
  for (const char* word : {"two", "six", "ten", "four"}) {
    dir.write("users", std::string("u:") + word + "\n");
    EXPECT_EQ(stored(file, "u"), word) << "written in place, perhaps in the same tick of the clock";
  }
  for (const char* word : {"2wo", "6ix", "10n", "seven"}) {
    replace(std::string("u:") + word + "\n");
    EXPECT_EQ(stored(file, "u"), word) << "replaced by rename";
  }
  replace("v:x\n");
  EXPECT_EQ(stored(file, "u"), "nobody");
}

TEST_F(PasswordFileTest, AnAlteredTimeOfChangeDoesNotHideAChange) {
  PasswordFile file(dir.write("users", "u:one\n").string(), diagnostics);
  const auto old_time = fs::last_write_time(dir / "users");
  dir.write("users", "u:two\n");
  fs::last_write_time(dir / "users", old_time);
  EXPECT_EQ(stored(file, "u"), "two");
}

TEST_F(PasswordFileTest, DoesNotUseOldPasswordsWhileItCannotBeRead) {
  const auto path = dir.write("users", "u:{SHA}jED9iczEtlwHO3MZFMLSzind1M0=\n").string();
  PasswordFile file(path, diagnostics);
  fs::remove(path);
  EXPECT_EQ(stored(file, "u"), "authfile-unreadable");
  EXPECT_EQ(stored(file, "u"), "authfile-unreadable");
  EXPECT_THAT(diagnostics.take(), ElementsAre(HasSubstr("error authfile-unreadable: " + path)));
  EXPECT_EQ(file.current().error().status, 500);
  fs::create_directory(path);
  EXPECT_EQ(stored(file, "u"), "authfile-unreadable");
  fs::remove(path);
  dir.write("users", "u:{SHA}jED9iczEtlwHO3MZFMLSzind1M0=\n");
  EXPECT_EQ(stored(file, "u"), "{SHA}jED9iczEtlwHO3MZFMLSzind1M0=");
  EXPECT_THAT(diagnostics.take(), ElementsAre(HasSubstr("can be read again")));
}

TEST_F(PasswordFileTest, EachReaderKeepsTheListItGot) {
  PasswordFile file(dir.write("users", "u:one\n").string(), diagnostics);
  const auto held = file.current();
  dir.write("users", "v:two\n");
  EXPECT_EQ(stored(file, "v"), "two");
  ASSERT_TRUE(held);
  EXPECT_EQ((*held)->find("u")->stored, "one");
}

TEST_F(PasswordFileTest, ManyReadersSeeOneOrTheOtherWhileItIsReplaced) {
  PasswordFile file(dir.write("users", "u:one\n").string(), diagnostics);
  std::atomic<bool> stop = false;
  std::atomic<int> odd = 0;
  std::vector<std::thread> readers;
  for (int i = 0; i < 4; ++i) {
    readers.emplace_back([&] {
      while (!stop) {
        const std::string word = stored(file, "u");
        odd += word == "one" || word == "two" ? 0 : 1;
      }
    });
  }
  for (int i = 0; i < 100; ++i) {
    replace(i % 2 == 0 ? "u:two\n" : "u:one\n");
  }
  stop = true;
  for (auto& reader : readers) {
    reader.join();
  }
  EXPECT_EQ(odd, 0);
  EXPECT_EQ(stored(file, "u"), "one");
}

}  // namespace
}  // namespace tthttpd::filter
