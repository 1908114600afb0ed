#include "tthttpd/http/headers.hpp"

#include <algorithm>
#include <array>

namespace tthttpd::http {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

constexpr std::array<bool, 256> make_token_table() {
  std::array<bool, 256> table{};
  for (const char c : std::string_view("!#$%&'*+-.^_`|~0123456789"
                                       "abcdefghijklmnopqrstuvwxyz"
                                       "ABCDEFGHIJKLMNOPQRSTUVWXYZ")) {
    table[static_cast<unsigned char>(c)] = true;
  }
  return table;
}

constexpr std::array<bool, 256> kTokenBytes = make_token_table();

/// Calls `visit` for each member of a list value until it returns false; false when it did.
template <typename Visit>
bool for_each_member(std::string_view value, Visit visit) {
  std::size_t start = 0;
  bool quoted = false;
  for (std::size_t i = 0; i <= value.size(); ++i) {
    if (i < value.size() && (quoted || value[i] != ',')) {
      if (quoted && value[i] == '\\') {
        // A quoted pair; a backslash as the very last byte ends the value.
        i = std::min(i + 1, value.size() - 1);
      } else if (value[i] == '"') {
        quoted = !quoted;
      }
      continue;
    }
    const std::string_view member = trim(value.substr(start, i - start));
    if (!member.empty() && !visit(member)) {
      return false;
    }
    start = i + 1;
  }
  return true;
}

}  // namespace

bool equal_case_blind(std::string_view a, std::string_view b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(),
                                            [](char x, char y) { return lower(x) == lower(y); });
}

bool is_token(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return kTokenBytes[static_cast<unsigned char>(c)];
  });
}

std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) {
    return {};
  }
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

bool is_hop_by_hop(std::string_view name) {
  return std::any_of(kHopByHopFields.begin(), kHopByHopFields.end(),
                     [&](auto known) { return equal_case_blind(name, known); });
}

void Headers::add(std::string_view name, std::string_view value) {
  const Entry entry{static_cast<std::uint32_t>(block_.size()),
                    static_cast<std::uint32_t>(name.size()),
                    static_cast<std::uint32_t>(block_.size() + name.size()),
                    static_cast<std::uint32_t>(value.size())};
  const std::size_t needed = block_.size() + name.size() + value.size();
  if (needed > block_.capacity()) {
    // The arguments may be views into this very block: fill a new one before the old one goes.
    std::string larger;
    larger.reserve(std::max(needed, 2 * block_.capacity()));
    larger.append(block_).append(name).append(value);
    block_.swap(larger);
  } else {
    block_.append(name).append(value);
  }
  entries_.push_back(entry);
}

void Headers::set(std::string_view name, std::string_view value) {
  // remove() leaves the text where it lies, so views into the block are still good for add().
  remove(name);
  add(name, value);
}

void Headers::remove(std::string_view name) {
  std::erase_if(entries_, [&](const Entry& entry) {
    return equal_case_blind(std::string_view(block_).substr(entry.name_at, entry.name_size), name);
  });
}

void Headers::clear() {
  block_.clear();
  entries_.clear();
}

void Headers::reserve(std::size_t fields, std::size_t bytes) {
  entries_.reserve(fields);
  block_.reserve(bytes);
}

Headers::Field Headers::operator[](std::size_t index) const {
  const Entry& entry = entries_[index];
  const std::string_view block = block_;
  return {block.substr(entry.name_at, entry.name_size),
          block.substr(entry.value_at, entry.value_size)};
}

std::optional<std::string_view> Headers::find(std::string_view name) const {
  for (std::size_t i = 0; i < size(); ++i) {
    const Field field = (*this)[i];
    if (equal_case_blind(field.name, name)) {
      return field.value;
    }
  }
  return std::nullopt;
}

std::size_t Headers::count(std::string_view name) const {
  std::size_t found = 0;
  for (std::size_t i = 0; i < size(); ++i) {
    found += equal_case_blind((*this)[i].name, name) ? 1U : 0U;
  }
  return found;
}

std::vector<std::string_view> Headers::find_all(std::string_view name) const {
  std::vector<std::string_view> values;
  for (std::size_t i = 0; i < size(); ++i) {
    const Field field = (*this)[i];
    if (equal_case_blind(field.name, name)) {
      values.push_back(field.value);
    }
  }
  return values;
}

std::optional<std::string> Headers::find_joined(std::string_view name,
                                                std::string_view separator) const {
  std::optional<std::string> joined;
  for (std::size_t i = 0; i < size(); ++i) {
    const Field field = (*this)[i];
    if (!equal_case_blind(field.name, name)) {
      continue;
    }
    if (joined) {
      joined->append(separator).append(field.value);
    } else {
      joined.emplace(field.value);
    }
  }
  return joined;
}

bool Headers::list_has(std::string_view name, std::string_view token) const {
  for (std::size_t i = 0; i < size(); ++i) {
    const Field field = (*this)[i];
    if (equal_case_blind(field.name, name) &&
        !for_each_member(field.value, [&](std::string_view member) {
          return !equal_case_blind(member, token);
        })) {
      return true;
    }
  }
  return false;
}

std::vector<std::string_view> split_list(std::string_view value) {
  std::vector<std::string_view> members;
  for_each_member(value, [&](std::string_view member) {
    members.push_back(member);
    return true;
  });
  return members;
}

}  // namespace tthttpd::http
