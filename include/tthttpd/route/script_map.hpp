#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tthttpd/platform/file.hpp"

namespace tthttpd::route {

/// One `ext=@...` line of [mime/types].
struct ScriptType {
  std::string extension;                 ///< without dot
  std::vector<std::string> interpreter;  ///< program (absolute) and arguments; empty: `ext=@`
};

/// Decides whether a regular file is a script, and how it is run. What it takes for a script is
/// never served as a file. Constant once built; any thread may ask.
class ScriptMap {
 public:
  struct Verdict {
    enum class What : std::uint8_t {
      file,     ///< no script: its content may be served
      run,      ///< by `interpreter`, or by itself when that is empty
      refused,  ///< a script that cannot be run: `reason`
    };
    What what = What::file;
    std::vector<std::string> interpreter;
    std::string_view reason;  ///< a fixed word
  };

  ScriptMap() = default;
  /// `run_executables`: any file with an execute bit is a script; this is asked first.
  ScriptMap(std::vector<ScriptType> types, bool run_executables);

  /// `name` is the file's name as it was addressed, `target_name` the one that symbolic links led
  /// to (the same without links): either may make it a script, so that a link named "x.txt" gives
  /// no source away. The extension is the text behind the last dot. It is compared as written and,
  /// when no type fits, without case: where the file system ignores case, "/INDEX.PHP" opens
  /// index.php.
  [[nodiscard]] Verdict decide(std::string_view name, std::string_view target_name,
                               const platform::FileInfo& info, bool unreadable) const;

  /// How to run a file that is a script because the site's configuration names it as one: as
  /// decide() says, else by itself.
  [[nodiscard]] Verdict decide_named(std::string_view name, std::string_view target_name,
                                     const platform::FileInfo& info, bool unreadable) const;

 private:
  [[nodiscard]] const ScriptType* find(std::string_view name) const;

  std::vector<ScriptType> types_;
  bool run_executables_ = false;
};

}  // namespace tthttpd::route
