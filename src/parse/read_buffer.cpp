#include "tthttpd/parse/read_buffer.hpp"

#include <algorithm>

namespace tthttpd::parse {

void ReadBuffer::consume(std::size_t count) {
  begin_ += count;
  if (begin_ == end_) {
    begin_ = 0;
    end_ = 0;
  }
}

std::span<char> ReadBuffer::space(std::size_t at_least) {
  if (storage_.size() - end_ < at_least && begin_ > 0) {
    std::copy(storage_.begin() + static_cast<std::ptrdiff_t>(begin_),
              storage_.begin() + static_cast<std::ptrdiff_t>(end_), storage_.begin());
    end_ -= begin_;
    begin_ = 0;
  }
  if (storage_.size() - end_ < at_least) {
    storage_.resize(std::max(end_ + at_least, 2 * storage_.size()));
  }
  return std::span(storage_).subspan(end_);
}

void ReadBuffer::shrink() {
  if (empty()) {
    storage_ = {};
    begin_ = 0;
    end_ = 0;
  }
}

}  // namespace tthttpd::parse
