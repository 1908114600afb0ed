#include <array>
#include <cerrno>
#include <limits>
#include <poll.h>
#include <vector>

#include "tthttpd/platform/wait.hpp"

namespace tthttpd::platform {
namespace {

/// The rest of the time for poll(2): rounded up, so that the wait never ends just before it.
int milliseconds_left(Deadline deadline) {
  if (deadline == kNever) {
    return -1;
  }
  const auto now = Clock::now();
  if (deadline <= now) {  // compared first: the difference to Deadline::min() has no value
    return 0;
  }
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - now).count();
  constexpr auto kMost = std::numeric_limits<int>::max();
  return left > kMost ? kMost : static_cast<int>(left);
}

pollfd ask_for(const WaitItem& item) {
  pollfd asked{};
  asked.fd = static_cast<int>(item.handle);  // poll passes over negative ones
  unsigned events = 0;
  events |= item.want_read ? static_cast<unsigned>(POLLIN) : 0U;
  events |= item.want_write ? static_cast<unsigned>(POLLOUT) : 0U;
  events |= item.want_peer_end ? static_cast<unsigned>(POLLRDHUP) : 0U;
  asked.events = static_cast<short>(events);
  return asked;
}

void take_answer(const pollfd& answer, WaitItem& item) {
  const auto events = static_cast<unsigned>(answer.revents);
  item.broken = (events & (POLLERR | POLLHUP | POLLNVAL)) != 0;
  item.can_read = item.want_read && ((events & POLLIN) != 0 || item.broken);
  item.can_write = item.want_write && ((events & POLLOUT) != 0 || item.broken);
  item.peer_ended = item.want_peer_end && (events & (POLLRDHUP | POLLHUP)) != 0;
}

}  // namespace

Outcome<int> wait_for(std::span<WaitItem> items, Deadline deadline) {
  std::array<pollfd, 8> few{};
  std::vector<pollfd> many;
  std::span<pollfd> asked(few);
  if (items.size() > few.size()) {
    many.resize(items.size());
    asked = many;
  }
  asked = asked.first(items.size());
  for (std::size_t i = 0; i < items.size(); ++i) {
    asked[i] = ask_for(items[i]);
  }
  for (;;) {
    const int ready = ::poll(asked.data(), asked.size(), milliseconds_left(deadline));
    if (ready < 0 && errno != EINTR) {
      return std::error_code(errno, std::generic_category());
    }
    // A wait longer than poll can count ends early; go on with the rest.
    if (ready > 0 || (ready == 0 && (deadline != kNever && Clock::now() >= deadline))) {
      for (std::size_t i = 0; i < items.size(); ++i) {
        take_answer(asked[i], items[i]);
      }
      return ready;
    }
  }
}

}  // namespace tthttpd::platform
