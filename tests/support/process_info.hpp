#pragma once

#include <string>
#include <sys/types.h>
#include <vector>

namespace tthttpd::support {

/// Looks at another process through /proc.
std::size_t count_descriptors(pid_t pid);
/// Resident memory in KiB.
std::size_t resident_kib(pid_t pid);
/// CPU time used so far, user and system, in milliseconds.
long cpu_milliseconds(pid_t pid);
/// Ids of its children, those that have ended but are not reaped included.
std::vector<pid_t> children(pid_t pid);
/// Those of its children that are zombies.
std::vector<pid_t> zombies(pid_t pid);
/// Not ended, or ended and not yet reaped.
bool exists(pid_t pid);
/// Running: exists and is no zombie.
bool runs(pid_t pid);

/// How a program ended and what it wrote.
struct RunResult {
  int exit_code = -1;  ///< 128 + signal when a signal ended it
  std::string output;
  std::string errors;
};

/// Runs a program to its end; one that takes longer than the patience of support/deadline is killed
/// and reported with ClientError.
RunResult run(const std::vector<std::string>& command, const std::string& working_directory = ".");

/// Starts a program with both outputs in files and standard input empty; returns its id.
pid_t spawn(const std::vector<std::string>& command, const std::string& working_directory,
            const std::string& output_file, const std::string& error_file,
            const std::vector<std::string>& more_environment = {});
/// Waits for a child of this program; its exit code, or 128 + signal. Kills it after `kPatience`
/// and then returns -1.
int wait_for_exit(pid_t pid);

}  // namespace tthttpd::support
