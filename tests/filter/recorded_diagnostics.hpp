#pragma once

#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tthttpd/http/diagnostics.hpp"

namespace tthttpd::filter {

/// Keeps what it is told, for a test to look at.
class RecordedDiagnostics : public http::Diagnostics {
 public:
  void error(std::string_view line) override { keep("error ", line); }
  void warning(std::string_view line) override { keep("warning ", line); }
  void trace(std::string_view line) override { keep("trace ", line); }
  [[nodiscard]] bool traces() const override { return false; }

  /// All lines so far, each after its level; forgets them.
  std::vector<std::string> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(lines_, {});
  }

 private:
  void keep(const char* level, std::string_view line) {
    const std::lock_guard lock(mutex_);
    lines_.push_back(level + std::string(line));
  }

  std::mutex mutex_;
  std::vector<std::string> lines_;
};

}  // namespace tthttpd::filter
