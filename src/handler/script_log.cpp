#include "tthttpd/handler/script_log.hpp"

#include <algorithm>

namespace tthttpd::handler {

void ScriptLog::feed(std::string_view bytes) {
  while (!bytes.empty() && !full_) {
    const auto newline = bytes.find('\n');
    const auto part = bytes.substr(0, std::min(newline, kLongestLine - line_.size()));
    line_.append(part);
    bytes.remove_prefix(part.size());
    const bool ends = !bytes.empty() && bytes.front() == '\n';
    if (ends) {
      bytes.remove_prefix(1);
    }
    if (ends || line_.size() == kLongestLine) {
      say(line_);
      line_.clear();
    }
  }
}

void ScriptLog::finish() {
  if (!line_.empty() && !full_) {
    say(line_);
  }
  line_.clear();
}

void ScriptLog::say(std::string_view line) {
  if (!line.empty() && line.back() == '\r') {
    line.remove_suffix(1);
  }
  // Empty lines count too, or a script could send them for ever.
  said_ += line.size() + 1;
  if (said_ > kMostBytes) {
    full_ = true;
    diagnostics_->warning(prefix_ + ": writes too much to standard error, the rest is dropped");
    return;
  }
  diagnostics_->warning(prefix_ + ": " + std::string(line));
}

}  // namespace tthttpd::handler
