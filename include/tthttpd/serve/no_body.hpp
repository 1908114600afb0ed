#pragma once

#include "tthttpd/http/body.hpp"

namespace tthttpd::serve {

/// The content of a request that has none: what a local redirect hands to its target. Still names
/// the client's socket, so that a script notices a client that leaves.
class NoBody : public http::RequestBody {
 public:
  explicit NoBody(platform::NativeHandle client) : client_(client) {}

  http::Result<std::size_t> read(std::span<char>) override { return std::size_t{0}; }
  [[nodiscard]] std::optional<std::uint64_t> length() const override { return 0; }
  [[nodiscard]] bool finished() const override { return true; }
  http::Result<void> want() override { return {}; }
  [[nodiscard]] bool has_buffered() const override { return false; }
  [[nodiscard]] platform::NativeHandle wait_handle() const override { return client_; }

 private:
  platform::NativeHandle client_;
};

}  // namespace tthttpd::serve
