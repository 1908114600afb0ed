#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tthttpd::filter {

/// One line of [authentication].
struct AuthRule {
  std::string prefix;                ///< canonical URL path; matches whole segments
  std::vector<std::string> methods;  ///< empty, or one of them "*": all
  std::string realm;
  std::string authfile;  ///< absolute path
};

/// Which rule decides about one path and method. Constant after construction; any thread may ask.
///
/// The longest prefix that has a rule for the method decides. Within one prefix these are tried in
/// turn, and among equals the one written first wins: a rule that names the method; for HEAD one
/// that names GET, for every other method but GET one that names POST; a rule for all methods.
/// So POST stands for every method that no rule of that prefix names: tDiary saves an entry that
/// comes by PUT or by an invented method. A rule for GET alone leaves POST open, as written.
class AuthRules {
 public:
  explicit AuthRules(std::vector<AuthRule> rules);

  /// The rule that decides, or nothing: the path is open to this method. Methods are compared with
  /// case (RFC 9110 section 9.1): "get" is an unknown one, covered by POST. The rule lives as long
  /// as this object.
  [[nodiscard]] const AuthRule* find(std::string_view path, std::string_view method) const;

  /// All rules, longest prefix first.
  [[nodiscard]] const std::vector<AuthRule>& all() const { return rules_; }

 private:
  std::vector<AuthRule> rules_;
};

}  // namespace tthttpd::filter
