// Request targets: a path that comes out is canonical, stays so when it is taken once more, and
// names the same thing when it is written into a URL.
#include <string>

#include "fuzz/fuzz_check.hpp"
#include "tthttpd/http/percent.hpp"
#include "tthttpd/parse/authority.hpp"
#include "tthttpd/parse/target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tthttpd;
  using fuzz::require;
  const std::string_view text = fuzz::as_text(data, size);

  if (const auto path = parse::canonical_path(text); path.ok()) {
    require(path->starts_with('/') && path->size() <= text.size());
    const auto again = parse::canonical_path(*path);
    require(again.ok() && *again == *path);
  }

  if (parse::is_valid_authority(text)) {
    require(text.find_first_of(std::string_view("/\\?#@<>\"^`{|} \t\r\n\0", 18)) ==
            std::string_view::npos);
  }

  const auto target = parse::parse_target(text);
  if (!target.ok()) {
    require(target.error().status == 400);
    return 0;
  }
  if (target->path == "*") {
    return 0;
  }
  require(fuzz::is_canonical(target->path));
  require(target->has_query || target->query.empty());
  require(target->authority.empty() || parse::is_valid_authority(target->authority));
  const auto written = parse::parse_target(http::percent_encode_path(target->path));
  require(written.ok() && written->path == target->path && !written->has_query);
  return 0;
}
