#include "tthttpd/route/place.hpp"

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include "support/temp_dir.hpp"

namespace tthttpd::route {
namespace {

namespace fs = std::filesystem;

TEST(Place, SpellsThePathsBelowADirectory) {
  const support::TempDir temp;
  temp.write("real/sub/a.txt", "");
  fs::create_directory_symlink("real", temp / "link");
  const Place place("/pub", (temp / "link/").string(), "alias");
  EXPECT_FALSE(place.is_file());
  EXPECT_EQ(place.relative("sub/a.txt"), "sub/a.txt");
  EXPECT_EQ(place.relative(""), "");
  EXPECT_EQ(place.url_of("sub/a.txt"), "/pub/sub/a.txt");
  EXPECT_EQ(place.url_of(""), "/pub");
  EXPECT_EQ(place.file_path("sub/a.txt"), (temp / "link/sub/a.txt").string());
  EXPECT_EQ(place.file_path(""), (temp / "link").string());
  const std::string real = fs::canonical(temp / "real").string();
  EXPECT_EQ(place.real_path("sub/a.txt"), real + "/sub/a.txt");
  EXPECT_EQ(place.relative_of_real(real + "/sub/a.txt"), "sub/a.txt");
  EXPECT_EQ(place.relative_of_real(real), "");
  EXPECT_EQ(place.relative_of_real(real + "2/a.txt"), std::nullopt);
  EXPECT_EQ(place.relative_of_real("/"), std::nullopt);
}

TEST(Place, SpellsThePathsOfASingleFile) {
  const support::TempDir temp;
  temp.write("real/index.rb", "");
  fs::create_symlink("real/index.rb", temp / "diary");
  const Place place("/blog", (temp / "diary").string(), "alias");
  EXPECT_TRUE(place.is_file());
  EXPECT_EQ(place.relative(""), "index.rb");
  EXPECT_EQ(place.relative("x/y"), "index.rb/x/y");
  EXPECT_EQ(place.url_of("index.rb"), "/blog");
  EXPECT_EQ(place.file_path("index.rb"), (temp / "diary").string());
  const std::string real = fs::canonical(temp / "real").string();
  EXPECT_EQ(place.real_path(place.relative("")), real + "/index.rb");
  EXPECT_EQ(place.relative_of_real(real + "/index.rb"), "index.rb");
  EXPECT_EQ(place.relative_of_real(real + "/other"), std::nullopt);
  EXPECT_TRUE(place.directory().open_below(place.relative(""), platform::Symlinks::none).ok());
}

TEST(Place, MayBeTheSystemsRoot) {
  const Place place("", "/", "root");
  EXPECT_EQ(place.file_path(""), "/");
  EXPECT_EQ(place.file_path("dev/null"), "/dev/null");
  EXPECT_EQ(place.real_path("dev/null"), "/dev/null");
  EXPECT_EQ(place.relative_of_real("/dev/null"), "dev/null");
  EXPECT_EQ(place.relative_of_real("/"), "");
  EXPECT_EQ(place.url_of("dev/null"), "/dev/null");
}

TEST(Place, MakesRelativePathsAbsoluteButKeepsStepsUp) {
  const auto here = fs::current_path();
  EXPECT_EQ(Place("", ".", "root").file_path("a"), (here / "a").string());
  EXPECT_EQ(Place("", "./", "root").file_path(""), here.string());
  EXPECT_EQ(Place("", "..", "root").file_path("a"), (here / ".." / "a").string());
}

TEST(Place, SaysWhatCannotBeUsed) {
  const support::TempDir temp;
  try {
    const Place place("", (temp / "absent").string(), "root");
    FAIL() << "no exception";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("root '" + (temp / "absent").string() + "'"),
              std::string::npos)
        << error.what();
  }
  EXPECT_THROW(Place("", "/dev/null", "root"), std::runtime_error);
}

}  // namespace
}  // namespace tthttpd::route
