#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "tthttpd/http/error.hpp"

namespace tthttpd::parse {

/// Takes the chunked coding apart (RFC 9112 section 7.1), bytes in any split. Pure: does no I/O.
/// Chunk extensions and trailers are read and dropped, within limits. Small, and may be copied to
/// look ahead.
class ChunkedDecoder {
 public:
  static constexpr std::size_t kMaxExtension = 4 * 1024;  ///< bytes in one chunk's line -> 400
  static constexpr std::size_t kMaxTrailers = 8 * 1024;   ///< bytes of all trailers -> 431

  struct Step {
    std::size_t consumed = 0;  ///< bytes of the input that are done with
    std::size_t produced = 0;  ///< bytes of content written to the output
  };

  /// Decodes from `input` into `output` until the input is used up, the body has ended, or content
  /// comes that has no room in the output. Bytes after the end are not consumed. So what is left
  /// of the input is content, or follows the body. Error 400: the coding is broken; 431: trailers
  /// too long; nothing can be decoded after one.
  http::Result<Step> decode(std::string_view input, std::span<char> output);

  /// The last chunk and its trailers have been read.
  [[nodiscard]] bool finished() const { return state_ == State::done; }

 private:
  enum class State : std::uint8_t {
    size_first,
    size,
    size_blank,
    extension,
    size_lf,
    data,
    data_cr,
    data_lf,
    trailer_start,
    trailer_name,
    trailer_value,
    trailer_lf,
    end_lf,
    done
  };
  /// Takes one byte that is not content.
  http::Result<void> take(char c);
  http::Result<void> take_size(char c);
  http::Result<void> take_extension(char c);
  http::Result<void> take_trailer(char c);
  http::Result<void> expect(char c, char wanted, State next);

  State state_ = State::size_first;
  std::uint64_t left_ = 0;  ///< of the chunk at hand
  std::size_t digits_ = 0;
  std::size_t line_bytes_ = 0;  ///< of extension or trailers so far
};

}  // namespace tthttpd::parse
