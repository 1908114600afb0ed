#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tthttpd/config/config.hpp"
#include "tthttpd/config/ini.hpp"

namespace tthttpd::config {

/// Collects what is found about a configuration, each with its file and line.
class Findings {
 public:
  /// `config` outlives this object.
  explicit Findings(const Config& config) : config_(config) {}

  void add(int line, std::string message);
  /// About the value of a key: a flag or a default has no line, and then no file either.
  void add(const std::string& key, std::string message);
  std::vector<Problem> take() { return std::move(found_); }

 private:
  const Config& config_;
  std::vector<Problem> found_;
};

}  // namespace tthttpd::config
