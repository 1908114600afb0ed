#include "tthttpd/config/findings.hpp"

namespace tthttpd::config {

void Findings::add(int line, std::string message) {
  found_.push_back({config_.file, line, std::move(message)});
}

void Findings::add(const std::string& key, std::string message) {
  const auto found = config_.lines.find(key);
  const bool from_file = found != config_.lines.end();
  found_.push_back({from_file ? config_.file : std::string(), from_file ? found->second : 0,
                    std::move(message)});
}

}  // namespace tthttpd::config
