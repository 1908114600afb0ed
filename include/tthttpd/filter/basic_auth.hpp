#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "tthttpd/filter/auth_rules.hpp"
#include "tthttpd/filter/authenticator.hpp"
#include "tthttpd/filter/clock.hpp"
#include "tthttpd/filter/filter.hpp"
#include "tthttpd/http/diagnostics.hpp"

namespace tthttpd::filter {

/// Asks for a name and password (RFC 7617) where a rule covers one of the resource's access paths.
/// Every path must be satisfied by the same credentials; the first that is not gives its realm.
/// Which rule decides, and what GET and POST stand for: AuthRules.
class BasicAuth : public Filter {
 public:
  /// Throws std::runtime_error when an authfile cannot be read: it never starts open.
  /// `diagnostics` must outlive this object.
  BasicAuth(std::vector<AuthRule> rules, http::Diagnostics& diagnostics, Clock clock = {});
  /// The same with an authenticator that has a memory already: of failures, of verified passwords.
  BasicAuth(std::vector<AuthRule> rules, http::Diagnostics& diagnostics,
            std::shared_ptr<Authenticator> authenticator);
  ~BasicAuth() override;

  /// 401 with the realm when credentials are missing, malformed or wrong; 500 while the authfile
  /// cannot be read; 503 when too many slow hashes are being computed. On success the user's name
  /// is in request.user; where no rule covers, it stays as it is. May sleep for
  /// FailureDelay::kLongest after a wrong password.
  std::optional<http::Response> check(http::Request& request,
                                      const route::Resource& resource) override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// 401 that asks for credentials of this realm; `reason` must be a literal.
http::Response challenge(std::string_view realm, std::string_view reason);

}  // namespace tthttpd::filter
