// Range fields: every range lies inside the representation. Input: size (eight bytes), the value.
#include <algorithm>
#include <cstring>

#include "fuzz/fuzz_check.hpp"
#include "tthttpd/http/range.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tthttpd;
  using fuzz::require;
  std::string_view text = fuzz::as_text(data, size);
  std::uint64_t length = 0;
  const std::size_t head = std::min(sizeof length, text.size());
  std::memcpy(&length, text.data(), head);
  text.remove_prefix(head);

  const http::RangeSet set = http::parse_range(text, length);
  require((set.verdict == http::RangeSet::Verdict::partial) == !set.ranges.empty());
  require(set.ranges.size() <= 16);
  for (const http::ByteRange& range : set.ranges) {
    require(range.length > 0 && range.first < length && range.length <= length - range.first);
  }
  return 0;
}
