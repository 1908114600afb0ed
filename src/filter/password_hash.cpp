#include "tthttpd/filter/password_hash.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <apr_errno.h>
#include <apr_md5.h>

#include "tthttpd/http/ascii.hpp"

namespace tthttpd::filter {
namespace {

constexpr std::string_view kRounds = "rounds=";

bool is_crypt_character(char c) { return http::is_letter_or_digit(c) || c == '.' || c == '/'; }

bool all_crypt_characters(std::string_view text) {
  return std::all_of(text.begin(), text.end(), is_crypt_character);
}

/// The part behind the last '$'.
std::string_view hash_part(std::string_view stored) { return stored.substr(stored.rfind('$') + 1); }

/// What follows the scheme, salt and options included, must hold at least one more '$', then
/// exactly `length` characters of the hash. A line cut short is thus no hash.
bool is_modular(std::string_view stored, std::string_view scheme, std::size_t length) {
  if (!stored.starts_with(scheme)) {
    return false;
  }
  const std::string_view rest = stored.substr(scheme.size());
  const std::string_view hash = hash_part(rest);
  return rest.find('$') != std::string_view::npos && hash.size() == length &&
         all_crypt_characters(hash);
}

/// $2y$ cost $ 22 characters of salt and 31 of hash.
bool is_bcrypt(std::string_view stored) {
  return stored.size() == 60 && stored.starts_with("$2") &&
         (stored[2] == 'y' || stored[2] == 'a' || stored[2] == 'b') && stored[3] == '$' &&
         http::is_digit(stored[4]) && http::is_digit(stored[5]) && stored[6] == '$' &&
         all_crypt_characters(stored.substr(7));
}

bool is_sha1(std::string_view stored) {
  constexpr std::string_view kMark = "{SHA}";
  if (!stored.starts_with(kMark) || stored.size() != kMark.size() + 28 || stored.back() != '=') {
    return false;
  }
  const std::string_view digits = stored.substr(kMark.size(), 27);
  return std::all_of(digits.begin(), digits.end(),
                     [](char c) { return (is_crypt_character(c) && c != '.') || c == '+'; });
}

PasswordKind modular_kind(std::string_view stored) {
  struct Scheme {
    std::string_view mark;
    std::size_t length;
    PasswordKind kind;
  };
  static constexpr std::array<Scheme, 5> kSchemes{{{"$apr1$", 22, PasswordKind::apr1},
                                                   {"$1$", 22, PasswordKind::md5_crypt},
                                                   {"$5$", 43, PasswordKind::sha256},
                                                   {"$6$", 86, PasswordKind::sha512},
                                                   {"$y$", 43, PasswordKind::yescrypt}}};
  for (const Scheme& scheme : kSchemes) {
    if (is_modular(stored, scheme.mark, scheme.length)) {
      return scheme.kind;
    }
  }
  return is_bcrypt(stored) ? PasswordKind::bcrypt : PasswordKind::never;
}

std::uint64_t number_at(std::string_view text, std::uint64_t otherwise) {
  std::uint64_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  return read.ec == std::errc() ? number : otherwise;
}

/// $5$rounds=N$ and $6$rounds=N$; without it 5000.
std::uint64_t sha_rounds(std::string_view stored) {
  const std::string_view rest = stored.substr(3);
  return rest.starts_with(kRounds) ? number_at(rest.substr(kRounds.size()), 5000) : 5000;
}

}  // namespace

PasswordKind password_kind(std::string_view stored) {
  if (stored.starts_with('$')) {
    return modular_kind(stored);
  }
  if (stored.starts_with('{')) {
    return is_sha1(stored) ? PasswordKind::sha1 : PasswordKind::never;
  }
  if (stored.empty() || stored.starts_with('*') || stored == "!" || stored == "!!" ||
      stored.starts_with("!$")) {
    return PasswordKind::never;
  }
  return stored.size() == 13 && all_crypt_characters(stored) ? PasswordKind::des
                                                             : PasswordKind::plain;
}

bool is_costly(PasswordKind kind) {
  return kind != PasswordKind::plain && kind != PasswordKind::sha1 && kind != PasswordKind::never;
}

std::uint64_t check_cost(PasswordKind kind, std::string_view stored) {
  switch (kind) {
    case PasswordKind::never:
      return 0;
    case PasswordKind::plain:
      return 1;
    case PasswordKind::sha1:
      return 2;
    case PasswordKind::des:
      return 10;
    case PasswordKind::md5_crypt:
    case PasswordKind::apr1:
      return 150;
    case PasswordKind::sha256:
    case PasswordKind::sha512:
      return sha_rounds(stored) / 2;
    case PasswordKind::bcrypt:
      return std::uint64_t{60} << std::min<std::uint64_t>(number_at(stored.substr(4, 2), 0), 31);
    case PasswordKind::yescrypt:
      return 23'000;
  }
  return 0;
}

bool hash_matches(const std::string& stored, const std::string& password) {
  return apr_password_validate(password.c_str(), stored.c_str()) == APR_SUCCESS;
}

}  // namespace tthttpd::filter
