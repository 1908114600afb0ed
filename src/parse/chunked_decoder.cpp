#include "tthttpd/parse/chunked_decoder.hpp"

#include <algorithm>
#include <utility>

#include "tthttpd/http/ascii.hpp"
#include "tthttpd/http/headers.hpp"

namespace tthttpd::parse {
namespace {

constexpr std::size_t kMaxDigits = 16;
constexpr std::uint64_t kMaxChunk = std::uint64_t{1} << 62U;

http::Error broken(std::string_view reason) { return {400, reason, {}}; }

}  // namespace

http::Result<ChunkedDecoder::Step> ChunkedDecoder::decode(std::string_view input,
                                                          std::span<char> output) {
  Step step;
  while (step.consumed < input.size() && state_ != State::done) {
    if (state_ != State::data) {
      if (auto taken = take(input[step.consumed]); !taken) {
        return std::move(taken).error();
      }
      ++step.consumed;
      continue;
    }
    const std::size_t room = output.size() - step.produced;
    if (room == 0) {
      break;
    }
    const std::size_t at_hand = std::min(input.size() - step.consumed, room);
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(at_hand, left_));
    std::copy_n(input.data() + step.consumed, count, output.data() + step.produced);
    step.consumed += count;
    step.produced += count;
    left_ -= count;
    if (left_ == 0) {
      state_ = State::data_cr;
    }
  }
  return step;
}

http::Result<void> ChunkedDecoder::take(char c) {
  switch (state_) {
    case State::size_first:
    case State::size:
      return take_size(c);
    case State::size_blank:
    case State::extension:
      return take_extension(c);
    case State::size_lf:
      // Strictly CRLF here and below: another reader on the way might not take a lone LF for a
      // line end, and would see other chunks than we do.
      return expect(c, '\n', left_ > 0 ? State::data : State::trailer_start);
    case State::data_cr:
      return expect(c, '\r', State::data_lf);
    case State::data_lf:
      digits_ = 0;
      return expect(c, '\n', State::size_first);
    case State::trailer_start:
    case State::trailer_name:
    case State::trailer_value:
      return take_trailer(c);
    case State::trailer_lf:
      return expect(c, '\n', State::trailer_start);
    case State::end_lf:
      return expect(c, '\n', State::done);
    case State::data:
    case State::done:
      break;
  }
  return {};
}

http::Result<void> ChunkedDecoder::take_size(char c) {
  if (const int digit = http::hex_value(c); digit >= 0) {
    left_ = left_ * 16 + static_cast<std::uint64_t>(digit);
    // The digits are counted as well, so that left_ cannot overflow before it is compared.
    if (++digits_ > kMaxDigits || left_ > kMaxChunk) {
      return broken("chunk-too-large");
    }
    state_ = State::size;
    return {};
  }
  if (state_ == State::size_first) {
    return broken("bad-chunk-size");
  }
  line_bytes_ = 0;
  state_ = State::size_blank;
  return take_extension(c);
}

http::Result<void> ChunkedDecoder::take_extension(char c) {
  if (c == '\r') {
    line_bytes_ = 0;
    state_ = State::size_lf;
    return {};
  }
  if (state_ == State::size_blank) {
    // Blanks after the size: RFC 9112 section 7.1.1 has them before an extension, and some senders
    // pad with them.
    if (c == ';') {
      state_ = State::extension;
    } else if (c != ' ' && c != '\t') {
      return broken("bad-chunk-size");
    }
  } else if (http::is_control_but_tab(c)) {
    return broken("bad-chunk-extension");
  }
  if (++line_bytes_ > kMaxExtension) {
    return broken("chunk-extension-too-long");
  }
  return {};
}

http::Result<void> ChunkedDecoder::take_trailer(char c) {
  if (c == '\r' && state_ != State::trailer_name) {
    state_ = state_ == State::trailer_start ? State::end_lf : State::trailer_lf;
    return {};
  }
  if (state_ == State::trailer_value) {
    if (http::is_control_but_tab(c)) {
      return broken("bad-trailer");
    }
  } else if (c == ':' && state_ == State::trailer_name) {
    state_ = State::trailer_value;
  } else if (http::is_token({&c, 1})) {
    state_ = State::trailer_name;
  } else {
    return broken("bad-trailer");
  }
  if (++line_bytes_ > kMaxTrailers) {
    return http::Error{431, "trailers-too-long", {}};
  }
  return {};
}

http::Result<void> ChunkedDecoder::expect(char c, char wanted, State next) {
  if (c != wanted) {
    return broken("bad-chunk-line-end");
  }
  state_ = next;
  return {};
}

}  // namespace tthttpd::parse
