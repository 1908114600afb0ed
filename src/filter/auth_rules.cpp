#include "tthttpd/filter/auth_rules.hpp"

#include <algorithm>
#include <utility>

#include "tthttpd/http/path_prefix.hpp"

namespace tthttpd::filter {
namespace {

bool names(const AuthRule& rule, std::string_view method) {
  return std::find(rule.methods.begin(), rule.methods.end(), method) != rule.methods.end();
}

/// How well a rule fits the method; 0: it does not cover it.
int fit(const AuthRule& rule, std::string_view method) {
  if (names(rule, method)) {
    return 3;
  }
  if (method != "GET" && names(rule, method == "HEAD" ? "GET" : "POST")) {
    return 2;
  }
  return rule.methods.empty() || names(rule, "*") ? 1 : 0;
}

}  // namespace

AuthRules::AuthRules(std::vector<AuthRule> rules) : rules_(std::move(rules)) {
  for (AuthRule& rule : rules_) {
    rule.prefix = http::without_end_slash(rule.prefix);
  }
  std::stable_sort(rules_.begin(), rules_.end(), [](const AuthRule& a, const AuthRule& b) {
    return a.prefix.size() > b.prefix.size();
  });
}

const AuthRule* AuthRules::find(std::string_view path, std::string_view method) const {
  const AuthRule* best = nullptr;
  int best_fit = 0;
  for (const AuthRule& rule : rules_) {
    // Two prefixes of one length that cover the same path are the same prefix.
    if (best != nullptr && rule.prefix.size() < best->prefix.size()) {
      break;
    }
    if (!http::prefix_covers(rule.prefix, path)) {
      continue;
    }
    if (const int this_fit = fit(rule, method); this_fit > best_fit) {
      best = &rule;
      best_fit = this_fit;
    }
  }
  return best;
}

}  // namespace tthttpd::filter
