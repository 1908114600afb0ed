#include "tthttpd/config/load.hpp"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include "tthttpd/config/free_sections.hpp"
#include "tthttpd/config/keys.hpp"
#include "tthttpd/config/values.hpp"
#include "tthttpd/http/ascii.hpp"

namespace tthttpd::config {
namespace {

std::string with_hint(std::string message, std::string_view word,
                      const std::vector<std::string>& known) {
  if (const auto nearest = find_nearest(word, known)) {
    message += "; did you mean '" + *nearest + "'?";
  }
  message += " (known: ";
  for (const auto& name : known) {
    message += (&name == &known.front() ? "" : ", ") + name;
  }
  return message + ')';
}

std::vector<std::string> names_of(const std::vector<Key>& keys) {
  std::vector<std::string> names;
  for (const auto& key : keys) {
    names.emplace_back(key.name);
  }
  return names;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// The section whose key it is after all, or "".
std::string section_of(const std::string& key) {
  if (contains(names_of(global_keys()), key)) {
    return "global";
  }
  if (contains(names_of(limit_keys()), key)) {
    return "limits";
  }
  return contains(names_of(listing_keys()), key) ? "listing" : "";
}

bool has_control_bytes(const std::string& text) {
  return std::any_of(text.begin(), text.end(), [](char c) { return http::is_control_but_tab(c); });
}

/// The text of what is wrong with one entry, or "".
std::string put_by_keys(const std::vector<Key>& keys, const Target& target) {
  const auto& entry = target.entry;
  for (const auto& key : keys) {
    if (key.name == entry.key) {
      auto wrong = key.put(target);
      return wrong.empty()
                 ? wrong
                 : in_quotes(entry.value) + " is no value for " + entry.key + ": " + wrong;
    }
  }
  const auto unknown = "unknown key " + in_quotes(entry.key) + " in [" + entry.section + "]";
  if (const auto section = section_of(entry.key); !section.empty()) {
    return unknown + "; it belongs in [" + section + "]";
  }
  return with_hint(unknown, entry.key, names_of(keys));
}

std::string put(const Target& target) {
  const auto& section = target.entry.section;
  if (section != "request/environments" && has_control_bytes(target.entry.value)) {
    return "there is a control byte in the value of " + in_quotes(target.entry.key);
  }
  if (section == "global") {
    target.config.lines[target.entry.key] = target.entry.line;
    return put_by_keys(global_keys(), target);
  }
  if (section == "limits") {
    return put_by_keys(limit_keys(), target);
  }
  if (section == "listing") {
    return put_by_keys(listing_keys(), target);
  }
  if (const auto put_free = put_for_free_section(section)) {
    return put_free(target);
  }
  if (section.empty()) {
    return in_quotes(target.entry.key) +
           " stands before the first section; write [global] above it";
  }
  return {};  // the section itself has been reported
}

void report_unknown_sections(const IniText& ini, Loaded& loaded) {
  for (const auto& section : ini.sections) {
    if (!section.name.empty() && !contains(section_names(), section.name)) {
      loaded.problems.push_back(
          {loaded.config.file, section.line,
           with_hint("unknown section " + in_quotes(section.name), section.name, section_names())});
    }
  }
}

}  // namespace

Loaded parse_config(std::string_view text, const std::string& file_name,
                    const std::string& folder) {
  Loaded loaded;
  loaded.config.file = file_name;
  auto ini = parse_ini(text, file_name);
  loaded.problems = std::move(ini.problems);
  report_unknown_sections(ini, loaded);
  for (const auto& entry : ini.entries) {
    if (auto wrong = put({loaded.config, folder, entry}); !wrong.empty()) {
      loaded.problems.push_back({file_name, entry.line, std::move(wrong)});
    }
  }
  if (loaded.config.global.root.empty()) {
    loaded.config.global.root = folder;
  }
  if (loaded.config.global.ipv4_only && loaded.config.global.ipv6_only) {
    loaded.problems.push_back({file_name, loaded.config.lines["ipv6_only"],
                               "ipv4_only and ipv6_only exclude each other"});
  }
  std::stable_sort(loaded.problems.begin(), loaded.problems.end(),
                   [](const Problem& a, const Problem& b) { return a.line < b.line; });
  return loaded;
}

Loaded load_config(const std::string& file_name) { return load_config(file_name, file_name); }

Loaded load_config(const std::string& file_name, const std::string& lies_at) {
  std::error_code failed;
  const auto absolute = std::filesystem::absolute(lies_at, failed);
  Loaded loaded;
  loaded.config.file = file_name;
  if (std::filesystem::is_directory(absolute, failed)) {
    loaded.problems.push_back({file_name, 0, "this is a directory; use -d to serve it"});
    return loaded;
  }
  errno = 0;
  std::ifstream in(absolute, std::ios::binary);
  if (!in) {
    loaded.problems.push_back(
        {file_name, 0, "cannot read the configuration: " + std::generic_category().message(errno)});
    return loaded;
  }
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  return parse_config(text, file_name, std::filesystem::absolute(file_name).parent_path().string());
}

}  // namespace tthttpd::config
