#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace tthttpd::http {

/// One slice of a representation: `length` > 0 bytes from `first`.
struct ByteRange {
  std::uint64_t first = 0;
  std::uint64_t length = 0;
};

/// What a Range field asks of a representation of `size` bytes (RFC 9110 section 14).
struct RangeSet {
  enum class Verdict : std::uint8_t {
    ignore,         ///< no or invalid range set, or another unit: send the whole (200)
    partial,        ///< `ranges` holds what to send (206)
    unsatisfiable,  ///< valid, but nothing of it lies inside (416)
  };
  Verdict verdict = Verdict::ignore;
  std::vector<ByteRange> ranges;  ///< in the order asked, clamped to the size
};

/// Example: ("bytes=5-999", 10) -> partial {5, 5}; ("bytes=10-", 10) -> unsatisfiable;
/// ("bytes=10-5", 10) -> ignore.
RangeSet parse_range(std::string_view field_value, std::uint64_t size);

}  // namespace tthttpd::http
