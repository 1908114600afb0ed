#pragma once

#include <cstdint>
#include <utility>

namespace tthttpd::platform {

/// What the system calls a descriptor or HANDLE. kNoHandle stands for "none".
using NativeHandle = std::intptr_t;
inline constexpr NativeHandle kNoHandle = -1;

/// Closes one native descriptor. Implemented by each system's twin.
void close_handle(NativeHandle handle) noexcept;

/// Sole owner of one descriptor; closes it when it goes. Every descriptor the program makes is
/// close-on-exec, so a script never inherits one. Not shared between threads without a lock.
class Handle {
 public:
  Handle() = default;
  explicit Handle(NativeHandle native) : native_(native) {}
  Handle(Handle&& other) noexcept : native_(std::exchange(other.native_, kNoHandle)) {}
  Handle& operator=(Handle&& other) noexcept {
    if (this != &other) {
      reset();
      native_ = std::exchange(other.native_, kNoHandle);
    }
    return *this;
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() { reset(); }

  [[nodiscard]] NativeHandle native() const { return native_; }
  [[nodiscard]] bool valid() const { return native_ != kNoHandle; }
  /// Closes now.
  void reset() noexcept {
    if (native_ != kNoHandle) {
      close_handle(std::exchange(native_, kNoHandle));
    }
  }
  /// Gives the descriptor away without closing it.
  [[nodiscard]] NativeHandle release() { return std::exchange(native_, kNoHandle); }

 private:
  NativeHandle native_ = kNoHandle;
};

}  // namespace tthttpd::platform
