#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace tthttpd::config {

// What each key means, its unit and what a larger value costs: docs/configuration.md.

/// One address of `listen`.
struct Listen {
  std::string host;  ///< empty: every local address; IPv6 without brackets
  std::string port;  ///< number or service name; empty: the global port
  std::string unix_path;
};

enum class Symlinks : std::uint8_t { all, inside, none };
enum class Htaccess : std::uint8_t { unset, on, off, ignore };

struct Global {
  std::string path;  ///< PATH of scripts; empty: a fixed default
  std::string root;  ///< absolute; empty: the current directory
  std::string hostname;
  std::string port = "8080";
  bool ipv4_only = false;
  bool ipv6_only = false;
  std::vector<std::string> index_pages{"index.html", "index.htm"};
  std::string charset = "utf-8";  ///< empty: none
  std::string chroot;
  std::string user;
  std::string group;
  std::string default_cgi;
  bool debug = false;
  bool spawnexec = false;
  std::vector<Listen> listen;
  bool listing = false;
  Symlinks symlinks = Symlinks::all;
  std::vector<std::string> hide{".*"};
  std::vector<std::string> precompressed;
  Htaccess htaccess = Htaccess::unset;
  std::string access_log = "off";
  std::string error_log = "-";
  std::vector<std::string> trusted_proxy;
  std::string server_header = "tthttpd";  ///< empty: no Server field
};

struct Limits {
  using Milliseconds = std::chrono::milliseconds;
  std::uint64_t max_connections = 1024;
  std::uint64_t max_connections_per_address = 0;
  Milliseconds header_timeout{10000};
  Milliseconds keepalive_timeout{15000};
  std::uint64_t keepalive_requests = 1000;
  Milliseconds body_timeout{30000};
  Milliseconds send_timeout{30000};
  std::uint64_t max_request_line = 8 * 1024;
  std::uint64_t max_header_bytes = 32 * 1024;
  std::uint64_t max_headers = 100;
  std::uint64_t max_body = std::uint64_t{1} << 30U;
  Milliseconds cgi_timeout{60000};
  Milliseconds cgi_total_timeout{0};
  std::uint64_t max_cgi = 32;
  Milliseconds cgi_queue_timeout{10000};
  std::uint64_t cgi_cpu_seconds = 0;
  std::uint64_t cgi_memory = 0;
  std::uint64_t cgi_processes = 0;
};

/// One line of [mime/types]: a media type, or a script's interpreter.
struct MimeEntry {
  std::string extension;
  std::string type;  ///< empty for a script
  bool script = false;
  std::vector<std::string> interpreter;  ///< empty: the script runs itself
  int line = 0;
};

struct AliasEntry {
  std::string from;
  std::string to;  ///< URL path, or absolute path on disk
  bool to_disk = false;
  int line = 0;
};

struct AuthEntry {
  std::string prefix;
  std::vector<std::string> methods;  ///< empty: all
  std::string realm;
  std::string authfile;  ///< absolute
  int line = 0;
};

struct HeaderEntry {
  std::string prefix;
  std::string name;
  std::string value;
};

struct ListingStyle {
  std::string css;
  std::string readme;
  bool dirs_first = true;
};

/// Everything a configuration file says, with the defaults of what it leaves out.
struct Config {
  Global global;
  Limits limits;
  std::vector<MimeEntry> mime_types;
  std::vector<AliasEntry> aliases;
  std::vector<std::pair<std::string, std::string>> environment;
  std::vector<AuthEntry> authentication;
  std::vector<HeaderEntry> headers;
  std::map<int, std::string> error_pages;  ///< status -> URL path
  ListingStyle listing;

  std::string file;  ///< where it came from; empty: no file
  /// Key of [global], or "errors/404" -> line it was last set in. Without what a flag has replaced.
  std::map<std::string, int> lines;
};

}  // namespace tthttpd::config
