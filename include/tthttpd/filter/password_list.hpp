#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tthttpd/filter/password_hash.hpp"

namespace tthttpd::filter {

/// What a password file holds for one user.
struct StoredPassword {
  std::string stored;
  PasswordKind kind = PasswordKind::never;
};

/// The users of one password file. Constant after parsing; any thread may look users up.
class PasswordList {
 public:
  /// Reads `user:password` lines, ended by LF or CRLF; a byte order mark at the start, blank lines
  /// and lines that begin with '#' are skipped. The user ends at the first colon. Nothing is
  /// trimmed: a blank may be part of a password. What stands behind a further colon of a hash is a
  /// comment, as in Apache's files; a plain password keeps its colons. Of two lines for one user
  /// the first counts.
  static PasswordList parse(std::string_view content);

  /// The user's password, or nullptr; lives as long as the list.
  [[nodiscard]] const StoredPassword* find(const std::string& user) const;
  /// The one whose check costs most, or nullptr when there is none at all.
  [[nodiscard]] const StoredPassword* costliest() const { return costliest_; }
  [[nodiscard]] std::size_t size() const { return users_.size(); }

  /// A line that is not used as its writer may think.
  struct Complaint {
    std::size_t line;  ///< counted from 1
    std::string text;  ///< never shows a password
  };
  [[nodiscard]] const std::vector<Complaint>& complaints() const { return complaints_; }
  /// Lines with the password itself.
  [[nodiscard]] std::size_t plain_count() const { return plain_count_; }

  PasswordList() = default;
  PasswordList(PasswordList&&) = default;  ///< entries keep their place, so costliest_ holds
  PasswordList& operator=(PasswordList&&) = default;
  PasswordList(const PasswordList&) = delete;
  PasswordList& operator=(const PasswordList&) = delete;
  ~PasswordList() = default;

 private:
  void add_line(std::string_view line, std::size_t number);

  std::unordered_map<std::string, StoredPassword> users_;
  const StoredPassword* costliest_ = nullptr;
  std::vector<Complaint> complaints_;
  std::size_t plain_count_ = 0;
};

}  // namespace tthttpd::filter
