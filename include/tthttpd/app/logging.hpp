#pragma once

#include <memory>
#include <string>

#include "tthttpd/http/diagnostics.hpp"

namespace tthttpd::app {

/// The error log and the console, by spdlog. Lives as long as the program.
class Logging {
 public:
  /// `error_log`: a path, "-" for standard error, "off". `verbosity`: -1 quiet (a console gets only
  /// errors, a file everything), 0 normal, 1 to 3 for -v to -vvv. Throws std::runtime_error when
  /// the file cannot be opened.
  Logging(const std::string& error_log, int verbosity);
  ~Logging();

  [[nodiscard]] std::shared_ptr<http::Diagnostics> diagnostics() const;
  /// Opens the error log anew (log rotation); false when that failed and the old one stays.
  bool reopen();
  /// Where reopen() finds the error log from now on, after a change of the root directory.
  void relocate(std::string path);
  void set_verbosity(int verbosity);

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace tthttpd::app
