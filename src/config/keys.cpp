#include "tthttpd/config/keys.hpp"

#include <filesystem>

#include "tthttpd/config/values.hpp"

namespace tthttpd::config {
namespace {

/// Less than this and no browser's request would fit.
constexpr std::uint64_t kLeastHead = 256;

// Each maker gives the Put of one kind of value. `place` leads from the Config to the member.

template <typename Place>
Put text(Place place) {
  return [place](const Target& target) {
    place(target.config) = target.entry.value;
    return std::string();
  };
}

template <typename Place>
Put path(Place place) {
  return [place](const Target& target) -> std::string {
    if (target.entry.value.empty()) {
      return "a path is needed";
    }
    place(target.config) = absolute_path(target.folder, target.entry.value);
    return {};
  };
}

/// A path that an empty value unsets, as files from 2009 write it.
template <typename Place>
Put optional_path(Place place) {
  return [place](const Target& target) {
    const auto& value = target.entry.value;
    place(target.config) = value.empty() ? value : absolute_path(target.folder, value);
    return std::string();
  };
}

/// A log: a path, "-" or "off".
template <typename Place>
Put log_target(Place place) {
  return [place](const Target& target) -> std::string {
    const auto& value = target.entry.value;
    if (value.empty()) {
      return "allowed are a path, - and off";
    }
    place(target.config) =
        value == "-" || value == "off" ? value : absolute_path(target.folder, value);
    return {};
  };
}

template <typename Place>
Put on_off(Place place) {
  return [place](const Target& target) -> std::string {
    const auto value = parse_switch(target.entry.value);
    if (!value) {
      return "allowed are on, yes, true, 1, off, no, false and 0";
    }
    place(target.config) = *value;
    return {};
  };
}

template <typename Place>
Put duration(Place place) {
  return [place](const Target& target) -> std::string {
    const auto value = parse_duration(target.entry.value);
    if (!value) {
      return "allowed are seconds, or a number with ms, s, min or h";
    }
    place(target.config) = *value;
    return {};
  };
}

/// A timeout without which a client could hold a connection for ever.
template <typename Place>
Put needed_duration(Place place) {
  return [place](const Target& target) -> std::string {
    const auto value = parse_duration(target.entry.value);
    if (!value || value->count() == 0) {
      return "allowed are seconds above 0, or a number with ms, s, min or h";
    }
    place(target.config) = *value;
    return {};
  };
}

template <typename Place>
Put size(Place place, std::uint64_t least = 0) {
  return [place, least](const Target& target) -> std::string {
    const auto value = parse_size(target.entry.value);
    if (!value || *value < least) {
      return "allowed are bytes, or a number with KiB, MiB or GiB" +
             (least > 0 ? ", at least " + std::to_string(least) : std::string());
    }
    place(target.config) = *value;
    return {};
  };
}

template <typename Place>
Put count(Place place, std::uint64_t least) {
  return [place, least](const Target& target) -> std::string {
    const auto value = parse_count(target.entry.value);
    if (!value || *value < least) {
      return "a whole number of at least " + std::to_string(least) + " is needed";
    }
    place(target.config) = *value;
    return {};
  };
}

template <typename Place>
Put list(Place place) {
  return [place](const Target& target) {
    place(target.config) = parse_list(target.entry.value);
    return std::string();
  };
}

std::string put_port(const Target& target) {
  if (!is_port(target.entry.value)) {
    return "a number from 0 to 65535 (0: any free port) or a service name is needed";
  }
  target.config.global.port = target.entry.value;
  return {};
}

std::string put_hostname(const Target& target) {
  auto host = target.entry.value;
  if (host.size() > 2 && host.front() == '[' && host.back() == ']') {
    host = host.substr(1, host.size() - 2);
  }
  if (!host.empty() && host != "*" && !is_host(host)) {
    return "a name or an address without port is needed, such as www.example.org or 127.0.0.1";
  }
  target.config.global.hostname = host;
  return {};
}

std::string put_listen(const Target& target) {
  for (const auto& member : parse_list(target.entry.value)) {
    auto listen = parse_listen(member);
    if (!listen) {
      return in_quotes(member) +
             " is no address; allowed are like 127.0.0.1:8080, [::1]:8080, *:80, 8080 and "
             "unix:PATH";
    }
    if (!listen->unix_path.empty()) {
      listen->unix_path = absolute_path(target.folder, listen->unix_path);
    }
    target.config.global.listen.push_back(std::move(*listen));
  }
  return target.config.global.listen.empty() ? "an address is needed" : "";
}

std::string put_index_pages(const Target& target) {
  auto pages = parse_list(target.entry.value);
  for (const auto& page : pages) {
    if (page.find('/') != std::string::npos || page == "." || page == "..") {
      return in_quotes(page) + " is no file name";
    }
  }
  target.config.global.index_pages = std::move(pages);
  return {};
}

std::string put_charset(const Target& target) {
  const auto& value = target.entry.value;
  if (value.find_first_of(" \t;,\"") != std::string::npos) {
    return "the name of a character encoding such as utf-8, or off, is needed";
  }
  target.config.global.charset = value == "off" ? "" : value;
  return {};
}

std::string put_symlinks(const Target& target) {
  const auto& value = target.entry.value;
  if (value != "all" && value != "inside" && value != "none") {
    return "allowed are all (follow links wherever they lead), inside (only within the root) and "
           "none";
  }
  target.config.global.symlinks = value == "all"      ? Symlinks::all
                                  : value == "inside" ? Symlinks::inside
                                                      : Symlinks::none;
  return {};
}

std::string put_htaccess(const Target& target) {
  const auto& value = target.entry.value;
  if (value == "ignore") {
    target.config.global.htaccess = Htaccess::ignore;
    return {};
  }
  const auto on = parse_switch(value);
  if (!on) {
    return "allowed are on, off and ignore";
  }
  target.config.global.htaccess = *on ? Htaccess::on : Htaccess::off;
  return {};
}

std::string put_precompressed(const Target& target) {
  auto codings = parse_list(target.entry.value);
  for (const auto& coding : codings) {
    if (coding != "gz" && coding != "br" && coding != "zst") {
      return in_quotes(coding) + " is unknown; allowed are gz, br and zst";
    }
  }
  target.config.global.precompressed = std::move(codings);
  return {};
}

std::string put_server_header(const Target& target) {
  const auto on = parse_switch(target.entry.value);
  target.config.global.server_header = !on ? target.entry.value : *on ? "tthttpd" : "";
  return {};
}

std::string put_readme(const Target& target) {
  if (target.entry.value.find('/') != std::string::npos) {
    return "a file name without '/' is needed";
  }
  target.config.listing.readme = target.entry.value;
  return {};
}

}  // namespace

std::string absolute_path(const std::string& folder, const std::string& path) {
  auto whole = (std::filesystem::path(folder) / path).lexically_normal().string();
  while (whole.size() > 1 && whole.back() == '/') {
    whole.pop_back();
  }
  return whole;
}

const std::vector<Key>& global_keys() {
  static const std::vector<Key> kKeys{
      {"path", text([](Config & c) -> auto& { return c.global.path; })},
      {"root", path([](Config & c) -> auto& { return c.global.root; })},
      {"hostname", put_hostname},
      {"port", put_port},
      {"ipv4_only", on_off([](Config & c) -> auto& { return c.global.ipv4_only; })},
      {"ipv6_only", on_off([](Config & c) -> auto& { return c.global.ipv6_only; })},
      {"indexpages", put_index_pages},
      {"charset", put_charset},
      {"chroot", optional_path([](Config & c) -> auto& { return c.global.chroot; })},
      {"user", text([](Config & c) -> auto& { return c.global.user; })},
      {"group", text([](Config & c) -> auto& { return c.global.group; })},
      {"default_cgi", optional_path([](Config & c) -> auto& { return c.global.default_cgi; })},
      {"debug", on_off([](Config & c) -> auto& { return c.global.debug; })},
      {"spawnexec", on_off([](Config & c) -> auto& { return c.global.spawnexec; })},
      {"listen", put_listen},
      {"listing", on_off([](Config & c) -> auto& { return c.global.listing; })},
      {"symlinks", put_symlinks},
      {"hide", list([](Config & c) -> auto& { return c.global.hide; })},
      {"precompressed", put_precompressed},
      {"htaccess", put_htaccess},
      {"access_log", log_target([](Config & c) -> auto& { return c.global.access_log; })},
      {"error_log", log_target([](Config & c) -> auto& { return c.global.error_log; })},
      {"trusted_proxy", list([](Config & c) -> auto& { return c.global.trusted_proxy; })},
      {"server_header", put_server_header},
  };
  return kKeys;
}

const std::vector<Key>& limit_keys() {
  static const std::vector<Key> kKeys{
      {"max_connections", count(
                              [](Config & c) -> auto& { return c.limits.max_connections; }, 1)},
      {"max_connections_per_address",
       count(
           [](Config & c) -> auto& { return c.limits.max_connections_per_address; }, 0)},
      {"header_timeout",
       needed_duration([](Config & c) -> auto& { return c.limits.header_timeout; })},
      {"keepalive_timeout",
       needed_duration([](Config & c) -> auto& { return c.limits.keepalive_timeout; })},
      {"keepalive_requests",
       count(
           [](Config & c) -> auto& { return c.limits.keepalive_requests; }, 1)},
      {"body_timeout", needed_duration([](Config & c) -> auto& { return c.limits.body_timeout; })},
      {"send_timeout", needed_duration([](Config & c) -> auto& { return c.limits.send_timeout; })},
      {"max_request_line",
       size(
           [](Config & c) -> auto& { return c.limits.max_request_line; }, kLeastHead)},
      {"max_header_bytes",
       size(
           [](Config & c) -> auto& { return c.limits.max_header_bytes; }, kLeastHead)},
      {"max_headers", count(
                          [](Config & c) -> auto& { return c.limits.max_headers; }, 1)},
      {"max_body", size([](Config & c) -> auto& { return c.limits.max_body; })},
      {"cgi_timeout", duration([](Config & c) -> auto& { return c.limits.cgi_timeout; })},
      {"cgi_total_timeout",
       duration([](Config & c) -> auto& { return c.limits.cgi_total_timeout; })},
      {"max_cgi", count(
                      [](Config & c) -> auto& { return c.limits.max_cgi; }, 0)},
      {"cgi_queue_timeout",
       duration([](Config & c) -> auto& { return c.limits.cgi_queue_timeout; })},
      {"cgi_cpu_seconds", count(
                              [](Config & c) -> auto& { return c.limits.cgi_cpu_seconds; }, 0)},
      {"cgi_memory", size([](Config & c) -> auto& { return c.limits.cgi_memory; })},
      {"cgi_processes", count(
                            [](Config & c) -> auto& { return c.limits.cgi_processes; }, 0)},
  };
  return kKeys;
}

const std::vector<Key>& listing_keys() {
  static const std::vector<Key> kKeys{
      {"css", text([](Config & c) -> auto& { return c.listing.css; })},
      {"readme", put_readme},
      {"dirs_first", on_off([](Config & c) -> auto& { return c.listing.dirs_first; })},
  };
  return kKeys;
}

}  // namespace tthttpd::config
