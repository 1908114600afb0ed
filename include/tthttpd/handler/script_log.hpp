#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "tthttpd/http/diagnostics.hpp"

namespace tthttpd::handler {

/// Takes what one run of a script writes to its standard error to the log, line by line, each with
/// the script's name and process id in front: "script /cgi/a.rb[4711]: undefined method". Bounded,
/// so that a script cannot fill the disk or the memory by it. One thread at a time.
class ScriptLog {
 public:
  static constexpr std::size_t kLongestLine = 4 * 1024;  ///< longer ones are cut into pieces
  static constexpr std::size_t kMostBytes = 64 * 1024;   ///< of one run; the rest is dropped

  /// `prefix`: "script /cgi/a.rb[4711]". `diagnostics` outlives the object.
  ScriptLog(http::Diagnostics& diagnostics, std::string prefix)
      : diagnostics_(&diagnostics), prefix_(std::move(prefix)) {}

  void feed(std::string_view bytes);
  /// Says the last line when it has no line end.
  void finish();

  [[nodiscard]] const std::string& prefix() const { return prefix_; }

 private:
  void say(std::string_view line);

  http::Diagnostics* diagnostics_;
  std::string prefix_;
  std::string line_;
  std::size_t said_ = 0;
  bool full_ = false;
};

}  // namespace tthttpd::handler
