#include "tthttpd/config/keys.hpp"

#include <chrono>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/parsed.hpp"

namespace tthttpd::config {
namespace {

using std::chrono::milliseconds;
using std::chrono::minutes;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

TEST(Keys, HaveTheDocumentedDefaults) {
  const Config config;
  const auto& global = config.global;
  EXPECT_EQ(global.port, "8080");
  EXPECT_FALSE(global.ipv4_only || global.ipv6_only || global.spawnexec || global.debug);
  EXPECT_FALSE(global.listing);
  EXPECT_THAT(global.index_pages, ElementsAre("index.html", "index.htm"));
  EXPECT_EQ(global.charset, "utf-8");
  EXPECT_EQ(global.symlinks, Symlinks::all);
  EXPECT_THAT(global.hide, ElementsAre(".*"));
  EXPECT_THAT(global.precompressed, IsEmpty());
  EXPECT_EQ(global.htaccess, Htaccess::unset);
  EXPECT_EQ(global.access_log, "off");
  EXPECT_EQ(global.error_log, "-");
  EXPECT_EQ(global.server_header, "tthttpd");
  const auto& limits = config.limits;
  EXPECT_EQ(limits.max_connections, 1024U);
  EXPECT_EQ(limits.max_connections_per_address, 0U);
  EXPECT_EQ(limits.header_timeout, milliseconds(10000));
  EXPECT_EQ(limits.keepalive_timeout, milliseconds(15000));
  EXPECT_EQ(limits.keepalive_requests, 1000U);
  EXPECT_EQ(limits.body_timeout, milliseconds(30000));
  EXPECT_EQ(limits.send_timeout, milliseconds(30000));
  EXPECT_EQ(limits.max_request_line, 8192U);
  EXPECT_EQ(limits.max_header_bytes, 32768U);
  EXPECT_EQ(limits.max_headers, 100U);
  EXPECT_EQ(limits.max_body, 1073741824U);
  EXPECT_EQ(limits.cgi_timeout, milliseconds(60000));
  EXPECT_EQ(limits.cgi_total_timeout, milliseconds(0));
  EXPECT_EQ(limits.max_cgi, 32U);
  EXPECT_EQ(limits.cgi_queue_timeout, milliseconds(10000));
  EXPECT_EQ(limits.cgi_cpu_seconds, 0U);
  EXPECT_EQ(limits.cgi_memory, 0U);
  EXPECT_EQ(limits.cgi_processes, 0U);
}

TEST(Keys, OfGlobalReachTheirSettings) {
  const auto loaded = parsed(
      "[global]\npath = /opt/bin:/usr/bin\nroot = www\nhostname = www.example.org\nport = http\n"
      "ipv4_only = yes\nindexpages = index.html, index.rb\ncharset = EUC-JP\nchroot = jail\n"
      "user = www\ngroup = web\ndefault_cgi = app/dispatch.cgi\ndebug = on\nspawnexec = 1\n"
      "listing = true\nsymlinks = inside\nhide = *.bak, .*\nprecompressed = gz, br, zst\n"
      "htaccess = ignore\naccess_log = log/access.log\nerror_log = /var/log/error.log\n"
      "trusted_proxy = 127.0.0.1, 2001:db8::/32\nserver_header = Mine/1\n"
      "listen = 127.0.0.1:80, [::1]:80, unix:run/t.sock, 81\n");
  EXPECT_THAT(loaded.problems, IsEmpty());
  const auto& global = loaded.config.global;
  EXPECT_EQ(global.path, "/opt/bin:/usr/bin");
  EXPECT_EQ(global.root, "/etc/site/www");
  EXPECT_EQ(global.hostname, "www.example.org");
  EXPECT_EQ(global.port, "http");
  EXPECT_TRUE(global.ipv4_only);
  EXPECT_FALSE(global.ipv6_only);
  EXPECT_THAT(global.index_pages, ElementsAre("index.html", "index.rb"));
  EXPECT_EQ(global.charset, "EUC-JP");
  EXPECT_EQ(global.chroot, "/etc/site/jail");
  EXPECT_EQ(global.user, "www");
  EXPECT_EQ(global.group, "web");
  EXPECT_EQ(global.default_cgi, "/etc/site/app/dispatch.cgi");
  EXPECT_TRUE(global.debug);
  EXPECT_TRUE(global.spawnexec);
  EXPECT_TRUE(global.listing);
  EXPECT_EQ(global.symlinks, Symlinks::inside);
  EXPECT_THAT(global.hide, ElementsAre("*.bak", ".*"));
  EXPECT_THAT(global.precompressed, ElementsAre("gz", "br", "zst"));
  EXPECT_EQ(global.htaccess, Htaccess::ignore);
  EXPECT_EQ(global.access_log, "/etc/site/log/access.log");
  EXPECT_EQ(global.error_log, "/var/log/error.log");
  EXPECT_THAT(global.trusted_proxy, ElementsAre("127.0.0.1", "2001:db8::/32"));
  EXPECT_EQ(global.server_header, "Mine/1");
  ASSERT_THAT(global.listen, SizeIs(4));
  EXPECT_EQ(global.listen[1].host, "::1");
  EXPECT_EQ(global.listen[2].unix_path, "/etc/site/run/t.sock");
  EXPECT_EQ(global.listen[3].port, "81");
  EXPECT_EQ(loaded.config.lines.at("port"), 5);
}

TEST(Keys, OfLimitsReachTheirSettings) {
  const auto loaded = parsed(
      "[limits]\nmax_connections=1\nmax_connections_per_address=2\nheader_timeout=3\n"
      "keepalive_timeout=4s\nkeepalive_requests=5\nbody_timeout=6min\nsend_timeout=700ms\n"
      "max_request_line=8KiB\nmax_header_bytes=9000\nmax_headers=10\nmax_body=11MiB\n"
      "cgi_timeout=12\ncgi_total_timeout=13\nmax_cgi=14\ncgi_queue_timeout=15\n"
      "cgi_cpu_seconds=16\ncgi_memory=17MiB\ncgi_processes=18\n");
  EXPECT_THAT(loaded.problems, IsEmpty());
  const auto& limits = loaded.config.limits;
  EXPECT_EQ(limits.max_connections, 1U);
  EXPECT_EQ(limits.max_connections_per_address, 2U);
  EXPECT_EQ(limits.header_timeout, milliseconds(3000));
  EXPECT_EQ(limits.keepalive_timeout, milliseconds(4000));
  EXPECT_EQ(limits.keepalive_requests, 5U);
  EXPECT_EQ(limits.body_timeout, minutes(6));
  EXPECT_EQ(limits.send_timeout, milliseconds(700));
  EXPECT_EQ(limits.max_request_line, 8192U);
  EXPECT_EQ(limits.max_header_bytes, 9000U);
  EXPECT_EQ(limits.max_headers, 10U);
  EXPECT_EQ(limits.max_body, 11534336U);
  EXPECT_EQ(limits.cgi_timeout, milliseconds(12000));
  EXPECT_EQ(limits.cgi_total_timeout, milliseconds(13000));
  EXPECT_EQ(limits.max_cgi, 14U);
  EXPECT_EQ(limits.cgi_queue_timeout, milliseconds(15000));
  EXPECT_EQ(limits.cgi_cpu_seconds, 16U);
  EXPECT_EQ(limits.cgi_memory, 17825792U);
  EXPECT_EQ(limits.cgi_processes, 18U);
}

TEST(Keys, OfListingReachTheirSettings) {
  const auto loaded = parsed("[listing]\ncss = /style.css\nreadme = README\ndirs_first = off\n");
  EXPECT_THAT(loaded.problems, IsEmpty());
  EXPECT_EQ(loaded.config.listing.css, "/style.css");
  EXPECT_EQ(loaded.config.listing.readme, "README");
  EXPECT_FALSE(loaded.config.listing.dirs_first);
}

TEST(Keys, CanBeSwitchedOffOrLeftEmpty) {
  const auto loaded = parsed(
      "[global]\ncharset = off\nserver_header = off\nindexpages =\nhide =\nchroot =\nuser =\n"
      "hostname =\ndefault_cgi =\npath =\n");
  EXPECT_THAT(loaded.problems, IsEmpty());
  const auto& global = loaded.config.global;
  EXPECT_EQ(global.charset, "");
  EXPECT_EQ(global.server_header, "");
  EXPECT_THAT(global.index_pages, IsEmpty());
  EXPECT_THAT(global.hide, IsEmpty());
  EXPECT_EQ(global.chroot, "");
  EXPECT_EQ(global.default_cgi, "");
  EXPECT_EQ(parsed("[global]\ncharset =\n").config.global.charset, "");
  EXPECT_EQ(parsed("[global]\nserver_header = on\n").config.global.server_header, "tthttpd");
}

TEST(Keys, TakeAnIpv6HostnameWithOrWithoutBrackets) {
  EXPECT_EQ(parsed("[global]\nhostname = [::1]\n").config.global.hostname, "::1");
  EXPECT_EQ(parsed("[global]\nhostname = ::1\n").config.global.hostname, "::1");
}

TEST(Keys, RefuseBadValuesAndSayWhatIsAllowed) {
  struct Case {
    const char* line;
    const char* said;
  };
  const Case cases[] = {
      {"[global]\nspawnexec = perhaps", "allowed are on"},
      {"[global]\nipv4_only =", "allowed are on"},
      {"[global]\nport = 65536", "0 to 65535"},
      {"[global]\nport = -1", "0 to 65535"},
      {"[global]\nport =", "0 to 65535"},
      {"[global]\nroot =", "a path is needed"},
      {"[global]\nhostname = http://example.org/", "name or an address"},
      {"[global]\nhostname = a b", "name or an address"},
      {"[global]\nindexpages = index.html, sub/index.html", "'sub/index.html' is no file name"},
      {"[global]\nindexpages = ..", "'..' is no file name"},
      {"[global]\ncharset = utf-8; x", "utf-8, or off"},
      {"[global]\nlisten = 127.0.0.1:x y", "127.0.0.1:8080"},
      {"[global]\nlisten =", "an address is needed"},
      {"[global]\nsymlinks = insde", "allowed are all"},
      {"[global]\nhtaccess = perhaps", "allowed are on, off and ignore"},
      {"[global]\nprecompressed = gz, xz", "'xz' is unknown; allowed are gz, br and zst"},
      {"[global]\naccess_log =", "allowed are a path, - and off"},
      {"[global]\nserver_header = a\tb\x01", "control byte"},
      {"[limits]\nheader_timeout = 0", "above 0"},
      {"[limits]\nheader_timeout = 10 parsecs", "ms, s, min or h"},
      {"[limits]\ncgi_timeout = -1", "ms, s, min or h"},
      {"[limits]\nmax_connections = 0", "at least 1"},
      {"[limits]\nmax_connections = many", "whole number"},
      {"[limits]\nmax_body = 1KB", "KiB, MiB or GiB"},
      {"[limits]\nmax_request_line = 0", "at least 256"},
      {"[listing]\nreadme = a/b", "without '/'"},
      {"[listing]\ndirs_first = maybe", "allowed are on"},
  };
  for (const Case& c : cases) {
    const auto faults = faults_of(c.line);
    ASSERT_THAT(faults, SizeIs(1)) << c.line;
    EXPECT_THAT(faults[0], HasSubstr("site.conf:2:")) << c.line;
    EXPECT_THAT(faults[0], HasSubstr(c.said)) << c.line;
  }
}

TEST(Keys, MakePathsAbsoluteBelowTheFolderOfTheFile) {
  EXPECT_EQ(absolute_path("/etc/site", "www"), "/etc/site/www");
  EXPECT_EQ(absolute_path("/etc/site", "./a=b/"), "/etc/site/a=b");
  EXPECT_EQ(absolute_path("/etc/site", "../www"), "/etc/www");
  EXPECT_EQ(absolute_path("/etc/site", "/srv//www/"), "/srv/www");
  EXPECT_EQ(absolute_path("/etc/site", "."), "/etc/site");
  EXPECT_EQ(absolute_path("/etc/site", "/"), "/");
}

}  // namespace
}  // namespace tthttpd::config
