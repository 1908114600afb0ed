#pragma once

#include <array>
#include <sys/types.h>

#include "tthttpd/platform/child_process.hpp"

namespace tthttpd::platform {

/// The three pipes of a child by its descriptor numbers 0, 1 and 2: its end and ours. Ours are
/// non-blocking, all are close-on-exec and none has a number below 3, so that putting the child's
/// ends in place cannot overwrite one that is still needed.
struct ChildPipes {
  std::array<Handle, 3> childs;
  std::array<Handle, 3> ours;
};

Outcome<ChildPipes> make_child_pipes();

/// Start the program in a process group of its own, with default signals, an empty signal mask, and
/// descriptors 0, 1 and 2 alone. Give back its process id, or why it could not be started.
/// start_by_spawn() passes over setup.limits.
Outcome<pid_t> start_by_spawn(const ChildSetup& setup, const ChildPipes& pipes);
Outcome<pid_t> start_by_fork(const ChildSetup& setup, const ChildPipes& pipes);

}  // namespace tthttpd::platform
