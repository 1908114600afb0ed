#include "tthttpd/route/script_map.hpp"

#include <array>
#include <string>

#include <gtest/gtest.h>

namespace tthttpd::route {
namespace {

std::string text(const ScriptMap::Verdict& verdict) {
  switch (verdict.what) {
    case ScriptMap::Verdict::What::file:
      return "file";
    case ScriptMap::Verdict::What::refused:
      return std::string(verdict.reason);
    case ScriptMap::Verdict::What::run:
      return verdict.interpreter.empty() ? "run" : "run by " + verdict.interpreter.front();
  }
  return "?";
}

struct Row {
  const char* description;
  const char* name;
  const char* target;
  bool executable;
  bool unreadable;
  const char* mapped;       // without run_executables
  const char* executables;  // with
  const char* named;        // by configuration, without run_executables
};

constexpr std::array kRows = {
    Row{"plain file", "a.txt", "a.txt", false, false, "file", "file", "script-not-executable"},
    Row{"plain file with the bit", "a.txt", "a.txt", true, false, "file", "run", "run"},
    Row{"no extension", "tool", "tool", true, false, "file", "run", "run"},
    Row{"mapped", "a.rb", "a.rb", false, false, "run by ruby", "run by ruby", "run by ruby"},
    Row{"mapped with the bit", "a.rb", "a.rb", true, false, "run by ruby", "run", "run by ruby"},
    Row{"other case", "A.RB", "A.RB", false, false, "run by ruby", "run by ruby", "run by ruby"},
    Row{"as written comes first", "a.PL", "a.PL", false, false, "run by perl5", "run by perl5",
        "run by perl5"},
    Row{"else the first alike", "a.Pl", "a.Pl", false, false, "run by perl", "run by perl",
        "run by perl"},
    Row{"itself without the bit", "a.sh", "a.sh", false, false, "script-not-executable",
        "script-not-executable", "script-not-executable"},
    Row{"itself with the bit", "a.sh", "a.sh", true, false, "run", "run", "run"},
    Row{"itself, run but not read", "a.sh", "a.sh", true, true, "run", "run", "run"},
    Row{"itself, other case", "a.SH", "a.SH", false, false, "script-not-executable",
        "script-not-executable", "script-not-executable"},
    Row{"mapped but not readable", "a.rb", "a.rb", false, true, "script-not-readable",
        "script-not-readable", "script-not-readable"},
    Row{"mapped, run but not read", "a.rb", "a.rb", true, true, "script-not-readable", "run",
        "script-not-readable"},
    Row{"link to a script", "x.txt", "a.rb", false, false, "run by ruby", "run by ruby",
        "run by ruby"},
    Row{"link named like a script", "x.rb", "a.txt", false, false, "run by ruby", "run by ruby",
        "run by ruby"},
    Row{"the address comes before the target", "x.rb", "a.pl", false, false, "run by ruby",
        "run by ruby", "run by ruby"},
    Row{"last extension only", "a.rb.txt", "a.rb.txt", false, false, "file", "file",
        "script-not-executable"},
    Row{"an editor's leftover", "a.rb~", "a.rb~", false, false, "file", "file",
        "script-not-executable"},
    Row{"a dot at the end", "a.rb.", "a.rb.", false, false, "file", "file",
        "script-not-executable"},
    Row{"nothing but the extension", ".rb", ".rb", false, false, "run by ruby", "run by ruby",
        "run by ruby"},
    Row{"the name without a dot", "rb", "rb", false, false, "file", "file",
        "script-not-executable"},
};

TEST(ScriptMap, DecidesWhatRunsAndHow) {
  const std::vector<ScriptType> types = {
      {"rb", {"ruby", "-w"}}, {"pl", {"perl"}}, {"PL", {"perl5"}}, {"sh", {}}};
  const ScriptMap by_name(types, false);
  const ScriptMap by_bit(types, true);
  for (const auto& row : kRows) {
    platform::FileInfo info;
    info.kind = platform::FileInfo::Kind::regular;
    info.executable = row.executable;
    EXPECT_EQ(text(by_name.decide(row.name, row.target, info, row.unreadable)), row.mapped)
        << row.description;
    EXPECT_EQ(text(by_bit.decide(row.name, row.target, info, row.unreadable)), row.executables)
        << row.description << ", run_executables";
    EXPECT_EQ(text(by_name.decide_named(row.name, row.target, info, row.unreadable)), row.named)
        << row.description << ", named by configuration";
  }
}

TEST(ScriptMap, GivesTheInterpretersArguments) {
  const ScriptMap map({{"rb", {"ruby", "-w"}}}, false);
  platform::FileInfo info;
  EXPECT_EQ(map.decide("a.rb", "a.rb", info, false).interpreter,
            (std::vector<std::string>{"ruby", "-w"}));
}

TEST(ScriptMap, WithoutTypesAllAreFiles) {
  platform::FileInfo info;
  info.executable = true;
  EXPECT_EQ(text(ScriptMap().decide("a.rb", "a.rb", info, false)), "file");
}

}  // namespace
}  // namespace tthttpd::route
