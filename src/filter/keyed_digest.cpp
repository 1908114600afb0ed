#include "tthttpd/filter/keyed_digest.hpp"

#include <random>
#include <string>

#include <apr_siphash.h>

namespace tthttpd::filter {

KeyedDigest::KeyedDigest() : keys_{} {
  static_assert(sizeof(Key) == APR_SIPHASH_KSIZE);
  std::random_device random;
  for (Key& key : keys_) {
    for (unsigned char& byte : key) {
      byte = static_cast<unsigned char>(random() & 0xffU);
    }
  }
}

Digest KeyedDigest::of(std::initializer_list<std::string_view> texts) const {
  std::string whole;
  for (const std::string_view text : texts) {
    whole += std::to_string(text.size());
    whole += ':';
    whole += text;
  }
  return {apr_siphash24(whole.data(), whole.size(), keys_[0].data()),
          apr_siphash24(whole.data(), whole.size(), keys_[1].data())};
}

bool KeyedDigest::same(std::string_view a, std::string_view b) const {
  const Digest first = of({a});
  const Digest second = of({b});
  return ((first[0] ^ second[0]) | (first[1] ^ second[1])) == 0;
}

}  // namespace tthttpd::filter
