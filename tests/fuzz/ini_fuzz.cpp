// INI text: entries come in file order, and written out again they are read as the same.
#include <algorithm>
#include <string>

#include "fuzz/fuzz_check.hpp"
#include "tthttpd/config/ini.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tthttpd;
  using fuzz::require;
  const std::string_view text = fuzz::as_text(data, size);
  const config::IniText ini = config::parse_ini(text, "f");
  const auto lines = 1 + std::count(text.begin(), text.end(), '\n');

  std::string written;
  int last_line = 0;
  for (const config::IniEntry& entry : ini.entries) {
    require(!entry.key.empty() && entry.key.find('=') == std::string::npos);
    require((entry.section + entry.key + entry.value).find('\n') == std::string::npos);
    require(entry.line > last_line && entry.line <= lines);
    last_line = entry.line;
    written.append("[" + entry.section + "]\r\n" + entry.key + " = " + entry.value + "\n");
  }
  for (const config::Problem& problem : ini.problems) {
    require(problem.line >= 0 && problem.line <= lines && !to_text(problem).empty());
  }

  const config::IniText again = config::parse_ini(written, "f");
  require(again.entries.size() == ini.entries.size());
  for (std::size_t i = 0; i < ini.entries.size(); ++i) {
    require(again.entries[i].section == ini.entries[i].section);
    require(again.entries[i].key == ini.entries[i].key);
    require(again.entries[i].value == ini.entries[i].value);
  }
  return 0;
}
