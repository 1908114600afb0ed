#include "tthttpd/handler/cgi_run.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace tthttpd::handler {
namespace {

using platform::Clock;
using platform::Deadline;
using platform::kNever;
using std::chrono::milliseconds;

/// How long the end of a script is waited for after the end of its output; mostly it is one event,
/// and only one that closes its output to work on makes the client wait so long for the end.
constexpr milliseconds kExitPatience{200};
/// Where the system has no exit handle: how often the script is looked at.
constexpr milliseconds kLook{50};

Deadline after(Deadline begin, milliseconds time) {
  return time.count() > 0 ? begin + time : kNever;
}

std::string in_seconds(milliseconds time) {
  return time.count() % 1000 == 0 ? std::to_string(time.count() / 1000) + " s"
                                  : std::to_string(time.count()) + " ms";
}

}  // namespace

/// What one wait is about.
struct CgiRun::Items {
  std::array<platform::WaitItem, 5> all{};
  platform::WaitItem& input = all[0];
  platform::WaitItem& output = all[1];
  platform::WaitItem& errors = all[2];
  platform::WaitItem& exit = all[3];
  platform::WaitItem& client = all[4];
};

CgiRun::CgiRun(std::shared_ptr<CgiShared> shared, CgiSlots::Slot slot, platform::ChildProcess child,
               CgiInput input, const std::string& name)
    : shared_(std::move(shared)),
      slot_(std::move(slot)),
      child_(std::move(child)),
      input_(std::move(input)),
      log_prefix_("script " + name + "[" + std::to_string(child_.id()) + "]"),
      log_(shared_->diagnostics, log_prefix_),
      started_(Clock::now()),
      active_(started_),
      client_active_(started_) {}

CgiRun::~CgiRun() {
  if (child_.id() < 0 || status_) {
    return;
  }
  if (ended_) {
    hand_over(false);  // it works on without output
  } else {
    break_off();
  }
}

http::Result<std::size_t> CgiRun::pump(std::span<char> into) {
  // The time in which the client took the last output is not the script's silence.
  active_ = client_active_ = Clock::now();
  Items items;
  for (;;) {
    if (failure_) {
      return *failure_;
    }
    if (ended_) {
      return std::size_t{0};
    }
    auto moved = move_bytes(into, items);
    if (!moved) {
      // Its output was complete before: only the rest of its input was still on the way.
      const bool complete = !child_.output().valid() && moved.error().status != http::kNoAnswer;
      break_off();
      ended_ = complete;
      if (!complete) {
        failure_ = moved.error();
      }
    } else if (*moved > 0) {
      return moved;
    }
  }
}

/// One round: give, wait, take. 0: nothing came of it; go on unless ended_ is set.
http::Result<std::size_t> CgiRun::move_bytes(std::span<char> into, Items& items) {
  if (auto given = give_to_script(); !given) {
    return given.error();
  }
  // A script that has closed its output may still be reading its input; it gets all of it.
  if (!child_.output().valid() && (exited_ || !child_.input().valid())) {
    finish();
    return std::size_t{0};
  }
  if (auto late = overdue(Clock::now())) {
    return *late;
  }
  items.all = {};
  items.input.handle = child_.input().native();
  items.input.want_write = input_.has_bytes();
  items.output.handle = child_.output().native();
  items.output.want_read = true;
  items.errors.handle = child_.errors().native();
  items.errors.want_read = true;
  items.exit.handle = exited_ ? platform::kNoHandle : child_.exit_handle();
  items.exit.want_read = true;
  items.client.handle = input_.client();
  items.client.want_read = input_.wants_client();
  items.client.want_peer_end = !items.client.want_read && !peer_ended_;
  auto ready = platform::wait_for(items.all, next_deadline());
  if (!ready) {
    return http::error_from_system(ready.error(), log_prefix_);
  }
  if (auto taken = take_from_client(items); !taken) {
    return taken.error();
  }
  if (items.errors.can_read) {
    take_errors();
  }
  if (items.input.broken) {
    input_.refuse();
  }
  note_exit(items);
  auto output = take_output(into, items);
  if (!output) {
    return output.error();
  }
  return output->value_or(0);
}

http::Result<void> CgiRun::take_from_client(const Items& items) {
  if (items.client.can_read) {
    client_active_ = Clock::now();
    return input_.take_some();
  }
  if (items.client.broken) {
    return http::Error{http::kNoAnswer, "client-gone", log_prefix_};
  }
  if (items.client.peer_ended) {
    peer_ended_ = true;
    active_ = Clock::now();
    // Whether the content is whole shows only when all of it has been taken.
    return input_.refused() ? http::Result<void>() : input_.take_rest();
  }
  return {};
}

/// All that goes without waiting.
http::Result<void> CgiRun::give_to_script() {
  do {
    if (auto ready = input_.prepare(); !ready) {
      return ready;
    }
    auto given = input_.give(child_.input());
    if (!given) {
      return given.error();
    }
    if (*given) {
      active_ = client_active_ = Clock::now();
    }
  } while (input_.at_hand());
  return {};
}

http::Result<std::optional<std::size_t>> CgiRun::take_output(std::span<char> into,
                                                             const Items& items) {
  using Taken = std::optional<std::size_t>;
  if (items.output.can_read) {
    auto got = platform::read_pipe(child_.output(), into.data(), into.size());
    if (got && *got > 0) {
      return Taken(*got);
    }
    if (got || got.error() != std::errc::operation_would_block) {
      child_.output().reset();
    }
  } else if (exited_ && Clock::now() >= active_ + kBackgroundSilence) {
    child_.output().reset();
  }
  return Taken();
}

void CgiRun::take_errors() {
  std::array<char, 4096> bytes;  // NOLINT: filled before it is read
  auto got = platform::read_pipe(child_.errors(), bytes.data(), bytes.size());
  if (got && *got > 0) {
    log_.feed({bytes.data(), *got});
  } else if (got || got.error() != std::errc::operation_would_block) {
    child_.errors().reset();
  }
}

void CgiRun::note_exit(const Items& items) {
  const bool without_handle = child_.exit_handle() == platform::kNoHandle;
  if (!exited_ && (items.exit.can_read || (without_handle && child_.has_ended()))) {
    exited_ = true;
    active_ = Clock::now();
  }
}

Deadline CgiRun::silence_deadline() const {
  const auto& options = shared_->options;
  if (exited_ || (input_.starving() && options.body_timeout.count() > 0)) {
    return kNever;  // kBackgroundSilence counts; it may be the client who is silent
  }
  auto patience = options.timeout;
  if (peer_ended_ && (patience.count() == 0 || patience > kHalfClosedPatience)) {
    patience = kHalfClosedPatience;
  }
  return after(active_, patience);
}

Deadline CgiRun::next_deadline() const {
  const auto& options = shared_->options;
  auto next = std::min(silence_deadline(), after(started_, options.total_timeout));
  if (input_.starving() && !exited_) {
    next = std::min(next, after(client_active_, options.body_timeout));
  }
  if (exited_) {
    next = std::min<Deadline>(next, active_ + kBackgroundSilence);
  } else if (child_.exit_handle() == platform::kNoHandle) {
    next = std::min<Deadline>(next, Clock::now() + kLook);
  }
  return next;
}

std::optional<http::Error> CgiRun::overdue(Deadline now) const {
  const auto& options = shared_->options;
  if (input_.starving() && !exited_ && now >= after(client_active_, options.body_timeout)) {
    return http::Error{408, "body-timeout",
                       log_prefix_ + " waits for content and the client sends none"};
  }
  if (now >= after(started_, options.total_timeout)) {
    return http::Error{504, "cgi-timeout",
                       log_prefix_ + " ran longer than " + in_seconds(options.total_timeout)};
  }
  if (now < silence_deadline()) {
    return std::nullopt;
  }
  if (now < after(active_, options.timeout)) {
    return http::Error{http::kNoAnswer, "client-gone",
                       log_prefix_ + " is silent and the client has ended its side"};
  }
  return http::Error{504, "cgi-timeout",
                     log_prefix_ + " gave no output for " + in_seconds(options.timeout)};
}

/// The output has ended: see how the script ended, if it does so at once.
void CgiRun::finish() {
  ended_ = true;
  input_.refuse();
  status_ = child_.wait_until(Clock::now() + kExitPatience);
  for (int rounds = 32; rounds > 0 && child_.errors().valid(); --rounds) {
    std::array<platform::WaitItem, 1> items{};
    items[0].handle = child_.errors().native();
    items[0].want_read = true;
    const auto ready = platform::wait_for(items, Deadline::min());
    if (!ready || !items[0].can_read) {
      break;
    }
    take_errors();
  }
  if (status_) {
    log_.finish();
    child_.input().reset();
    child_.errors().reset();
    slot_.release();
  }
}

void CgiRun::break_off() {
  input_.refuse();
  child_.begin_end();
  hand_over(true);
}

void CgiRun::hand_over(bool ending) {
  // A script that works on gets the time that silence would have been given, and no more.
  const auto now = Clock::now();
  const auto end_it = ending ? now
                             : std::min(after(now, shared_->options.timeout),
                                        after(started_, shared_->options.total_timeout));
  shared_->scripts->reaper.take(
      {std::move(child_), std::move(log_), std::move(slot_), end_it, ending});
}

bool CgiRun::take_in_request() {
  if (failure_) {
    return false;
  }
  const bool more = input_.take_in_request();
  static_cast<void>(give_to_script());  // a failure is told by the next pump()
  return more;
}

}  // namespace tthttpd::handler
