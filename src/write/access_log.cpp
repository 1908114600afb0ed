#include "tthttpd/write/access_log.hpp"

#include <ctime>
#include <memory>
#include <utility>

#include <fmt/format.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include "tthttpd/http/date.hpp"
#include "tthttpd/write/log_file.hpp"

namespace tthttpd::write {
namespace {

std::string local_time(std::int64_t unix_seconds) {
  const auto seconds = static_cast<std::time_t>(unix_seconds);
  std::tm parts{};
  localtime_r(&seconds, &parts);
  const long offset = parts.tm_gmtoff / 60;
  const long minutes = offset < 0 ? -offset : offset;
  return fmt::format("{:02}/{}/{}:{:02}:{:02}:{:02} {}{:02}{:02}", parts.tm_mday,
                     http::kMonthNames[static_cast<std::size_t>(parts.tm_mon)],
                     parts.tm_year + 1900, parts.tm_hour, parts.tm_min, parts.tm_sec,
                     offset < 0 ? '-' : '+', minutes / 60, minutes % 60);
}

void append_escape(std::string& out, unsigned char byte) {
  static constexpr std::string_view kHex = "0123456789abcdef";
  out.append("\\x");
  out.push_back(kHex[byte >> 4U]);
  out.push_back(kHex[byte & 0xfU]);
}

std::string field(std::string_view text) { return text.empty() ? "-" : escape_for_log(text); }

}  // namespace

struct AccessLog::State {
  std::shared_ptr<LogFile> file;  ///< null for standard output
  std::unique_ptr<spdlog::logger> logger;
};

std::string escape_for_log(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte >= 0x7f || c == '"' || c == '\\') {
      append_escape(out, byte);
    } else {
      out.push_back(c);
    }
  }
  return out;
}

std::string escape_controls(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  unsigned char before = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool c1 = before == 0xc2 && byte >= 0x80 && byte < 0xa0;
    if ((byte < 0x20 && c != '\t') || byte == 0x7f || c1) {
      append_escape(out, byte);
    } else {
      out.push_back(c);
    }
    before = byte;
  }
  return out;
}

std::string format_combined(const AccessEntry& entry) {
  return fmt::format(R"({} - {} [{}] "{}" {} {} "{}" "{}" {})", field(entry.client_address),
                     field(entry.user), local_time(entry.time), field(entry.request_line),
                     entry.status, entry.content_bytes, field(entry.referer),
                     field(entry.user_agent), entry.duration.count());
}

AccessLog::AccessLog(const std::string& target) {
  if (target.empty() || target == "off") {
    return;
  }
  auto state = std::make_unique<State>();
  spdlog::sink_ptr sink;
  if (target == "-") {
    sink = std::make_shared<spdlog::sinks::stdout_sink_mt>();
  } else {
    sink = state->file = std::make_shared<LogFile>(target);
  }
  state->logger = std::make_unique<spdlog::logger>("access", std::move(sink));
  state->logger->set_pattern("%v");
  state->logger->flush_on(spdlog::level::info);
  state_ = std::move(state);
}

AccessLog::~AccessLog() = default;

void AccessLog::write(const AccessEntry& entry) {
  if (state_) {
    state_->logger->info(format_combined(entry));
  }
}

void AccessLog::relocate(std::string path) {
  if (state_ && state_->file) {
    state_->file->relocate(std::move(path));
  }
}

bool AccessLog::reopen() { return !state_ || !state_->file || state_->file->reopen(); }

}  // namespace tthttpd::write
