#include <algorithm>
#include <array>
#include <cerrno>
#include <mutex>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

#include "spawn_posix.hpp"
#include "tthttpd/platform/child_process.hpp"

// glibc before 2.37 declares pidfd_open without C linkage.
extern "C" {
#include <sys/pidfd.h>
}

namespace tthttpd::platform {
namespace {

using std::chrono::milliseconds;

/// How often a child without exit handle is looked at.
constexpr milliseconds kLook{5};

/// A process that ignores SIGCHLD (some supervisors start it so) has its children reaped by the
/// system: their exit statuses are lost and their ids may be given away while we still signal them.
void keep_exit_statuses() {
  static std::once_flag once;
  std::call_once(once, [] {
    struct sigaction now {};
    if (::sigaction(SIGCHLD, nullptr, &now) == 0 && now.sa_handler == SIG_IGN) {
      struct sigaction usual {};
      usual.sa_handler = SIG_DFL;
      ::sigaction(SIGCHLD, &usual, nullptr);
    }
  });
}

ExitStatus status_from(int raw) {
  if (WIFSIGNALED(raw)) {
    return {true, WTERMSIG(raw)};
  }
  return {false, WEXITSTATUS(raw)};
}

}  // namespace

Outcome<ChildProcess> ChildProcess::start(const ChildSetup& setup) {
  keep_exit_statuses();
  auto pipes = make_child_pipes();
  if (!pipes) {
    return pipes.error();
  }
  const bool limited =
      setup.limits.cpu_seconds > 0 || setup.limits.memory_bytes > 0 || setup.limits.processes > 0;
  // posix_spawn is the cheaper one, but it cannot set limits, and setting them afterwards would
  // leave the child a moment without.
  auto id = limited ? start_by_fork(setup, *pipes) : start_by_spawn(setup, *pipes);
  if (!id) {
    return id.error();
  }
  ChildProcess child;
  child.id_ = *id;
  child.input_ = std::move(pipes->ours[0]);
  child.output_ = std::move(pipes->ours[1]);
  child.errors_ = std::move(pipes->ours[2]);
  const int watch = ::pidfd_open(*id, 0);
  if (watch >= 0) {
    child.exit_watch_ = Handle(watch);
  }
  return child;
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : input_(std::move(other.input_)),
      output_(std::move(other.output_)),
      errors_(std::move(other.errors_)),
      exit_watch_(std::move(other.exit_watch_)),
      id_(std::exchange(other.id_, -1)),
      ended_(other.ended_),
      kill_at_(other.kill_at_) {}

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept {
  if (this != &other) {
    end_group();
    input_ = std::move(other.input_);
    output_ = std::move(other.output_);
    errors_ = std::move(other.errors_);
    exit_watch_ = std::move(other.exit_watch_);
    id_ = std::exchange(other.id_, -1);
    ended_ = other.ended_;
    kill_at_ = other.kill_at_;
  }
  return *this;
}

ChildProcess::~ChildProcess() { end_group(); }

void ChildProcess::signal_group(int signal_number) const {
  // Only before reaping: as long as the child itself is there, if only as a zombie, the system
  // gives its number to no other process or group.
  if (id_ > 0 && !ended_) {
    ::kill(-static_cast<pid_t>(id_), signal_number);
  }
}

bool ChildProcess::has_ended() const {
  if (id_ <= 0 || ended_) {
    return true;
  }
  siginfo_t info{};
  if (::waitid(P_PID, static_cast<id_t>(id_), &info, WEXITED | WNOHANG | WNOWAIT) != 0) {
    return errno == ECHILD;
  }
  return info.si_pid != 0;
}

std::optional<ExitStatus> ChildProcess::wait_until(Deadline deadline) {
  if (id_ <= 0) {
    return std::nullopt;
  }
  while (!ended_) {
    int raw = 0;
    const pid_t got = ::waitpid(static_cast<pid_t>(id_), &raw, WNOHANG);
    if (got > 0) {
      ended_ = status_from(raw);
    } else if (got < 0 && errno == ECHILD) {
      ended_ = ExitStatus{};  // somebody else has reaped it: it is gone, how is not known
    } else {
      const auto now = Clock::now();
      if (now >= deadline) {
        return std::nullopt;
      }
      if (exit_watch_.valid()) {
        std::array<WaitItem, 1> items{};
        items[0].handle = exit_watch_.native();
        items[0].want_read = true;
        static_cast<void>(wait_for(items, deadline));
      } else {
        std::this_thread::sleep_for(std::min<Clock::duration>(kLook, deadline - now));
      }
    }
  }
  exit_watch_.reset();
  return ended_;
}

void ChildProcess::begin_end() {
  if (!kill_at_) {
    signal_group(SIGTERM);
    kill_at_ = Clock::now() + kGrace;
  }
  input_.reset();
  output_.reset();
}

bool ChildProcess::try_finish_end() {
  if (id_ <= 0 || ended_) {
    return true;
  }
  // The child's own end is not the end of its group: what is left of it must go as well, and the
  // signal has to be sent before the child is reaped.
  if (has_ended() || Clock::now() >= kill_at_.value_or(Deadline::min())) {
    signal_group(SIGKILL);
  }
  return has_ended() && wait_until(Clock::now()).has_value();
}

void ChildProcess::end_group() {
  begin_end();
  while (!try_finish_end()) {
    // Its last words are read though nobody wants them: a shell that cannot say "Terminated" dies
    // of that before it has cleaned up.
    std::array<char, 1024> dropped;  // NOLINT: never read
    if (errors_.valid()) {
      const auto got = read_pipe(errors_, dropped.data(), dropped.size());
      if (got ? *got == 0 : got.error() != std::errc::operation_would_block) {
        errors_.reset();
      }
    }
    // At most until KILL is due; after it the end is a matter of moments.
    std::array<WaitItem, 2> items{};
    items[0].handle = exit_watch_.native();
    items[0].want_read = true;
    items[1].handle = errors_.native();
    items[1].want_read = true;
    const auto now = Clock::now();
    const bool by_looking = !exit_watch_.valid() || now >= *kill_at_;
    static_cast<void>(wait_for(items, by_looking ? now + kLook : *kill_at_));
  }
  errors_.reset();
}

Outcome<std::size_t> read_pipe(const Handle& pipe, char* into, std::size_t size) {
  for (;;) {
    const ssize_t got = ::read(static_cast<int>(pipe.native()), into, size);
    if (got >= 0) {
      return static_cast<std::size_t>(got);
    }
    if (errno != EINTR) {
      return std::error_code(errno, std::generic_category());
    }
  }
}

Outcome<std::size_t> write_pipe(const Handle& pipe, const char* from, std::size_t size) {
  for (;;) {
    const ssize_t written = ::write(static_cast<int>(pipe.native()), from, size);
    if (written >= 0) {
      return static_cast<std::size_t>(written);
    }
    if (errno != EINTR) {
      return std::error_code(errno, std::generic_category());
    }
  }
}

}  // namespace tthttpd::platform
