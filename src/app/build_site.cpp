#include "tthttpd/app/build_site.hpp"

#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>

#include "tthttpd/config/checks.hpp"
#include "tthttpd/filter/basic_auth.hpp"
#include "tthttpd/filter/forwarded.hpp"
#include "tthttpd/handler/cgi.hpp"
#include "tthttpd/handler/directory_redirect.hpp"
#include "tthttpd/handler/listing.hpp"
#include "tthttpd/handler/server_options.hpp"
#include "tthttpd/handler/static_file.hpp"

namespace tthttpd::app {
namespace {

constexpr const char* kSystemMimeTypes = "/etc/mime.types";

platform::Symlinks to_platform(config::Symlinks symlinks) {
  switch (symlinks) {
    case config::Symlinks::inside:
      return platform::Symlinks::inside;
    case config::Symlinks::none:
      return platform::Symlinks::none;
    case config::Symlinks::all:
      break;
  }
  return platform::Symlinks::all;
}

/// `/from=/to` is a URL, unless nothing in the site answers for it and the disk has such a path.
bool means_disk(const config::AliasEntry& alias, const config::Global& global,
                const std::string& root) {
  std::error_code failed;
  return alias.to_disk ||
         (global.default_cgi.empty() && !std::filesystem::exists(root + alias.to, failed) &&
          std::filesystem::exists(alias.to, failed));
}

route::RouterOptions router_options(const config::Config& config) {
  const auto& global = config.global;
  const auto path = config::script_path(config);
  route::RouterOptions options;
  options.root = global.root;
  options.index_pages = global.index_pages;
  options.run_executables = global.spawnexec;
  options.default_cgi = global.default_cgi;
  options.symlinks = to_platform(global.symlinks);
  options.hide = global.hide;
  options.listing = global.listing;
  options.readme = config.listing.readme;
  for (const auto& alias : config.aliases) {
    const bool disk = means_disk(alias, global, options.root);
    options.aliases.push_back({alias.from, disk ? alias.to : alias.to, disk});
  }
  for (const auto& entry : config.mime_types) {
    if (!entry.script) {
      continue;
    }
    auto interpreter = entry.interpreter;
    if (!interpreter.empty()) {
      if (auto found = config::find_program(interpreter.front(), path); !found.empty()) {
        interpreter.front() = std::move(found);
      }
    }
    options.scripts.push_back({entry.extension, std::move(interpreter)});
  }
  return options;
}

std::shared_ptr<const http::MimeTypes> mime_types(const config::Config& config) {
  auto types = std::make_shared<http::MimeTypes>();
  for (const auto& entry : config.mime_types) {
    if (!entry.script) {
      types->add(entry.extension, entry.type);
    }
  }
  types->load_system_file(kSystemMimeTypes);
  return types;
}

handler::CgiOptions cgi_options(const config::Config& config) {
  const auto& limits = config.limits;
  handler::CgiOptions options;
  options.document_root = config.global.root;
  options.server_name = config.global.hostname;
  options.server_software = std::string("tthttpd/") + TTHTTPD_VERSION;
  options.path = config::script_path(config);
  options.environment = config.environment;
  options.timeout = limits.cgi_timeout;
  options.total_timeout = limits.cgi_total_timeout;
  options.body_timeout = limits.body_timeout;
  options.max_running = limits.max_cgi;
  options.queue_timeout = limits.cgi_queue_timeout;
  options.limits = {limits.cgi_cpu_seconds, limits.cgi_memory, limits.cgi_processes};
  return options;
}

std::vector<filter::AuthRule> auth_rules(const config::Config& config) {
  std::vector<filter::AuthRule> rules;
  for (const auto& entry : config.authentication) {
    rules.push_back({entry.prefix, entry.methods, entry.realm, entry.authfile});
  }
  return rules;
}

void add_handlers(serve::Site& site, const config::Config& config, const Lasting& lasting) {
  const auto at = [&](route::Kind kind) -> auto& {
    return site.handlers[static_cast<std::size_t>(kind)];
  };
  handler::ListingOptions listing;
  listing.css = config.listing.css;
  listing.dirs_first = config.listing.dirs_first;
  listing.hide = config.global.hide;
  listing.symlinks = to_platform(config.global.symlinks);
  at(route::Kind::redirect) = std::make_unique<handler::DirectoryRedirect>();
  at(route::Kind::file) = std::make_unique<handler::StaticFile>(
      handler::StaticFileOptions{mime_types(config), config.global.charset});
  at(route::Kind::directory) = std::make_unique<handler::Listing>(std::move(listing));
  at(route::Kind::script) =
      std::make_unique<handler::Cgi>(cgi_options(config), *site.diagnostics, lasting.scripts);
  at(route::Kind::server) = std::make_unique<handler::ServerOptions>();
}

serve::ConnectionLimits connection_limits(const config::Limits& limits) {
  serve::ConnectionLimits result;
  result.head = {limits.max_request_line, limits.max_header_bytes, limits.max_headers};
  result.max_body = limits.max_body;
  result.header_timeout = limits.header_timeout;
  result.keepalive_timeout = limits.keepalive_timeout;
  result.body_timeout = limits.body_timeout;
  result.send_timeout = limits.send_timeout;
  result.keepalive_requests = limits.keepalive_requests;
  return result;
}

}  // namespace

std::shared_ptr<const serve::Site> build_site(const config::Config& config, int verbosity,
                                              const std::shared_ptr<http::Diagnostics>& diagnostics,
                                              std::shared_ptr<write::AccessLog> access_log,
                                              const Lasting& lasting) {
  auto site = std::make_shared<serve::Site>();
  site->diagnostics = diagnostics;
  site->access_log = std::move(access_log);
  site->router = std::make_unique<route::Router>(router_options(config));
  if (!config.global.trusted_proxy.empty()) {
    site->filters.push_back(std::make_unique<filter::Forwarded>(config.global.trusted_proxy));
  }
  if (!config.authentication.empty()) {
    site->filters.push_back(std::make_unique<filter::BasicAuth>(auth_rules(config), *diagnostics,
                                                                lasting.authenticator));
  }
  add_handlers(*site, config, lasting);
  for (const auto& entry : config.headers) {
    site->headers.push_back({entry.prefix, entry.name, entry.value});
  }
  site->error_documents = config.error_pages;
  site->server_header = config.global.server_header;
  site->limits = connection_limits(config.limits);
  site->show_requests = verbosity >= 1;
  site->show_headers = verbosity >= 2;
  return site;
}

accept::ThreadLimits thread_limits(const config::Config& config) {
  accept::ThreadLimits limits;
  limits.max_connections = config.limits.max_connections;
  limits.max_connections_per_address = config.limits.max_connections_per_address;
  return limits;
}

ServerPlan make_plan(const config::Config& config, int verbosity) {
  const auto& global = config.global;
  ServerPlan plan;
  plan.families = global.ipv4_only   ? accept::Families::ipv4
                  : global.ipv6_only ? accept::Families::ipv6
                                     : accept::Families::both;
  for (const auto& listen : global.listen) {
    const bool wildcard = listen.host.empty() || listen.host == "*";
    plan.listen.push_back({listen.host, listen.port.empty() ? global.port : listen.port,
                           listen.unix_path, wildcard ? global.hostname : std::string()});
  }
  if (plan.listen.empty()) {
    plan.listen.push_back({global.hostname, global.port, {}, global.hostname});
  }
  plan.threads = thread_limits(config);
  plan.privileges = {global.chroot, global.user, global.group};
  bool scripts = global.spawnexec || !global.default_cgi.empty();
  for (const auto& entry : config.mime_types) {
    scripts = scripts || entry.script;
  }
  plan.banner = "Serving " + global.root + ", scripts " + (scripts ? "on" : "off");
  plan.quiet = verbosity < 0;
  return plan;
}

}  // namespace tthttpd::app
