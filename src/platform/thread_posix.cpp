#include <pthread.h>
#include <signal.h>
#include <utility>

#include "tthttpd/platform/thread.hpp"

namespace tthttpd::platform {

struct Thread::Native {
  pthread_t id{};
};

namespace {

void* run_and_free(void* argument) {
  const std::unique_ptr<std::function<void()>> run(static_cast<std::function<void()>*>(argument));
  (*run)();
  return nullptr;
}

}  // namespace

Thread::Thread(std::unique_ptr<Native> native) : native_(std::move(native)) {}
Thread::Thread(Thread&&) noexcept = default;

Thread::~Thread() {
  if (native_) {
    join();
  }
}

void Thread::join() {
  pthread_join(native_->id, nullptr);
  native_.reset();
}

Outcome<Thread> Thread::start(std::function<void()> run, std::size_t stack_bytes) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stack_bytes);
  auto owned = std::make_unique<std::function<void()>>(std::move(run));
  auto native = std::make_unique<Native>();
  // A new thread inherits the mask of its maker: block everything around the call.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const int failed = pthread_create(&native->id, &attributes, run_and_free, owned.get());
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  pthread_attr_destroy(&attributes);
  if (failed != 0) {
    return std::error_code(failed, std::generic_category());
  }
  static_cast<void>(owned.release());  // run_and_free owns it now
  return Thread(std::move(native));
}

}  // namespace tthttpd::platform
