#include "tthttpd/parse/body_reader.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace tthttpd::parse {
namespace {

/// Room for what is read of a chunked body at once; more saves system calls.
constexpr std::size_t kChunkedRead = 16 * 1024;

}  // namespace

BodyReader::BodyReader(const Framing& framing, std::uint64_t max_body, BodyPlumbing plumbing)
    : framing_(framing),
      max_body_(max_body),
      plumbing_(std::move(plumbing)),
      continue_pending_(framing.expects_continue) {}

http::Result<void> BodyReader::check_length() const {
  if (framing_.kind == Framing::Kind::length && framing_.length > max_body_) {
    return http::Error{413, "body-too-large", std::to_string(framing_.length)};
  }
  return {};
}

http::Result<std::size_t> BodyReader::read(std::span<char> into) {
  if (failure_) {
    return *failure_;
  }
  if (finished() || into.empty()) {
    return std::size_t{0};
  }
  auto count = want().ok() ? read_framed(into) : http::Result<std::size_t>(*failure_);
  if (!count && !failure_) {
    failure_ = count.error();
  }
  return count;
}

http::Result<std::size_t> BodyReader::read_framed(std::span<char> into) {
  if (framing_.kind == Framing::Kind::chunked) {
    return read_chunked(into);
  }
  const auto most =
      static_cast<std::size_t>(std::min<std::uint64_t>(into.size(), framing_.length - taken_));
  auto count = read_raw(into.first(most));
  if (count) {
    taken_ += *count;
  }
  return count;
}

http::Result<std::size_t> BodyReader::read_chunked(std::span<char> into) {
  // One byte more than is allowed, to tell a body that ends there from one that goes on.
  const std::uint64_t allowed = max_body_ - taken_;
  if (into.size() > allowed) {
    into = into.first(static_cast<std::size_t>(allowed) + 1);
  }
  while (true) {
    const auto step = chunked_.decode(plumbing_.buffer.view(), into);
    if (!step) {
      return step.error();
    }
    plumbing_.buffer.consume(step->consumed);
    if (step->produced > allowed) {
      return http::Error{413, "body-too-large", "chunked"};
    }
    if (step->produced > 0 || chunked_.finished()) {
      taken_ += step->produced;
      return step->produced;
    }
    const auto room = plumbing_.buffer.space(kChunkedRead);
    const auto count = plumbing_.client.read(room);
    if (!count) {
      return count.error();
    }
    if (*count == 0) {
      return ended_early();
    }
    plumbing_.buffer.commit(*count);
  }
}

http::Result<std::size_t> BodyReader::read_raw(std::span<char> into) {
  if (const std::string_view surplus = plumbing_.buffer.view(); !surplus.empty()) {
    const std::size_t count = std::min(surplus.size(), into.size());
    std::copy_n(surplus.data(), count, into.data());
    plumbing_.buffer.consume(count);
    return count;
  }
  auto count = plumbing_.client.read(into);
  if (count && *count == 0) {
    return ended_early();
  }
  return count;
}

http::Error BodyReader::ended_early() {
  // The client may have ended its side only and read on (RFC 9112 section 8): it hears of it.
  return {400, "body-incomplete", {}};
}

std::optional<std::uint64_t> BodyReader::length() const {
  if (framing_.kind == Framing::Kind::chunked) {
    return std::nullopt;
  }
  return framing_.length;
}

bool BodyReader::finished() const {
  return framing_.kind == Framing::Kind::chunked ? chunked_.finished() : taken_ == framing_.length;
}

http::Result<void> BodyReader::want() {
  if (failure_) {
    return *failure_;
  }
  auto wanted = check_length();
  if (wanted && std::exchange(continue_pending_, false) && plumbing_.buffer.empty()) {
    // A client that has begun to send its content does not wait any more.
    wanted = plumbing_.send_continue();
  }
  if (!wanted) {
    failure_ = wanted.error();
  }
  return wanted;
}

bool BodyReader::has_buffered() const {
  const std::string_view bytes = plumbing_.buffer.view();
  if (bytes.empty() || finished() || failure_) {
    return false;
  }
  if (framing_.kind != Framing::Kind::chunked) {
    return true;
  }
  // Bytes at hand may be no more than the start of a chunk's line: look ahead with a copy.
  ChunkedDecoder ahead = chunked_;
  char first = 0;
  const auto step = ahead.decode(bytes, {&first, 1});
  return !step || step->produced > 0 || ahead.finished();
}

platform::NativeHandle BodyReader::wait_handle() const { return plumbing_.wait_handle; }

bool BodyReader::drain(std::uint64_t most) {
  std::array<char, 8 * 1024> dropped;  // NOLINT(cppcoreguidelines-pro-type-member-init)
  while (!finished()) {
    if (failure_ || continue_pending_ || most == 0 ||
        (framing_.kind == Framing::Kind::length && framing_.length - taken_ > most)) {
      return false;
    }
    const auto room = static_cast<std::size_t>(std::min<std::uint64_t>(most, dropped.size()));
    const auto count = read(std::span(dropped).first(room));
    if (!count) {
      return false;
    }
    most -= *count;
  }
  return true;
}

}  // namespace tthttpd::parse
