#include "tthttpd/config/jail.hpp"

#include <stdexcept>

#include <gtest/gtest.h>

namespace tthttpd::config {
namespace {

TEST(Jail, SeesPathsFromInside) {
  EXPECT_EQ(inside_jail("/srv/jail/www", "/srv/jail"), "/www");
  EXPECT_EQ(inside_jail("/srv/jail/www/", "/srv/jail/"), "/www");
  EXPECT_EQ(inside_jail("/srv/jail", "/srv/jail"), "/");
  EXPECT_EQ(inside_jail("/srv/jail/a/../b", "/srv/jail"), "/b");
  EXPECT_EQ(inside_jail("/www", "/"), "/www");
  EXPECT_EQ(inside_jail("/srv/jailed", "/srv/jail"), "");
  EXPECT_EQ(inside_jail("/srv/jail/../x", "/srv/jail"), "");
  EXPECT_EQ(inside_jail("/srv", "/srv/jail"), "");
}

TEST(Jail, MovesEveryPathOfAConfiguration) {
  Config config;
  config.global.chroot = "/srv/jail";
  config.global.root = "/srv/jail/www";
  config.global.default_cgi = "/srv/jail/app.cgi";
  config.global.access_log = "/var/log/access";
  config.global.error_log = "/srv/jail/log/error";
  config.aliases.push_back({"/d", "/srv/jail/data", true, 1});
  config.aliases.push_back({"/u", "/url", false, 2});
  config.authentication.push_back({"/p", {}, "Realm", "/srv/jail/users", 3});
  config.mime_types.push_back({"rb", "", true, {"/usr/bin/ruby"}, 4});
  const auto seen = seen_from_jail(config);
  EXPECT_EQ(seen.global.chroot, "");
  EXPECT_EQ(seen.global.root, "/www");
  EXPECT_EQ(seen.global.default_cgi, "/app.cgi");
  EXPECT_EQ(seen.global.access_log, "/var/log/access") << "it is open already";
  EXPECT_EQ(seen.global.error_log, "/log/error");
  EXPECT_EQ(seen.aliases[0].to, "/data");
  EXPECT_EQ(seen.aliases[1].to, "/url");
  EXPECT_EQ(seen.authentication[0].authfile, "/users");
  EXPECT_EQ(seen.mime_types[0].interpreter[0], "/usr/bin/ruby");
}

TEST(Jail, RefusesWhatLiesOutside) {
  Config config;
  config.global.chroot = "/srv/jail";
  config.global.root = "/srv/www";
  EXPECT_THROW(static_cast<void>(seen_from_jail(config)), std::runtime_error);
  config.global.chroot.clear();
  EXPECT_EQ(seen_from_jail(config).global.root, "/srv/www");
}

}  // namespace
}  // namespace tthttpd::config
