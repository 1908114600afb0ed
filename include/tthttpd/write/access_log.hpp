#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace tthttpd::write {

/// What one line of the access log says. Views need to live only during the call.
struct AccessEntry {
  std::string_view client_address;  ///< empty (UNIX socket) shows as "-"
  std::string_view user;            ///< REMOTE_USER; empty shows as "-"
  std::int64_t time = 0;            ///< when the request had been read, seconds since 1970
  std::string_view request_line;    ///< method, target and version as sent; empty shows as "-"
  int status = 0;
  std::uint64_t content_bytes = 0;
  std::string_view referer;
  std::string_view user_agent;
  std::chrono::microseconds duration{0};  ///< from the complete head to the last byte sent
};

/// Text with control bytes, quotes, backslashes and bytes from 0x7f on as \xHH, so that one entry
/// stays one line and a terminal takes no orders from it.
std::string escape_for_log(std::string_view text);

/// Text with only what could forge a line or command a terminal as \xHH: control bytes and C1
/// controls in UTF-8. Other UTF-8 text stays readable.
std::string escape_controls(std::string_view text);

/// Combined log format, then the duration in microseconds:
/// 127.0.0.1 - - [06/Nov/1994:08:49:37 +0000] "GET / HTTP/1.1" 200 11 "-" "curl/8" 95
std::string format_combined(const AccessEntry& entry);

/// The access log; any thread may write. Lines are appended whole.
class AccessLog {
 public:
  /// `target`: a path, "-" for standard output, "" or "off" for none. Throws std::runtime_error
  /// when the file cannot be opened.
  explicit AccessLog(const std::string& target);
  ~AccessLog();

  [[nodiscard]] bool enabled() const { return state_ != nullptr; }
  void write(const AccessEntry& entry);
  /// Opens the file anew (log rotation). The old one stays in use when that fails; then false.
  bool reopen();
  /// Where reopen() finds the file from now on, after a change of the root directory.
  void relocate(std::string path);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tthttpd::write
