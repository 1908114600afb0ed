#pragma once

#include <cstddef>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tthttpd/http/body.hpp"

namespace tthttpd::support {

/// A client that takes everything: what was sent, and in how many calls.
class MemorySink : public http::ByteSink {
 public:
  http::Result<void> write(std::span<const std::string_view> pieces, bool) override {
    if (broken_after && calls >= *broken_after) {
      return http::Error{http::kNoAnswer, "client-gone", {}};
    }
    ++calls;
    for (const auto piece : pieces) {
      sent.append(piece);
    }
    return {};
  }

  http::Result<void> write_file(std::string_view head, const http::FileSlice& slice) override {
    ++calls;
    sent.append(head);
    std::string content(slice.length, '\0');
    const auto got = slice.file->read_at(slice.offset, content);
    if (!got || *got < slice.length) {
      return http::Error{http::kNoAnswer, "file-shrunk", {}};
    }
    sent.append(content);
    return {};
  }

  std::string sent;
  std::size_t calls = 0;
  std::optional<std::size_t> broken_after;
};

/// A response's stream that gives the pieces one by one, then ends or fails.
class PieceStream : public http::StreamBody {
 public:
  explicit PieceStream(std::deque<std::string> pieces) : pieces_(std::move(pieces)) {}

  http::Result<std::size_t> read(std::span<char> into) override {
    ++reads;
    if (pieces_.empty()) {
      if (fails) {
        return http::Error{http::kNoAnswer, "stream-broken", {}};
      }
      return std::size_t{0};
    }
    const std::string piece = pieces_.front().substr(0, into.size());
    pieces_.pop_front();
    piece.copy(into.data(), piece.size());
    return piece.size();
  }
  [[nodiscard]] std::optional<std::uint64_t> length() const override { return known_length; }
  [[nodiscard]] bool ready() const override { return first_at_hand; }

  std::optional<std::uint64_t> known_length;
  bool first_at_hand = false;
  bool fails = false;
  int reads = 0;

 private:
  std::deque<std::string> pieces_;
};

}  // namespace tthttpd::support
