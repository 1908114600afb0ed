#pragma once

#include <chrono>
#include <span>

#include "tthttpd/platform/handle.hpp"
#include "tthttpd/platform/outcome.hpp"

namespace tthttpd::platform {

using Clock = std::chrono::steady_clock;
using Deadline = Clock::time_point;
/// A deadline that never comes.
inline constexpr Deadline kNever = Deadline::max();

/// One handle to wait on: what is wanted, and after the wait what is there.
struct WaitItem {
  NativeHandle handle = kNoHandle;  ///< kNoHandle: the item is passed over
  bool want_read = false;
  bool want_write = false;
  bool want_peer_end = false;  ///< also end the wait when the peer stops sending

  bool can_read = false;    ///< bytes or end of file (or an error that a read will report)
  bool can_write = false;   ///< room (or an error that a write will report)
  bool peer_ended = false;  ///< the peer closed its sending side; a TCP peer may still read
  bool broken = false;      ///< reset, or both directions closed: nothing can be sent any more
};

/// Waits until an item is ready or `deadline` has come. Returns how many items are ready, 0 for
/// the deadline. Interrupted waits go on with the time that is left. `broken` is reported also for
/// an item that wants nothing; `peer_ended` only for one with want_peer_end, because the state
/// persists and would end each later wait at once.
Outcome<int> wait_for(std::span<WaitItem> items, Deadline deadline);

}  // namespace tthttpd::platform
