#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tthttpd/config/config.hpp"

namespace tthttpd::config {

/// "on", "yes", "true", "1" and their opposites, in any case; nothing for another word.
std::optional<bool> parse_switch(std::string_view word_in_any_case);

/// A plain number is seconds; "250ms", "10s", "5min", "2h". Nothing for anything else or overflow.
std::optional<std::chrono::milliseconds> parse_duration(std::string_view text);

/// Bytes: "4096", "8KiB", "8K", "1MiB", "1GiB". Nothing for anything else or overflow.
std::optional<std::uint64_t> parse_size(std::string_view text);

/// A whole number without sign.
std::optional<std::uint64_t> parse_count(std::string_view text);

/// Comma-separated members, trimmed, empty ones left out.
std::vector<std::string> parse_list(std::string_view text);

/// "127.0.0.1:8080", "[::1]:8080", "::1", "*:80", "8080", "unix:tthttpd.sock". Nothing when it is
/// none.
std::optional<Listen> parse_listen(std::string_view text);

/// Whether the characters are those of a host name or an address without brackets.
bool is_host(std::string_view text);

/// A port number 0..65535 or a service name by its characters (RFC 6335).
bool is_port(std::string_view text);

/// A word in quotes as an error message shows it: not longer than helps, and control bytes as '?'
/// so that a terminal takes no orders from it.
std::string in_quotes(std::string_view word);

/// Starts with '/', has no empty, "." or ".." segments; a slash at the end is allowed.
bool is_canonical_url_path(std::string_view text);

/// The known word that is nearest to `word` by edit distance, if it is near enough to be meant.
std::optional<std::string> find_nearest(std::string_view word,
                                        const std::vector<std::string>& known);

}  // namespace tthttpd::config
