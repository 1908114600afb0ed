#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "tthttpd/handler/cgi.hpp"
#include "tthttpd/handler/cgi_input.hpp"
#include "tthttpd/handler/cgi_slots.hpp"
#include "tthttpd/handler/running_scripts.hpp"
#include "tthttpd/handler/script_log.hpp"
#include "tthttpd/http/body.hpp"
#include "tthttpd/http/once_per_second.hpp"
#include "tthttpd/platform/child_process.hpp"

namespace tthttpd::handler {

/// What all runs of one Cgi share. Kept alive by the runs.
struct CgiShared {
  CgiOptions options;
  http::Diagnostics& diagnostics;
  std::shared_ptr<RunningScripts> scripts;
  http::OncePerSecond slots_full{};  ///< the line that says so
};

/// One running script: moves bytes between the client, the script and the log, all at once and none
/// waiting for another, until the script's output ends. Its destructor ends the script's group when
/// the output has not come to its end; it never waits for that. One thread at a time.
class CgiRun {
 public:
  /// A client that has ended its side may be half-closed and read on, or may be gone: TCP shows no
  /// difference. A script that is silent for this long after it has all content is given up then.
  static constexpr std::chrono::seconds kHalfClosedPatience{10};
  /// The script has ended, but something it has started keeps its output open: the output is taken
  /// for ended after so much silence.
  static constexpr std::chrono::seconds kBackgroundSilence{1};

  CgiRun(std::shared_ptr<CgiShared> shared, CgiSlots::Slot slot, platform::ChildProcess child,
         CgiInput input, const std::string& name);
  CgiRun(const CgiRun&) = delete;
  CgiRun& operator=(const CgiRun&) = delete;
  ~CgiRun();

  /// Waits for output, and puts at least one byte of it into `into`; 0: the output has ended.
  /// Errors: kNoAnswer when the client is gone, 400 when it ended within its content, 408
  /// "body-timeout", 504 "cgi-timeout"; the script has been told to end then, and nothing more
  /// comes.
  http::Result<std::size_t> pump(std::span<char> into);
  /// The output has ended.
  [[nodiscard]] bool ended() const { return ended_; }
  /// How the script ended, when it did so shortly after its output.
  [[nodiscard]] const std::optional<platform::ExitStatus>& exit_status() const { return status_; }
  bool take_in_request();

  [[nodiscard]] const std::string& log_prefix() const { return log_prefix_; }
  [[nodiscard]] http::Diagnostics& diagnostics() const { return shared_->diagnostics; }

 private:
  struct Items;

  http::Result<std::size_t> move_bytes(std::span<char> into, Items& items);
  http::Result<void> take_from_client(const Items& items);
  http::Result<void> give_to_script();
  http::Result<std::optional<std::size_t>> take_output(std::span<char> into, const Items& items);
  void take_errors();
  void note_exit(const Items& items);
  [[nodiscard]] platform::Deadline silence_deadline() const;
  [[nodiscard]] platform::Deadline next_deadline() const;
  [[nodiscard]] std::optional<http::Error> overdue(platform::Deadline now) const;
  void finish();
  void break_off();
  void hand_over(bool ending);

  std::shared_ptr<CgiShared> shared_;
  CgiSlots::Slot slot_;
  platform::ChildProcess child_;
  CgiInput input_;
  std::string log_prefix_;
  ScriptLog log_;
  std::optional<platform::ExitStatus> status_;
  std::optional<http::Error> failure_;
  platform::Deadline started_, active_, client_active_;
  bool exited_ = false;      ///< seen to have ended; not reaped before its output has ended too
  bool peer_ended_ = false;  ///< the client has ended its side
  bool ended_ = false;
};

}  // namespace tthttpd::handler
