#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace tthttpd::fuzz {

/// Ends the program, so that the fuzzer keeps the input, when a property does not hold.
inline void require(bool holds) {
  if (!holds) {
    std::abort();
  }
}

/// The fuzzer's bytes as text.
inline std::string_view as_text(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// A number from the first byte of the input, which is cut off; 0 when there is none.
inline std::size_t take_byte(std::string_view& input) {
  if (input.empty()) {
    return 0;
  }
  const auto byte = static_cast<unsigned char>(input.front());
  input.remove_prefix(1);
  return byte;
}

/// What every canonical path promises: it starts with '/', has no empty segment and no dot segment,
/// and no NUL.
inline bool is_canonical(std::string_view path) {
  const auto holds = [&](std::string_view part) {
    return path.find(part) != std::string_view::npos;
  };
  return path.starts_with('/') && !holds("//") && !holds("/./") && !holds("/../") &&
         !path.ends_with("/.") && !path.ends_with("/..") && !holds(std::string_view("\0", 1));
}

}  // namespace tthttpd::fuzz
