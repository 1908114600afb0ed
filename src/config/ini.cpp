#include "tthttpd/config/ini.hpp"

#include <utility>

#include "tthttpd/config/values.hpp"

namespace tthttpd::config {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::string_view trim(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r";
  const auto first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) {
    return {};
  }
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

class IniParser {
 public:
  explicit IniParser(const std::string& file_name) : file_(file_name) {}

  void take(std::string_view line) {
    ++line_;
    if (line.find('\0') != std::string_view::npos) {
      problem("there is a NUL byte in this line");
      return;
    }
    line = trim(line);
    if (line.empty() || line.front() == '#' || line.front() == ';') {
      return;
    }
    if (line.front() == '[') {
      open_section(line);
    } else {
      add_entry(line);
    }
  }

  IniText finish() { return std::move(result_); }

 private:
  void open_section(std::string_view line) {
    if (line.back() != ']') {
      problem("a section line must end with ']': " + in_quotes(line));
      skipping_ = true;  // what follows belongs to no section that could be named
      return;
    }
    skipping_ = false;
    section_ = trim(line.substr(1, line.size() - 2));
    if (section_.empty()) {
      problem("a section needs a name: []");
    }
    result_.sections.push_back({section_, line_});
  }

  void add_entry(std::string_view line) {
    const auto equals = line.find('=');
    if (equals == std::string_view::npos) {
      problem(in_quotes(line) + " has no '=': it is no 'key = value', [section] or # comment");
      return;
    }
    const auto key = trim(line.substr(0, equals));
    if (key.empty()) {
      problem("there is no key before '='");
      return;
    }
    if (skipping_) {
      return;
    }
    result_.entries.push_back(
        {section_, std::string(key), std::string(trim(line.substr(equals + 1))), line_});
  }

  void problem(std::string message) {
    result_.problems.push_back({file_, line_, std::move(message)});
  }

  const std::string& file_;
  IniText result_;
  std::string section_;
  bool skipping_ = false;
  int line_ = 0;
};

}  // namespace

std::string to_text(const Problem& problem) {
  if (problem.file.empty()) {
    return problem.message;
  }
  std::string text = problem.file;
  if (problem.line > 0) {
    text += ':' + std::to_string(problem.line);
  }
  return text + ": " + problem.message;
}

IniText parse_ini(std::string_view text, const std::string& file_name) {
  if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
    text.remove_prefix(kByteOrderMark.size());
  }
  const auto mark = text.substr(0, 2);
  if (mark == "\xFF\xFE" || mark == "\xFE\xFF") {
    IniText nothing;
    nothing.problems.push_back({file_name, 0, "this is UTF-16 text; save it as UTF-8"});
    return nothing;
  }
  IniParser parser(file_name);
  while (!text.empty()) {
    const auto end = text.find('\n');
    parser.take(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return parser.finish();
}

}  // namespace tthttpd::config
