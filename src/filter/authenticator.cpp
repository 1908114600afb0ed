#include "tthttpd/filter/authenticator.hpp"

#include <thread>
#include <utility>

namespace tthttpd::filter {

Authenticator::Authenticator(Clock clock)
    : Authenticator(std::move(clock), std::thread::hardware_concurrency(), kLongestWait) {}

Authenticator::Authenticator(Clock clock, std::size_t hashes_at_once,
                             std::chrono::milliseconds longest_wait)
    : clock_(std::move(clock)),
      verified_(clock_),
      slots_(hashes_at_once, longest_wait),
      failures_(clock_, digest_) {}

Authenticator::Verdict Authenticator::check(const PasswordList& list,
                                            const BasicCredentials& credentials,
                                            std::string_view client_address,
                                            platform::NativeHandle client) {
  const Verdict verdict = look_up(list, credentials);
  if (verdict == Verdict::wrong) {
    const auto wait = failures_.note_failure(client_address);
    if (wait.count() > 0) {
      clock_.sleep(wait, client);
    }
  }
  return verdict;
}

Authenticator::Verdict Authenticator::look_up(const PasswordList& list,
                                              const BasicCredentials& credentials) {
  const StoredPassword* mine = list.find(credentials.user);
  const StoredPassword* costliest = list.costliest();
  if (mine != nullptr) {
    const Verdict verdict = compare(*mine, credentials);
    if (verdict != Verdict::wrong) {
      return verdict;
    }
  }
  // The time must not tell who has a line in the file: an unknown user costs as much as the
  // costliest one, and so does a known one whose own hash is cheaper.
  if (costliest != nullptr &&
      (mine == nullptr ||
       check_cost(mine->kind, mine->stored) < check_cost(costliest->kind, costliest->stored))) {
    if (compute(*costliest, credentials.password) == Verdict::busy) {
      return Verdict::busy;
    }
  }
  return Verdict::wrong;
}

Authenticator::Verdict Authenticator::compare(const StoredPassword& mine,
                                              const BasicCredentials& credentials) {
  if (!is_costly(mine.kind)) {
    return compute(mine, credentials.password);
  }
  const Digest proof =
      digest_.of({"verified", credentials.user, credentials.password, mine.stored});
  if (verified_.holds(proof)) {
    return Verdict::right;
  }
  const Verdict verdict = compute(mine, credentials.password);
  if (verdict == Verdict::right) {
    verified_.remember(proof);
  }
  return verdict;
}

Authenticator::Verdict Authenticator::compute(const StoredPassword& stored,
                                              const std::string& password) {
  if (stored.kind == PasswordKind::never) {
    return Verdict::wrong;
  }
  if (stored.kind == PasswordKind::plain) {
    return digest_.same(stored.stored, password) ? Verdict::right : Verdict::wrong;
  }
  const auto verdict = [&] {
    return hash_matches(stored.stored, password) ? Verdict::right : Verdict::wrong;
  };
  if (!is_costly(stored.kind)) {
    return verdict();
  }
  const auto slot = slots_.try_take();
  return slot ? verdict() : Verdict::busy;
}

}  // namespace tthttpd::filter
