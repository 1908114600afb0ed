#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tthttpd::config {

/// One fault in a configuration file, in words that help to mend it.
struct Problem {
  std::string file;  ///< empty: it comes from no file, but from a flag or a default
  int line = 0;      ///< 1-based; 0: the file as a whole
  std::string message;
};

/// "site.conf:12: unknown key 'prot' in [global]; did you mean 'port'?"
std::string to_text(const Problem& problem);

/// One `key = value` line, both trimmed.
struct IniEntry {
  std::string section;
  std::string key;
  std::string value;
  int line = 0;
};

/// One `[section]` line; the name trimmed.
struct IniSection {
  std::string name;
  int line = 0;
};

struct IniText {
  std::vector<IniSection> sections;  ///< in file order, repeated ones too
  std::vector<IniEntry> entries;     ///< in file order; a repeated section just goes on
  std::vector<Problem> problems;
};

/// Takes INI text apart: UTF-8, a BOM is skipped, lines end in LF or CRLF, `[section]`,
/// `key = value` split at the first '='. Lines that start with '#' or ';' are comments; there are
/// no others, so that a value may hold any of these characters. Entries before the first section
/// belong to the section "". Pure.
IniText parse_ini(std::string_view text, const std::string& file_name);

}  // namespace tthttpd::config
