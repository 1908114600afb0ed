// HTTP dates: what can be read is written in the fixed form, and read back as the same second.
// Input: now (eight bytes), the text.
#include <algorithm>
#include <cstring>
#include <string>

#include "fuzz/fuzz_check.hpp"
#include "tthttpd/http/date.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tthttpd;
  using fuzz::require;
  std::string_view text = fuzz::as_text(data, size);
  std::int64_t now = 0;
  const std::size_t head = std::min(sizeof now, text.size());
  std::memcpy(&now, text.data(), head);
  text.remove_prefix(head);

  const auto round_trip = [&](std::int64_t at) {
    const std::string written = http::format_date(at);
    require(written.size() == 29 && written.ends_with(" GMT"));
    return http::parse_date(written, now);
  };
  if (const auto at = http::parse_date(text, now)) {
    require(round_trip(*at) == at);
  }
  // Any number can be written, and is not clamped twice.
  const auto clamped = round_trip(now);
  require(clamped.has_value() && round_trip(*clamped) == clamped);
  return 0;
}
