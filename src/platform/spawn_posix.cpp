#include "spawn_posix.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace tthttpd::platform {
namespace {

std::error_code system_error(int number) { return {number, std::generic_category()}; }

int number_of(const Handle& handle) { return static_cast<int>(handle.native()); }

/// The same end under a number of 3 or more: a server started with 0, 1 or 2 closed gets those.
Outcome<Handle> above_standard(Handle handle) {
  if (handle.native() > STDERR_FILENO) {
    return handle;
  }
  const int moved = ::fcntl(number_of(handle), F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (moved < 0) {
    return system_error(errno);
  }
  return Handle(moved);
}

std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (const auto& text : texts) {
    pointers.push_back(const_cast<char*>(text.c_str()));  // the system's interface lacks const
  }
  pointers.push_back(nullptr);
  return pointers;
}

/// Destroys the attribute and action objects of posix_spawn on every way out.
struct SpawnPlan {
  posix_spawnattr_t attributes{};
  posix_spawn_file_actions_t actions{};

  SpawnPlan() {
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_init(&actions);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;
  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
  }
};

/// All a forked child needs, made before the fork: after it nothing may allocate.
struct ForkPlan {
  const char* program;
  const char* working_directory;
  char* const* arguments;
  char* const* environment;
  std::array<int, 3> standard;
  int report;  ///< where the child writes why it could not start
  ChildLimits limits;
};

/// False with errno when the system refuses. An existing lower hard limit stays.
bool set_limit(decltype(RLIMIT_CPU) which, std::uint64_t value) {
  if (value == 0) {
    return true;
  }
  rlimit limit{};
  if (::getrlimit(which, &limit) != 0) {
    return false;
  }
  limit.rlim_max = std::min<rlim_t>(limit.rlim_max, value);
  limit.rlim_cur = limit.rlim_max;
  return ::setrlimit(which, &limit) == 0;
}

void reset_signals() {
  struct sigaction usual {};
  usual.sa_handler = SIG_DFL;
  for (int number = 1; number < NSIG; ++number) {
    ::sigaction(number, &usual, nullptr);  // KILL and STOP refuse, and need nothing
  }
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

/// Runs in the forked child, which shares nothing with other threads but may hold their locks in
/// locked state: only calls that are safe in a signal handler.
[[noreturn]] void become_program(const ForkPlan& plan) {
  bool fine = ::setpgid(0, 0) == 0 && ::chdir(plan.working_directory) == 0;
  for (int number = 0; fine && number < 3; ++number) {
    fine = ::dup2(plan.standard[static_cast<std::size_t>(number)], number) >= 0;
  }
  fine = fine && set_limit(RLIMIT_CPU, plan.limits.cpu_seconds) &&
         set_limit(RLIMIT_AS, plan.limits.memory_bytes) &&
         set_limit(RLIMIT_NPROC, plan.limits.processes);
  if (fine) {
    // Close at exec, not now: the report pipe is among them and is needed until then.
    fine = ::close_range(3, ~0U, CLOSE_RANGE_CLOEXEC) == 0;
  }
  if (fine) {
    reset_signals();
    ::execve(plan.program, plan.arguments, plan.environment);
  }
  const int why = errno;
  static_cast<void>(!::write(plan.report, &why, sizeof why));
  ::_exit(127);
}

/// The child's report: 0 when the program runs (the pipe was closed by exec).
int read_report(const Handle& pipe) {
  int why = 0;
  for (;;) {
    const ssize_t got = ::read(number_of(pipe), &why, sizeof why);
    if (got < 0 && errno == EINTR) {
      continue;
    }
    return got == static_cast<ssize_t>(sizeof why) ? why : 0;
  }
}

}  // namespace

Outcome<ChildPipes> make_child_pipes() {
  ChildPipes pipes;
  for (std::size_t i = 0; i < 3; ++i) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
      return system_error(errno);
    }
    Handle reading(ends[0]);
    Handle writing(ends[1]);
    auto childs = above_standard(std::move(i == 0 ? reading : writing));
    auto ours = above_standard(std::move(i == 0 ? writing : reading));
    if (!childs || !ours) {
      return !childs ? childs.error() : ours.error();
    }
    if (::fcntl(number_of(*ours), F_SETFL, O_NONBLOCK) != 0) {
      return system_error(errno);
    }
    pipes.childs[i] = std::move(*childs);
    pipes.ours[i] = std::move(*ours);
  }
  return pipes;
}

Outcome<pid_t> start_by_spawn(const ChildSetup& setup, const ChildPipes& pipes) {
  SpawnPlan plan;
  sigset_t all;
  sigset_t none;
  sigfillset(&all);
  sigemptyset(&none);
  posix_spawnattr_setflags(
      &plan.attributes,
      static_cast<short>(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK));
  posix_spawnattr_setpgroup(&plan.attributes, 0);
  posix_spawnattr_setsigdefault(&plan.attributes, &all);
  posix_spawnattr_setsigmask(&plan.attributes, &none);
  int failed = posix_spawn_file_actions_addchdir_np(&plan.actions, setup.working_directory.c_str());
  for (int number = 0; failed == 0 && number < 3; ++number) {
    failed = posix_spawn_file_actions_adddup2(
        &plan.actions, number_of(pipes.childs[static_cast<std::size_t>(number)]), number);
  }
  if (failed == 0) {
    // Close-on-exec covers what we open ourselves; this covers what libraries or the one who
    // started us left open.
    failed = posix_spawn_file_actions_addclosefrom_np(&plan.actions, STDERR_FILENO + 1);
  }
  if (failed != 0) {
    return system_error(failed);
  }
  const auto arguments = pointers_to(setup.arguments);
  const auto environment = pointers_to(setup.environment);
  pid_t id = -1;
  failed = posix_spawn(&id, setup.program.c_str(), &plan.actions, &plan.attributes,
                       arguments.data(), environment.data());
  if (failed != 0) {
    return system_error(failed);
  }
  return id;
}

Outcome<pid_t> start_by_fork(const ChildSetup& setup, const ChildPipes& pipes) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    return system_error(errno);
  }
  auto our_end = above_standard(Handle(ends[0]));
  auto childs_end = above_standard(Handle(ends[1]));
  if (!our_end || !childs_end) {
    return !our_end ? our_end.error() : childs_end.error();
  }
  const auto arguments = pointers_to(setup.arguments);
  const auto environment = pointers_to(setup.environment);
  const ForkPlan plan{
      setup.program.c_str(),
      setup.working_directory.c_str(),
      arguments.data(),
      environment.data(),
      {number_of(pipes.childs[0]), number_of(pipes.childs[1]), number_of(pipes.childs[2])},
      number_of(*childs_end),
      setup.limits};
  // No signal may run one of our handlers in the child before they are reset there.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t id = ::fork();
  if (id == 0) {
    become_program(plan);
  }
  const int fork_failed = errno;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (id < 0) {
    return system_error(fork_failed);
  }
  childs_end->reset();
  if (const int why = read_report(*our_end); why != 0) {
    while (::waitpid(id, nullptr, 0) < 0 && errno == EINTR) {
    }
    return system_error(why);
  }
  return id;
}

}  // namespace tthttpd::platform
