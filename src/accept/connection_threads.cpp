#include "tthttpd/accept/connection_threads.hpp"

#include <chrono>
#include <utility>

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
  calm_.wait(lock, [this] { return threads_.empty(); });
  lock.unlock();
  join_ended();
}

ConnectionThreads::Taken ConnectionThreads::hand_over(platform::AcceptedSocket& connection) {
  join_ended();
  std::unique_lock lock(guard_);
  if (busy_ >= limits_.max_connections) {
    return Taken::full;
  }
  auto& from_there = per_address_[connection.remote.address];
  if (limits_.max_connections_per_address != 0 &&
      from_there >= limits_.max_connections_per_address && !connection.remote.address.empty()) {
    return Taken::address_full;
  }
  if (idle_ <= waiting_.size()) {
    // Every spare thread has a connection coming to it already.
    const auto id = next_id_++;
    auto started = platform::Thread::start([this, id] { run(id); }, limits_.stack_bytes);
    if (!started) {
      if (from_there == 0) {
        per_address_.erase(connection.remote.address);
      }
      return Taken::no_thread;
    }
    threads_.emplace(id, std::move(*started));  // it waits for the lock before it looks
    ++idle_;
  }
  ++busy_;
  ++from_there;
  waiting_.push_back(std::move(connection));
  lock.unlock();
  work_.notify_one();
  return Taken::yes;
}

bool ConnectionThreads::wait_until_idle(platform::Deadline deadline) {
  std::unique_lock lock(guard_);
  return calm_.wait_until(lock, deadline, [this] { return busy_ == 0; });
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
  std::list<platform::Thread> ended;
  {
    const std::lock_guard lock(guard_);
    ended.swap(ended_);
  }
  for (auto& thread : ended) {
    thread.join();
  }
}

void ConnectionThreads::run(std::size_t id) {
  std::unique_lock lock(guard_);
  for (;;) {
    const bool has_work =
        work_.wait_for(lock, kSpareTime, [this] { return ending_ || !waiting_.empty(); });
    if (!has_work || waiting_.empty()) {
      break;
    }
    auto connection = std::move(waiting_.front());
    waiting_.pop_front();
    --idle_;
    const std::string address = connection.remote.address;
    lock.unlock();
    serve_(std::move(connection));
    lock.lock();
    ++idle_;
    --busy_;
    if (auto count = per_address_.find(address);
        count != per_address_.end() && --count->second == 0) {
      per_address_.erase(count);
    }
    calm_.notify_all();
  }
  --idle_;
  auto own = threads_.extract(id);
  ended_.push_back(std::move(own.mapped()));
  calm_.notify_all();
}

}  // namespace tthttpd::accept
