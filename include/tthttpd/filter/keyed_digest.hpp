#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace tthttpd::filter {

/// 128 bits that stand for a text in this process only.
using Digest = std::array<std::uint64_t, 2>;

/// A keyed digest: two SipHash-2-4 under independent random keys that never leave the process. Who
/// does not know the keys can neither find two texts with one digest nor learn a text from it.
/// Constant after construction; any thread may use it.
class KeyedDigest {
 public:
  /// Takes fresh keys from the system. Throws when it has no random numbers to give.
  KeyedDigest();

  /// The digest of several texts; where one ends and the next begins counts: {"ab", "c"} is not
  /// {"a", "bc"}.
  [[nodiscard]] Digest of(std::initializer_list<std::string_view> texts) const;

  /// Whether two texts are the same, in a time that depends only on their lengths.
  [[nodiscard]] bool same(std::string_view a, std::string_view b) const;

 private:
  using Key = std::array<unsigned char, 16>;
  std::array<Key, 2> keys_;
};

}  // namespace tthttpd::filter
