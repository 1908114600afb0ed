#pragma once

#include <cstdint>
#include <string>
#include <sys/types.h>
#include <vector>

#include "support/raw_client.hpp"
#include "support/temp_dir.hpp"

namespace tthttpd::support {

/// One "http://ADDRESS:PORT/" the server printed at its start.
struct PrintedUrl {
  std::string address;  ///< without brackets
  std::uint16_t port = 0;
};

/// The URLs in what a starting server prints, in order.
std::vector<PrintedUrl> printed_urls(const std::string& output);
/// True once the line that starts with "Serving" is complete.
bool says_serving(const std::string& output);

/// Built with a sanitizer that needs much address space for itself.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
inline constexpr bool kSanitized =
    __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool kSanitized = false;
#endif

/// The program under test: $TTHTTPD_BINARY, or the one of this build.
std::string server_binary();

/// The real server program, run until it is stopped. The destructor stops it too and makes the test
/// fail when it does not end with exit code 0 (which also shows what a sanitizer found).
class ServerProcess {
 public:
  struct Options {
    std::vector<std::string> arguments;
    std::string working_directory = ".";
    std::vector<std::string> wrapper;      ///< a program that execs the server: {"prlimit", ...}
    std::vector<std::string> environment;  ///< NAME=value, before what is inherited
  };

  /// Starts it and waits until it says that it serves; throws ClientError with its output when it
  /// ends instead.
  explicit ServerProcess(Options options);
  ~ServerProcess();
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  [[nodiscard]] pid_t pid() const { return pid_; }
  /// Port of the first address of that family; throws ClientError when none was printed.
  [[nodiscard]] std::uint16_t port(Family family) const;
  [[nodiscard]] const std::vector<PrintedUrl>& urls() const { return urls_; }
  [[nodiscard]] std::string output() const;
  [[nodiscard]] std::string errors() const;

  void signal(int number) const;
  /// TERM, then wait_for_end().
  int stop();
  /// Waits for the end and returns the exit code; -1 when it had to be killed.
  int wait_for_end();
  /// Ends it without mercy and without judging how it ended.
  void kill();

 private:
  TempDir outputs_;
  pid_t pid_ = 0;
  bool running_ = false;
  std::vector<PrintedUrl> urls_;
};

}  // namespace tthttpd::support
