#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tthttpd::http {

/// Whether two field names or tokens are the same, ASCII letters compared without case.
bool equal_case_blind(std::string_view a, std::string_view b);

/// True for a non-empty token of RFC 9110 section 5.6.2: what a field name or a method may be.
bool is_token(std::string_view text);

/// `text` without the spaces and tabs around it (OWS, RFC 9110 section 5.6.3).
std::string_view trim(std::string_view text);

/// Fields about one connection and the framing on it, in small letters (RFC 9110 section 7.6.1, and
/// the two older ones). The server alone decides about them; they pass neither from a client to a
/// script nor back.
inline constexpr std::array<std::string_view, 7> kHopByHopFields = {
    "connection", "keep-alive",        "proxy-connection", "te",
    "trailer",    "transfer-encoding", "upgrade"};
bool is_hop_by_hop(std::string_view name);

/// An ordered list of header fields; names are compared without case and kept as they came. All
/// text lies in one block, so a list costs two allocations however long it is. Views that it gives
/// out stay valid until the next change. Not synchronised.
class Headers {
 public:
  struct Field {
    std::string_view name;
    std::string_view value;
  };

  void add(std::string_view name, std::string_view value);
  /// Removes every field of that name, then adds this one.
  void set(std::string_view name, std::string_view value);
  /// Removes every field of that name.
  void remove(std::string_view name);
  void clear();
  void reserve(std::size_t fields, std::size_t bytes);

  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  [[nodiscard]] bool empty() const { return entries_.empty(); }
  [[nodiscard]] Field operator[](std::size_t index) const;

  /// The value of the first field of that name, or nothing.
  [[nodiscard]] std::optional<std::string_view> find(std::string_view name) const;
  [[nodiscard]] bool has(std::string_view name) const { return find(name).has_value(); }
  [[nodiscard]] std::size_t count(std::string_view name) const;
  /// All values of that name in order.
  [[nodiscard]] std::vector<std::string_view> find_all(std::string_view name) const;
  /// All values of that name joined, e.g. with ", " (RFC 9110 section 5.3); nothing if there is
  /// none.
  [[nodiscard]] std::optional<std::string> find_joined(std::string_view name,
                                                       std::string_view separator) const;
  /// Whether a comma-separated list field names this token, over all its lines and without case:
  /// `Connection: Keep-Alive, Upgrade` has "upgrade".
  [[nodiscard]] bool list_has(std::string_view name, std::string_view token) const;

 private:
  struct Entry {
    std::uint32_t name_at, name_size, value_at, value_size;
  };
  std::string block_;
  std::vector<Entry> entries_;
};

/// The members of a comma-separated list value, trimmed, empty ones left out; a comma inside a
/// quoted string does not split (RFC 9110 section 5.6.1): `a, "b,c",, d` -> a | "b,c" | d.
std::vector<std::string_view> split_list(std::string_view value);

}  // namespace tthttpd::http
