// Request heads: the answer is the same whole or in two parts, and what is accepted keeps the
// promises of http::Request. Input: where to split (two bytes), which limits (one), the bytes.
#include <algorithm>
#include <string>

#include "fuzz/fuzz_check.hpp"
#include "tthttpd/parse/authority.hpp"
#include "tthttpd/parse/request_parser.hpp"
#include "tthttpd/parse/request_reader.hpp"
#include "tthttpd/parse/target.hpp"

namespace {

using namespace tthttpd;
using fuzz::require;
using Answer = http::Result<std::optional<parse::RequestHead>>;

void feed(parse::ReadBuffer& buffer, std::string_view bytes) {
  std::copy(bytes.begin(), bytes.end(), buffer.space(bytes.size()).begin());
  buffer.commit(bytes.size());
}

/// Everything of an answer that must not depend on the split.
std::string describe(const Answer& answer, std::string_view rest) {
  if (!answer) {
    return std::to_string(answer.error().status) + std::string(answer.error().reason) +
           answer.error().detail;
  }
  if (!answer->has_value()) {
    return "more:" + std::string(rest);
  }
  const parse::RequestHead& head = **answer;
  std::string text = head.request.method_name + '\n' + head.request.target + '\n' +
                     head.request.path + '\n' + head.request.query + '\n' + head.request.authority +
                     '\n' + std::to_string(head.framing.length) +
                     std::to_string(static_cast<int>(head.framing.kind));
  for (std::size_t i = 0; i < head.request.headers.size(); ++i) {
    const auto field = head.request.headers[i];
    text.append("\n").append(field.name).append(":").append(field.value);
  }
  return text.append("\nrest:").append(rest);
}

void check_request(const parse::RequestHead& head, const parse::HeadLimits& limits) {
  const http::Request& request = head.request;
  require(http::is_token(request.method_name));
  require(request.path == "*" ? request.method == http::Method::options
                              : fuzz::is_canonical(request.path));
  require(request.authority.empty() || parse::is_valid_authority(request.authority));
  require(request.version_minor == 0 || request.version_minor == 1);
  require(request.headers.size() <= limits.max_headers);
  require(request.headers.count("Host") <= 1);
  require(!request.headers.has("Transfer-Encoding") || !request.headers.has("Content-Length"));
  require((head.framing.kind == parse::Framing::Kind::chunked) ==
          request.headers.has("Transfer-Encoding"));
  for (std::size_t i = 0; i < request.headers.size(); ++i) {
    const auto field = request.headers[i];
    require(http::is_token(field.name));
    require(field.value == http::trim(field.value));
    require(field.value.find_first_of(std::string_view("\r\n\0", 3)) == std::string_view::npos);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view bytes = fuzz::as_text(data, size);
  const std::size_t high = fuzz::take_byte(bytes);
  const std::size_t low = fuzz::take_byte(bytes);
  parse::HeadLimits limits;
  if (fuzz::take_byte(bytes) % 2 == 1) {
    limits = {.max_request_line = 40, .max_header_bytes = 80, .max_headers = 4};
  }
  const std::size_t split = std::min(high * 256 + low, bytes.size());

  parse::ReadBuffer whole_buffer;
  feed(whole_buffer, bytes);
  parse::RequestReader whole(limits);
  const Answer expected = whole.try_read(whole_buffer);
  if (expected && expected->has_value()) {
    check_request(**expected, limits);
  }

  parse::ReadBuffer buffer;
  feed(buffer, bytes.substr(0, split));
  parse::RequestReader reader(limits);
  Answer answer = reader.try_read(buffer);
  if (answer && !answer->has_value()) {
    feed(buffer, bytes.substr(split));
    answer = reader.try_read(buffer);
    require(describe(answer, buffer.view()) == describe(expected, whole_buffer.view()));
    require(reader.started() == whole.started());
  } else {
    const std::string rest = std::string(buffer.view()) + std::string(bytes.substr(split));
    require(describe(answer, rest) == describe(expected, whole_buffer.view()));
  }

  // The parser alone must stand any bytes.
  static_cast<void>(parse::parse_head(bytes).ok());
  return 0;
}
