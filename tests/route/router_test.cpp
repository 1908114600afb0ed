#include "tthttpd/route/router.hpp"

#include <stdexcept>
#include <string>
#include <sys/stat.h>
#include <utility>

#include <gtest/gtest.h>

#include "routed_site.hpp"

namespace tthttpd::route {
namespace {

using RouterTest = RoutedSite;

std::string trouble_with(RouterOptions options) {
  try {
    const Router router(std::move(options));
    return {};
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

TEST_F(RouterTest, StartsWithWhatIsThere) {
  temp_.write_script("root/front.cgi", "#!/bin/sh\n");
  options_.aliases = {{"/a", disk("outside"), true}, {"/b", "/not/there/yet", false}};
  options_.default_cgi = disk("root/front.cgi");
  EXPECT_EQ(trouble_with(options_), "");
}

TEST_F(RouterTest, SaysWhyItCannotStart) {
  temp_.write("root/plain.txt", "");
  temp_.write("root/front.sh", "#!/bin/sh\n");
  ASSERT_EQ(::mkfifo((temp_ / "outside/fifo").c_str(), 0600), 0);
  struct Row {
    const char* description;
    RouterOptions options;
    std::string part;
  };
  const auto with = [&](auto change) {
    RouterOptions options = options_;
    change(options);
    return options;
  };
  const std::array rows = {
      Row{"no root", with([&](auto& o) { o.root = disk("absent"); }), "root '"},
      Row{"root is a file", with([&](auto& o) { o.root = disk("root/plain.txt"); }),
          "is not a directory"},
      Row{"alias to nothing", with([&](auto& o) {
            o.aliases = {{"/a", disk("absent"), true}};
          }),
          "alias '/a'"},
      Row{"alias to a FIFO", with([&](auto& o) {
            o.aliases = {{"/a", disk("outside/fifo"), true}};
          }),
          "alias '/a'"},
      Row{"readme elsewhere", with([&](auto& o) { o.readme = "../secret"; }), "readme '../secret'"},
      Row{"no front controller", with([&](auto& o) { o.default_cgi = disk("absent"); }),
          "default_cgi '"},
      Row{"front controller is a folder", with([&](auto& o) { o.default_cgi = disk("outside"); }),
          "is not a file"},
      Row{"front controller cannot run",
          with([&](auto& o) { o.default_cgi = disk("root/plain.txt"); }), "script-not-executable"},
      Row{"front controller without the bit",
          with([&](auto& o) { o.default_cgi = disk("root/front.sh"); }), "script-not-executable"},
      Row{"index page in another folder",
          with([&](auto& o) { o.index_pages = {"sub/index.html"}; }), "index page"},
      Row{"index page above", with([&](auto& o) { o.index_pages = {".."}; }), "index page"},
  };
  for (const auto& row : rows) {
    EXPECT_NE(trouble_with(row.options).find(row.part), std::string::npos)
        << row.description << ": " << trouble_with(row.options);
    EXPECT_NE(trouble_with(row.options), "") << row.description;
  }
}

TEST_F(RouterTest, AStarIsTheServerItself) {
  EXPECT_EQ(route("*"), "server");
  EXPECT_EQ(access_paths("*"), "*");
  temp_.write("root/*", "");
  EXPECT_EQ(route("/*"), "file /*");
}

}  // namespace
}  // namespace tthttpd::route
