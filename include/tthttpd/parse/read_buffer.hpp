#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace tthttpd::parse {

/// Bytes received from one client and not yet consumed. Belongs to the connection and outlives its
/// requests: what follows one request (pipelining) is the start of the next. Holds its memory only
/// while there are bytes in it, so an idle connection costs little.
class ReadBuffer {
 public:
  /// The bytes at hand; valid until the next call of another member.
  [[nodiscard]] std::string_view view() const { return {storage_.data() + begin_, end_ - begin_}; }
  [[nodiscard]] bool empty() const { return begin_ == end_; }
  void consume(std::size_t count);
  /// Room for at least `at_least` more bytes; fill it and call commit().
  std::span<char> space(std::size_t at_least);
  void commit(std::size_t count) { end_ += count; }
  /// Gives memory back when nothing is held.
  void shrink();

 private:
  std::vector<char> storage_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

}  // namespace tthttpd::parse
