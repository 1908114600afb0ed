#include "tthttpd/handler/cgi_reaper.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <new>
#include <thread>

namespace tthttpd::handler {
namespace {

/// Longest wait while there is something to wait for: then it looks for new arrivals.
constexpr std::chrono::milliseconds kLook{50};
/// How often one script's standard error is read in one look: more than a pipe holds, and not
/// without end, or a script that never stops writing would keep the thread from all the others.
constexpr int kReadsPerLook = 32;

/// Reads what is there of the standard error.
void take_errors(OrphanScript& orphan) {
  std::array<char, 4096> bytes;  // NOLINT: filled before it is read
  for (int reads = kReadsPerLook; reads > 0 && orphan.child.errors().valid(); --reads) {
    auto got = platform::read_pipe(orphan.child.errors(), bytes.data(), bytes.size());
    if (got && *got > 0) {
      orphan.log.feed({bytes.data(), *got});
      continue;
    }
    if (got || got.error() != std::errc::operation_would_block) {
      orphan.child.errors().reset();
    }
    return;
  }
}

/// One look at one script; true when it is done with.
bool look_after(OrphanScript& orphan, platform::Deadline now) {
  if (!orphan.ending && now >= orphan.end_it) {
    orphan.child.begin_end();
    orphan.ending = true;
  }
  const bool done =
      orphan.ending ? orphan.child.try_finish_end() : orphan.child.wait_until(now).has_value();
  take_errors(orphan);
  if (done) {
    orphan.log.finish();
  }
  return done;
}

void wait_for_any(std::vector<OrphanScript>& orphans) {
  std::vector<platform::WaitItem> items;
  items.reserve(orphans.size() * 2);
  for (auto& orphan : orphans) {
    platform::WaitItem item;
    item.want_read = true;
    // One that has ended and is still here stays ready for ever; it is waited for by time alone.
    item.handle = orphan.child.has_ended() ? platform::kNoHandle : orphan.child.exit_handle();
    items.push_back(item);
    item.handle = orphan.child.errors().native();
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

void CgiReaper::take(OrphanScript orphan) {
  {
    const std::lock_guard lock(mutex_);
    if (!thread_) {
      if (auto started = platform::Thread::start([this] { run(); }, platform::kConnectionStack)) {
        thread_.emplace(std::move(*started));
      }
    }
    try {
      if (thread_) {
        arrived_.push_back(std::move(orphan));
        changed_.notify_one();
        return;
      }
    } catch (const std::bad_alloc&) {  // `orphan` is as it was
    }
  }
  // No thread or memory to be had: the caller waits, and a script that would go on is ended.
  orphan.child.end_group();
}

void CgiReaper::run() {
  std::vector<OrphanScript> orphans;
  for (bool more = true; more;) {
    try {
      more = look(orphans);
    } catch (const std::bad_alloc&) {  // nothing is lost by it, and memory may come back
      std::this_thread::sleep_for(kLook);
    }
  }
}

bool CgiReaper::look(std::vector<OrphanScript>& orphans) {
  bool stopping = false;
  {
    std::unique_lock lock(mutex_);
    if (orphans.empty()) {
      changed_.wait(lock, [this] { return stopping_ || !arrived_.empty(); });
    }
    orphans.reserve(orphans.size() + arrived_.size());
    std::move(arrived_.begin(), arrived_.end(), std::back_inserter(orphans));
    arrived_.clear();
    stopping = stopping_;
  }
  if (orphans.empty()) {
    return !stopping;
  }
  const auto now = platform::Clock::now();
  for (auto& orphan : orphans) {
    orphan.end_it = stopping ? now : orphan.end_it;
  }
  orphans.erase(std::remove_if(orphans.begin(), orphans.end(),
                               [now](OrphanScript& orphan) { return look_after(orphan, now); }),
                orphans.end());
  if (!orphans.empty()) {
    wait_for_any(orphans);
  }
  return true;
}

}  // namespace tthttpd::handler
