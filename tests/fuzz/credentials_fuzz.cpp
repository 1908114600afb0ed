// Credentials as a client sends them, and password files: what is accepted holds no control
// character, has one spelling only, and no line of a file lets an empty password in. Input: the
// Authorization field up to the first line end, then the password file.
#include <algorithm>
#include <string>

#include "fuzz/fuzz_check.hpp"
#include "tthttpd/filter/basic_credentials.hpp"
#include "tthttpd/filter/password_list.hpp"

namespace {

using tthttpd::fuzz::require;

std::string encode_base64(std::string_view text) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string encoded;
  for (std::size_t i = 0; i < text.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group = (group << 8) | (i + k < text.size() ? static_cast<unsigned char>(text[i + k]) : 0U);
    }
    const std::size_t digits = std::min<std::size_t>(text.size() - i, 3) + 1;
    for (std::size_t k = 0; k < digits; ++k) {
      encoded += kDigits[(group >> (18 - 6 * k)) & 63U];
    }
  }
  return encoded;
}

void check_field(std::string_view field) {
  const auto read = tthttpd::filter::parse_basic_credentials(field);
  if (!read) {
    return;
  }
  require(read->user.find(':') == std::string::npos);
  const std::string pair = read->user + ":" + read->password;
  require(std::none_of(pair.begin(), pair.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7f;
  }));
  const std::string token = encode_base64(pair);
  require(field.find(token) != std::string_view::npos);
  const auto again = tthttpd::filter::parse_basic_credentials("Basic " + token);
  require(again && again->user == read->user && again->password == read->password);
}

void check_file(std::string_view content) {
  using namespace tthttpd::filter;
  const auto list = PasswordList::parse(content);
  require(list.find("") == nullptr);
  require((list.costliest() == nullptr) == (list.size() == 0));
  const auto lines = static_cast<std::size_t>(std::count(content.begin(), content.end(), '\n')) + 1;
  require(list.size() <= lines && list.complaints().size() <= lines);
  for (std::string_view rest = content; !rest.empty();) {
    const std::size_t end = std::min(rest.find_first_of(":\n"), rest.size());
    if (const StoredPassword* found = list.find(std::string(rest.substr(0, end)))) {
      require(!found->stored.empty() && found->kind == password_kind(found->stored));
      require(found->kind != PasswordKind::plain || !found->stored.starts_with('$'));
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = tthttpd::fuzz::as_text(data, size);
  const std::size_t end = std::min(text.find('\n'), text.size());
  check_field(text.substr(0, end));
  check_file(text.substr(std::min(end + 1, text.size())));
  return 0;
}
