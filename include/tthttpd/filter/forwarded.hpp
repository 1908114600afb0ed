#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tthttpd/filter/filter.hpp"

namespace tthttpd::filter {

/// Takes the client's address and scheme from X-Forwarded-For and X-Forwarded-Proto when the peer
/// is a trusted proxy; lets every request pass.
class Forwarded : public Filter {
 public:
  /// `trusted`: addresses or CIDR blocks, IPv4 or IPv6. Throws std::runtime_error on a bad one.
  explicit Forwarded(const std::vector<std::string>& trusted);
  ~Forwarded() override;
  std::optional<http::Response> check(http::Request& request,
                                      const route::Resource& resource) override;

 private:
  struct State;
  std::unique_ptr<const State> state_;
};

}  // namespace tthttpd::filter
