#pragma once

#include <limits>

#include "tthttpd/handler/cgi_reaper.hpp"
#include "tthttpd/handler/cgi_slots.hpp"

namespace tthttpd::handler {

/// The scripts that run, whichever configuration has started them: a reload ends none of them and
/// starts no second count. Any thread; ends and reaps what still runs when it goes.
struct RunningScripts {
  CgiSlots slots{std::numeric_limits<std::size_t>::max()};
  CgiReaper reaper;  ///< after slots: what it still holds gives its slots back
};

}  // namespace tthttpd::handler
