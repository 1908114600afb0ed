#include "tthttpd/write/log_file.hpp"

#include <stdexcept>
#include <utility>

#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/basic_file_sink.h>

namespace tthttpd::write {

LogFile::LogFile(std::string path)
    : path_(std::move(path)), formatter_(std::make_unique<spdlog::pattern_formatter>("%v")) {
  try {
    file_ = open();
  } catch (const spdlog::spdlog_ex& trouble) {
    throw std::runtime_error(trouble.what());
  }
}

std::shared_ptr<spdlog::sinks::sink> LogFile::open() const {
  auto file = std::make_shared<spdlog::sinks::basic_file_sink_st>(path_, false);
  file->set_formatter(formatter_->clone());
  return file;
}

void LogFile::log(const spdlog::details::log_msg& message) {
  const std::lock_guard lock(guard_);
  file_->log(message);
}

void LogFile::flush() {
  const std::lock_guard lock(guard_);
  file_->flush();
}

void LogFile::set_pattern(const std::string& pattern) {
  set_formatter(std::make_unique<spdlog::pattern_formatter>(pattern));
}

void LogFile::set_formatter(std::unique_ptr<spdlog::formatter> formatter) {
  const std::lock_guard lock(guard_);
  formatter_ = std::move(formatter);
  file_->set_formatter(formatter_->clone());
}

void LogFile::relocate(std::string path) {
  const std::lock_guard lock(guard_);
  path_ = std::move(path);
}

bool LogFile::reopen() {
  const std::lock_guard lock(guard_);
  try {
    file_ = open();
    return true;
  } catch (const spdlog::spdlog_ex&) {
    return false;
  }
}

}  // namespace tthttpd::write
