#include "tthttpd/http/secrets.hpp"

#include <algorithm>
#include <array>

namespace tthttpd::http {
namespace {

constexpr std::array<std::string_view, 6> kWords = {"AUTHORIZATION", "COOKIE", "PASS",
                                                    "SECRET",        "TOKEN",  "KEY"};

bool same_letter(char in_name, char capital) {
  return (in_name >= 'a' && in_name <= 'z' ? in_name - 'a' + 'A' : in_name) == capital;
}

}  // namespace

bool is_secret_name(std::string_view name) {
  return std::any_of(kWords.begin(), kWords.end(), [&](std::string_view word) {
    return std::search(name.begin(), name.end(), word.begin(), word.end(), same_letter) !=
           name.end();
  });
}

}  // namespace tthttpd::http
