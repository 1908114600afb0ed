#include "tthttpd/app/logging.hpp"

#include <atomic>
#include <utility>

#include <spdlog/sinks/null_sink.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include "tthttpd/write/access_log.hpp"
#include "tthttpd/write/log_file.hpp"

namespace tthttpd::app {

struct Logging::State : http::Diagnostics {
  void error(std::string_view line) override { log->error(write::escape_controls(line)); }
  void warning(std::string_view line) override { log->warn(write::escape_controls(line)); }
  void notice(std::string_view line) override { console->info(write::escape_controls(line)); }
  void trace(std::string_view line) override { console->info(write::escape_controls(line)); }
  [[nodiscard]] bool traces() const override { return verbosity >= 3; }

  std::atomic<int> verbosity{0};
  std::shared_ptr<write::LogFile> file;  ///< null when the error log is no file
  std::shared_ptr<spdlog::logger> log;
  std::shared_ptr<spdlog::logger> console;
};

Logging::Logging(const std::string& error_log, int verbosity) : state_(std::make_shared<State>()) {
  spdlog::sink_ptr sink;
  if (error_log == "off") {
    sink = std::make_shared<spdlog::sinks::null_sink_mt>();
  } else if (error_log.empty() || error_log == "-") {
    sink = std::make_shared<spdlog::sinks::stderr_color_sink_mt>();  // colours on terminals only
  } else {
    sink = state_->file = std::make_shared<write::LogFile>(error_log);
  }
  state_->log = std::make_shared<spdlog::logger>("error", std::move(sink));
  state_->log->set_pattern("%Y-%m-%d %H:%M:%S.%e %^%l%$ %v");
  set_verbosity(verbosity);
  state_->log->flush_on(spdlog::level::trace);
  state_->console = std::make_shared<spdlog::logger>(
      "console", std::make_shared<spdlog::sinks::stdout_sink_mt>());
  state_->console->set_pattern("%H:%M:%S.%e %v");
  state_->console->flush_on(spdlog::level::trace);
  spdlog::set_default_logger(state_->log);  // what accept/ writes to
}

Logging::~Logging() = default;

std::shared_ptr<http::Diagnostics> Logging::diagnostics() const { return state_; }

void Logging::set_verbosity(int verbosity) {
  state_->verbosity = verbosity;
  const bool quiet = verbosity < 0 && !state_->file;
  state_->log->set_level(quiet ? spdlog::level::err : spdlog::level::debug);
}

void Logging::relocate(std::string path) {
  if (state_->file) {
    state_->file->relocate(std::move(path));
  }
}

bool Logging::reopen() { return !state_->file || state_->file->reopen(); }

}  // namespace tthttpd::app
