#pragma once

#include <memory>
#include <mutex>
#include <string>

#include <spdlog/sinks/sink.h>

namespace tthttpd::write {

/// A spdlog sink that appends to a file and can open it anew after log rotation. Any thread.
class LogFile : public spdlog::sinks::sink {
 public:
  /// Throws std::runtime_error when the file cannot be opened for appending.
  explicit LogFile(std::string path);

  void log(const spdlog::details::log_msg& message) override;
  void flush() override;
  void set_pattern(const std::string& pattern) override;
  void set_formatter(std::unique_ptr<spdlog::formatter> formatter) override;
  /// The old file stays in use when the new one cannot be opened; then false.
  bool reopen();
  /// Where reopen() finds it from now on.
  void relocate(std::string path);

 private:
  std::shared_ptr<spdlog::sinks::sink> open() const;

  std::string path_;
  std::mutex guard_;
  std::unique_ptr<spdlog::formatter> formatter_;
  std::shared_ptr<spdlog::sinks::sink> file_;
};

}  // namespace tthttpd::write
