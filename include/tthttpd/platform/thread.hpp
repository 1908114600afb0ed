#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "tthttpd/platform/outcome.hpp"

namespace tthttpd::platform {

/// Stack of a connection thread in bytes. 128 KiB holds the deepest path (password hashing, file
/// system walk, logging) several times over; sanitizers need larger frames.
#ifdef TTHTTPD_SANITIZED
inline constexpr std::size_t kConnectionStack = 1024 * 1024;
#else
inline constexpr std::size_t kConnectionStack = 128 * 1024;
#endif

/// A thread with a stack of a chosen size (std::thread cannot choose). All signals are blocked in
/// it, so that only the main thread sees them. Must be joined before it goes.
class Thread {
 public:
  /// Error resource_unavailable_try_again when the system gives no thread.
  static Outcome<Thread> start(std::function<void()> run, std::size_t stack_bytes);

  Thread(Thread&&) noexcept;
  Thread& operator=(Thread&&) = delete;
  ~Thread();

  /// Waits for its end; once only.
  void join();

 private:
  struct Native;
  explicit Thread(std::unique_ptr<Native> native);

  std::unique_ptr<Native> native_;
};

}  // namespace tthttpd::platform
