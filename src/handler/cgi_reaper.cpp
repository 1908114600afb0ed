#include "tthttpd/handler/cgi_reaper.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace tthttpd::handler {
namespace {

/// Longest wait while there is something to wait for: then it looks for new arrivals.
constexpr std::chrono::milliseconds kLook{50};
/// How often one script's standard error is read in one look: more than a pipe holds, and not
/// without end, or a script that never stops writing would keep the thread from all the others.
constexpr int kReadsPerLook = 32;

/// Reads what is there of the standard error.
void take_errors(Lingerer& lingerer) {
  std::array<char, 4096> bytes;  // NOLINT: filled before it is read
  for (int reads = kReadsPerLook; reads > 0 && lingerer.child.errors().valid(); --reads) {
    auto got = platform::read_pipe(lingerer.child.errors(), bytes.data(), bytes.size());
    if (got && *got > 0) {
      lingerer.log.feed({bytes.data(), *got});
      continue;
    }
    if (got || got.error() != std::errc::operation_would_block) {
      lingerer.child.errors().reset();
    }
    return;
  }
}

/// One look at one script; true when it is done with.
bool look_after(Lingerer& lingerer, platform::Deadline now) {
  if (!lingerer.ending && now >= lingerer.end_it) {
    lingerer.child.begin_end();
    lingerer.ending = true;
  }
  const bool done = lingerer.ending ? lingerer.child.try_finish_end()
                                    : lingerer.child.wait_until(now).has_value();
  take_errors(lingerer);
  if (done) {
    lingerer.log.finish();
  }
  return done;
}

void wait_for_any(std::vector<Lingerer>& lingerers) {
  std::vector<platform::WaitItem> items;
  items.reserve(lingerers.size() * 2);
  for (auto& lingerer : lingerers) {
    platform::WaitItem item;
    item.want_read = true;
    // One that has ended and is still here stays ready for ever; it is waited for by time alone.
    item.handle = lingerer.child.has_ended() ? platform::kNoHandle : lingerer.child.exit_handle();
    items.push_back(item);
    item.handle = lingerer.child.errors().native();
    items.push_back(item);
  }
  static_cast<void>(platform::wait_for(items, platform::Clock::now() + kLook));
}

}  // namespace

CgiReaper::~CgiReaper() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_one();
  thread_.reset();  // joins
}

void CgiReaper::take(Lingerer lingerer) {
  {
    const std::lock_guard lock(mutex_);
    if (!thread_) {
      if (auto started = platform::Thread::start([this] { run(); }, platform::kConnectionStack)) {
        thread_.emplace(std::move(*started));
      }
    }
    if (thread_) {
      arrived_.push_back(std::move(lingerer));
      changed_.notify_one();
      return;
    }
  }
  // No thread to be had: the caller waits here, and a script that would go on is ended.
  lingerer.child.end_group();
}

void CgiReaper::run() {
  std::vector<Lingerer> lingerers;
  for (;;) {
    bool stopping = false;
    {
      std::unique_lock lock(mutex_);
      if (lingerers.empty()) {
        changed_.wait(lock, [this] { return stopping_ || !arrived_.empty(); });
      }
      std::move(arrived_.begin(), arrived_.end(), std::back_inserter(lingerers));
      arrived_.clear();
      stopping = stopping_;
    }
    if (stopping && lingerers.empty()) {
      return;
    }
    const auto now = platform::Clock::now();
    for (auto& lingerer : lingerers) {
      lingerer.end_it = stopping ? now : lingerer.end_it;
    }
    lingerers.erase(std::remove_if(lingerers.begin(), lingerers.end(),
                                   [now](Lingerer& l) { return look_after(l, now); }),
                    lingerers.end());
    if (!lingerers.empty()) {
      wait_for_any(lingerers);
    }
  }
}

}  // namespace tthttpd::handler
