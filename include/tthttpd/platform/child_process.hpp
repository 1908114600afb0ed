#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tthttpd/platform/handle.hpp"
#include "tthttpd/platform/outcome.hpp"
#include "tthttpd/platform/wait.hpp"

namespace tthttpd::platform {

/// Limits the system enforces on a child; 0 means no limit.
struct ChildLimits {
  std::uint64_t cpu_seconds = 0;
  std::uint64_t memory_bytes = 0;
  std::uint64_t processes = 0;
};

/// Everything needed to start a child. Strings are passed as they are, no shell reads them.
struct ChildSetup {
  std::string program;                   ///< absolute path
  std::vector<std::string> arguments;    ///< argv[0] first
  std::vector<std::string> environment;  ///< NAME=value; nothing else is passed on
  std::string working_directory;
  ChildLimits limits;
};

/// How a child ended.
struct ExitStatus {
  bool by_signal = false;
  int code = 0;  ///< exit code, or the signal's number
};

/// A running child in a process group of its own, with default signals and descriptors 0, 1 and 2
/// only, all three pipes to us. The object owns the pipes and the duty to reap: its destructor ends
/// the whole group (TERM, KILL after kGrace) when the child has not been reaped, and never leaves a
/// zombie. A process that leaves the group (setsid) is out of reach. One thread at a time.
class ChildProcess {
 public:
  static constexpr auto kGrace = std::chrono::seconds(2);

  /// Gives back the system's reason when the program cannot be started: no_such_file_or_directory
  /// also for a missing interpreter or working directory, permission_denied,
  /// executable_format_error (neither a program nor `#!`), text_file_busy,
  /// argument_list_too_long, resource_unavailable_try_again, too_many_files_open.
  static Outcome<ChildProcess> start(const ChildSetup& setup);
  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&& other) noexcept;
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess();

  /// Our ends of the pipes; non-blocking. reset() closes one.
  Handle& input() { return input_; }    ///< the child's stdin
  Handle& output() { return output_; }  ///< the child's stdout
  Handle& errors() { return errors_; }  ///< the child's stderr
  /// Becomes readable when the child has ended; for wait_for(). kNoHandle where the system has no
  /// such thing: then ask has_ended() from time to time.
  [[nodiscard]] NativeHandle exit_handle() const { return exit_watch_.native(); }
  [[nodiscard]] std::int64_t id() const { return id_; }

  /// Whether the child has ended; does not reap it, so that its group can still be ended.
  [[nodiscard]] bool has_ended() const;
  /// Reaps when the child has ended, else waits until `deadline`. Nothing when it still runs.
  /// What the child has left running in its group is out of reach after that.
  std::optional<ExitStatus> wait_until(Deadline deadline);

  /// Ends the whole group and reaps the child; returns within about kGrace. The order: TERM, close
  /// input() and output() (only then, so that the child cannot take the end of a broken-off input
  /// for a whole one and finish its work on it), wait for the child while its errors() are read and
  /// dropped, KILL to whatever is left of the group.
  void end_group();
  /// The same in steps for a caller that cannot wait: TERM and closing of input() and output() now,
  /// while errors() stays open and should be read; then try_finish_end() until it says true.
  /// Neither ever waits.
  void begin_end();
  bool try_finish_end();

 private:
  ChildProcess() = default;
  void signal_group(int signal_number) const;

  Handle input_, output_, errors_, exit_watch_;
  std::int64_t id_ = -1;
  std::optional<ExitStatus> ended_;  ///< reaped: id_ may belong to somebody else by now
  std::optional<Deadline> kill_at_;  ///< set by begin_end()
};

/// Non-blocking reads and writes on a pipe end. 0 from read is end of file.
/// operation_would_block when it would wait; broken_pipe when nobody reads.
Outcome<std::size_t> read_pipe(const Handle& pipe, char* into, std::size_t size);
Outcome<std::size_t> write_pipe(const Handle& pipe, const char* from, std::size_t size);

}  // namespace tthttpd::platform
