#include "tthttpd/accept/connection_threads.hpp"

#include <chrono>
#include <optional>
#include <utility>

#include "tthttpd/platform/ip_address.hpp"

namespace tthttpd::accept {
namespace {

/// How long a thread without work is kept for the next connection.
constexpr std::chrono::seconds kSpareTime{10};

}  // namespace

ConnectionThreads::ConnectionThreads(ThreadLimits limits, Serve serve)
    : limits_(limits), serve_(std::move(serve)) {}

ConnectionThreads::~ConnectionThreads() {
  {
    const std::lock_guard lock(guard_);
    ending_ = true;
  }
  work_.notify_all();
  std::unique_lock lock(guard_);
  ended_one_.wait(lock, [this] { return threads_.empty(); });
  lock.unlock();
  join_ended();
}

ConnectionThreads::Taken ConnectionThreads::hand_over(platform::AcceptedSocket& connection) {
  join_ended();
  std::unique_lock lock(guard_);
  if (busy_ >= limits_.max_connections) {
    return Taken::full;
  }
  const auto from_there =
      per_address_.try_emplace(platform::client_network(connection.remote.address), 0).first;
  ++from_there->second;
  ++busy_;
  try {
    if (limits_.max_connections_per_address != 0 &&
        from_there->second > limits_.max_connections_per_address &&
        !connection.remote.address.empty()) {
      leave(from_there);
      return Taken::address_full;
    }
    // Are all spare threads to get a connection already?
    if (idle_ <= waiting_.size() && !start_thread()) {
      leave(from_there);
      return Taken::no_thread;
    }
    waiting_.push_back({{}, from_there});
  } catch (...) {
    leave(from_there);
    throw;
  }
  waiting_.back().connection = std::move(connection);
  lock.unlock();
  work_.notify_one();
  return Taken::yes;
}

bool ConnectionThreads::start_thread() {
  const auto place = threads_.emplace(threads_.end());
  try {
    auto started = platform::Thread::start([this, place] { run(place); }, limits_.stack_bytes);
    if (started) {
      place->emplace(std::move(*started));  // it waits for the lock before it looks
      ++idle_;
      return true;
    }
  } catch (...) {
    threads_.erase(place);
    throw;
  }
  threads_.erase(place);
  return false;
}

/// A connection has ended or was not taken.
void ConnectionThreads::leave(Counts::iterator from_there) {
  --busy_;
  if (--from_there->second == 0) {
    per_address_.erase(from_there);
  }
}

std::size_t ConnectionThreads::busy() const {
  const std::lock_guard lock(guard_);
  return busy_;
}

void ConnectionThreads::set_limits(const ThreadLimits& limits) {
  const std::lock_guard lock(guard_);
  limits_ = limits;
}

void ConnectionThreads::join_ended() {
  Threads ended;
  {
    const std::lock_guard lock(guard_);
    ended.swap(ended_);
  }
  for (auto& thread : ended) {
    thread->join();
  }
}

void ConnectionThreads::run(Threads::iterator own) {
  std::unique_lock lock(guard_);
  for (;;) {
    const bool has_work =
        work_.wait_for(lock, kSpareTime, [this] { return ending_ || !waiting_.empty(); });
    if (!has_work || waiting_.empty()) {
      break;
    }
    auto next = std::move(waiting_.front());
    waiting_.pop_front();
    --idle_;
    lock.unlock();
    try {
      serve_(std::move(next.connection));
    } catch (...) {  // out of memory, most likely: this connection's loss alone
    }
    lock.lock();
    ++idle_;
    leave(next.from_there);
  }
  --idle_;
  ended_.splice(ended_.end(), threads_, own);
  ended_one_.notify_all();
}

}  // namespace tthttpd::accept
