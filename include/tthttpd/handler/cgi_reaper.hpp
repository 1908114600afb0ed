#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <vector>

#include "tthttpd/handler/cgi_slots.hpp"
#include "tthttpd/handler/script_log.hpp"
#include "tthttpd/platform/child_process.hpp"
#include "tthttpd/platform/thread.hpp"

namespace tthttpd::handler {

/// A script that outlives its response: one that goes on working after it has closed its output,
/// or one that has been told to end.
struct OrphanScript {
  platform::ChildProcess child;
  ScriptLog log;
  CgiSlots::Slot slot;        ///< it still counts as running
  platform::Deadline end_it;  ///< when its group is told to end; kNever: not at all
  bool ending = false;        ///< it has been told (ChildProcess::begin_end)
};

/// Waits for such scripts in a thread of its own, so that no connection has to: keeps reading their
/// standard error, ends those that take too long, reaps all. Its destructor ends what is left,
/// which takes up to ChildProcess::kGrace. Any thread may call.
class CgiReaper {
 public:
  CgiReaper() = default;
  CgiReaper(const CgiReaper&) = delete;
  CgiReaper& operator=(const CgiReaper&) = delete;
  ~CgiReaper();

  void take(OrphanScript orphan);

 private:
  void run();
  /// One look at all; false when there is nothing more to do, ever.
  bool look(std::vector<OrphanScript>& orphans);

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<OrphanScript> arrived_;
  std::optional<platform::Thread> thread_;  ///< started when it is needed first
  bool stopping_ = false;
};

}  // namespace tthttpd::handler
