// Chunked bodies: the same content and the same end whole or byte by byte. Input: room for output
// at a time (one byte), the bytes.
#include <algorithm>
#include <string>
#include <vector>

#include "fuzz/fuzz_check.hpp"
#include "tthttpd/parse/chunked_decoder.hpp"

namespace {

using namespace tthttpd;

/// Content, then what is left after the end; only the error when there is one. What came before an
/// error is the reader's to drop, so it may differ.
std::string decode(std::string_view input, std::size_t in, std::size_t out) {
  parse::ChunkedDecoder decoder;
  std::string content;
  std::vector<char> room(out);
  while (!input.empty() && !decoder.finished()) {
    const auto step = decoder.decode(input.substr(0, in), room);
    if (!step) {
      return std::to_string(step.error().status) + std::string(step.error().reason);
    }
    fuzz::require(step->consumed + step->produced > 0);
    fuzz::require(step->consumed <= in && step->produced <= std::min(out, step->consumed));
    content.append(room.data(), step->produced);
    input.remove_prefix(step->consumed);
  }
  return content + (decoder.finished() ? "|end|" : "|more|") + std::string(input);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view bytes = fuzz::as_text(data, size);
  const std::size_t out = fuzz::take_byte(bytes) + 1;
  const std::string whole = decode(bytes, bytes.size(), bytes.size() + 1);
  fuzz::require(decode(bytes, 1, 1) == whole);
  fuzz::require(decode(bytes, bytes.size(), out) == whole);
  return 0;
}
