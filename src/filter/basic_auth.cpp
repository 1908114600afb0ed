#include "tthttpd/filter/basic_auth.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <utility>

#include "tthttpd/filter/basic_credentials.hpp"
#include "tthttpd/filter/password_file.hpp"

namespace tthttpd::filter {
namespace {

/// RFC 9110 section 5.6.4. Control characters would end the field or its line; they are left out.
std::string quoted_string(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) {
      continue;
    }
    if (c == '"' || c == '\\') {
      quoted += '\\';
    }
    quoted += c;
  }
  return quoted += '"';
}

http::Response refusal(int status, std::string_view reason) {
  http::Response response;
  response.status = status;
  response.reason = reason;
  return response;
}

}  // namespace

http::Response challenge(std::string_view realm, std::string_view reason) {
  http::Response response = refusal(401, reason);
  response.headers.add("WWW-Authenticate",
                       "Basic realm=" + quoted_string(realm) + ", charset=\"UTF-8\"");
  return response;
}

struct BasicAuth::State {
  State(std::vector<AuthRule> list, http::Diagnostics& diagnostics,
        std::shared_ptr<Authenticator> memory)
      : rules(std::move(list)), authenticator(std::move(memory)) {
    for (const AuthRule& rule : rules.all()) {
      if (auto& file = files[rule.authfile]; !file) {
        file = std::make_unique<PasswordFile>(rule.authfile, diagnostics);
      }
    }
  }

  /// Nothing: the credentials are right by the rule's file.
  std::optional<http::Response> ask(const AuthRule& rule, const SentCredentials& sent,
                                    const http::Request& request);

  const AuthRules rules;
  std::map<std::string, std::unique_ptr<PasswordFile>> files;  ///< by AuthRule::authfile
  const std::shared_ptr<Authenticator> authenticator;
};

std::optional<http::Response> BasicAuth::State::ask(const AuthRule& rule,
                                                    const SentCredentials& sent,
                                                    const http::Request& request) {
  const auto list = files.at(rule.authfile)->current();
  if (!list) {
    return refusal(list.error().status, list.error().reason);
  }
  if (sent.state != SentCredentials::State::present) {
    return challenge(rule.realm, sent.state == SentCredentials::State::missing ? "auth-missing"
                                                                               : "auth-malformed");
  }
  const auto client = request.body != nullptr ? request.body->wait_handle() : platform::kNoHandle;
  switch (authenticator->check(**list, sent.credentials, request.client_address, client)) {
    case Authenticator::Verdict::right:
      return std::nullopt;
    case Authenticator::Verdict::busy: {
      auto response = refusal(503, "auth-busy");
      response.headers.add("Retry-After", std::to_string(Authenticator::kLongestWait.count()));
      return response;
    }
    case Authenticator::Verdict::wrong:
      break;
  }
  return challenge(rule.realm, "auth-failed");
}

BasicAuth::BasicAuth(std::vector<AuthRule> rules, http::Diagnostics& diagnostics, Clock clock)
    : BasicAuth(std::move(rules), diagnostics, std::make_shared<Authenticator>(std::move(clock))) {}

BasicAuth::BasicAuth(std::vector<AuthRule> rules, http::Diagnostics& diagnostics,
                     std::shared_ptr<Authenticator> authenticator)
    : state_(std::make_unique<State>(std::move(rules), diagnostics, std::move(authenticator))) {}

BasicAuth::~BasicAuth() = default;

std::optional<http::Response> BasicAuth::check(http::Request& request,
                                               const route::Resource& resource) {
  std::optional<SentCredentials> sent;  // read once, and only where a rule covers
  const AuthRule* satisfied = nullptr;  // the last one, so that it is not asked twice in a row
  for (const std::string& path : resource.access_paths) {
    const AuthRule* rule = state_->rules.find(path, request.method_name);
    if (rule == nullptr || (satisfied != nullptr && satisfied->authfile == rule->authfile)) {
      continue;
    }
    if (!sent) {
      sent = read_credentials(request.headers);
    }
    if (auto refused = state_->ask(*rule, *sent, request)) {
      return refused;
    }
    satisfied = rule;
  }
  if (satisfied != nullptr) {
    request.user = sent->credentials.user;
  }
  return std::nullopt;
}

}  // namespace tthttpd::filter
