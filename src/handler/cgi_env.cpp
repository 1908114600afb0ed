#include "tthttpd/handler/cgi_env.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "tthttpd/http/ascii.hpp"
#include "tthttpd/http/secrets.hpp"

namespace tthttpd::handler {
namespace {

char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

/// Variables in order, each name once.
class Variables {
 public:
  void set(std::string_view name, std::string value) {
    const auto at = find(name);
    if (at != list_.end()) {
      at->second = std::move(value);
    } else {
      list_.emplace_back(name, std::move(value));
    }
  }
  void remove(std::string_view name) {
    if (const auto at = find(name); at != list_.end()) {
      list_.erase(at);
    }
  }
  [[nodiscard]] std::vector<std::string> entries() const {
    std::vector<std::string> entries;
    entries.reserve(list_.size());
    for (const auto& [name, value] : list_) {
      entries.push_back(name + '=' + value);
    }
    return entries;
  }

 private:
  using List = std::vector<std::pair<std::string, std::string>>;
  List::iterator find(std::string_view name) {
    return std::find_if(list_.begin(), list_.end(), [&](const auto& v) { return v.first == name; });
  }
  List list_;
};

struct ServerName {
  std::string name;
  std::string port;
};

ServerName name_of_server(const http::Request& request, const CgiOptions& options) {
  if (const auto host = request.host(); !host.empty()) {
    const std::string_view usual = request.secure ? "443" : "80";
    return {std::string(host), std::string(request.port().empty() ? usual : request.port())};
  }
  ServerName own{options.server_name, "80"};
  if (request.peer != nullptr) {
    const auto& local = request.peer->local;
    if (own.name.empty()) {
      const bool v6 = local.address.find(':') != std::string::npos;
      own.name = v6 ? '[' + local.address + ']' : local.address;
    }
    if (local.port != 0) {
      own.port = std::to_string(local.port);
    }
  }
  if (own.name.empty()) {
    own.name = "localhost";  // a UNIX socket has no address; the variable must have a value
  }
  return own;
}

bool is_absolute_form(std::string_view target) {
  return !target.empty() && target.front() != '/' && target.find("://") != std::string_view::npos;
}

/// "/a?b" as it is; "http://host/a?b" -> "/a?b"; "http://host" -> "/".
std::string request_uri(std::string_view target) {
  if (!is_absolute_form(target)) {
    return std::string(target);
  }
  const auto rest = target.substr(target.find("://") + 3);
  const auto path = rest.find_first_of("/?");
  if (path == std::string_view::npos) {
    return "/";
  }
  return (rest[path] == '?' ? "/" : "") + std::string(rest.substr(path));
}

/// Fields that do not become HTTP_*.
bool kept_from_scripts(std::string_view name) {
  constexpr std::array<std::string_view, 6> kNames = {
      "proxy", "authorization", "proxy-authorization", "content-length", "content-type", "host"};
  return http::is_hop_by_hop(name) || std::any_of(kNames.begin(), kNames.end(), [&](auto kept) {
           return http::equal_case_blind(name, kept);
         });
}

/// "If-None-Match" -> "HTTP_IF_NONE_MATCH"; nothing for a name that must not be passed on.
std::optional<std::string> variable_for(std::string_view name) {
  if (kept_from_scripts(name)) {
    return std::nullopt;
  }
  std::string variable = "HTTP_";
  for (const char c : name) {
    if (!http::is_letter_or_digit(c) && c != '-') {
      return std::nullopt;
    }
    variable.push_back(c == '-' ? '_' : upper(c));
  }
  return variable;
}

void add_header_fields(const http::Request& request, Variables& variables) {
  // The authority of an absolute-form target counts, not the Host field beside it (RFC 9112
  // section 3.2.2): a script must not see two hosts.
  const auto host = request.headers.find("host");
  if (is_absolute_form(request.target) || !host) {
    if (!request.authority.empty()) {
      variables.set("HTTP_HOST", request.authority);
    }
  } else {
    variables.set("HTTP_HOST", std::string(*host));
  }
  for (std::size_t i = 0; i < request.headers.size(); ++i) {
    const auto name = request.headers[i].name;
    if (const auto variable = variable_for(name)) {
      const bool cookie = http::equal_case_blind(name, "cookie");  // RFC 9113 section 8.2.3
      variables.set(*variable, *request.headers.find_joined(name, cookie ? "; " : ", "));
    }
  }
}

void add_content(const http::Request& request, std::optional<std::uint64_t> spooled_length,
                 Variables& variables) {
  const bool has_body = request.body != nullptr;
  const std::uint64_t length =
      spooled_length.value_or(has_body ? request.body->length().value_or(0) : 0);
  if (spooled_length || (has_body && (length != 0 || request.headers.has("content-length")))) {
    variables.set("CONTENT_LENGTH", std::to_string(length));
  }
  if (const auto type = request.headers.find("content-type")) {
    variables.set("CONTENT_TYPE", std::string(*type));
  }
}

void add_addresses(const http::Request& request, Variables& variables) {
  variables.set("REMOTE_ADDR", request.client_address);
  if (request.peer == nullptr) {
    return;
  }
  const auto& [remote, local] = *request.peer;
  // Behind a proxy the port is the proxy's and says nothing about the client.
  if (remote.port != 0 && remote.address == request.client_address) {
    variables.set("REMOTE_PORT", std::to_string(remote.port));
  }
  if (!local.address.empty()) {
    variables.set("SERVER_ADDR", local.address);
  }
}

void add_script(const route::Resource& resource, const CgiOptions& options, Variables& variables) {
  variables.set("SCRIPT_NAME", resource.script_name);
  variables.set("SCRIPT_FILENAME", resource.file_path);
  variables.set("DOCUMENT_ROOT", options.document_root);
  if (resource.path_info) {
    std::string_view root = options.document_root;
    if (!root.empty() && root.back() == '/') {
      root.remove_suffix(1);
    }
    variables.set("PATH_INFO", *resource.path_info);
    variables.set("PATH_TRANSLATED", std::string(root) + *resource.path_info);
  }
}

}  // namespace

std::vector<std::string> make_cgi_environment(const http::Request& request,
                                              const route::Resource& resource,
                                              const CgiOptions& options,
                                              std::optional<std::uint64_t> spooled_length) {
  Variables variables;
  variables.set("PATH", options.path);
  variables.set("GATEWAY_INTERFACE", "CGI/1.1");
  variables.set("SERVER_SOFTWARE", options.server_software);
  variables.set("SERVER_PROTOCOL", "HTTP/1." + std::to_string(request.version_minor));
  auto server = name_of_server(request, options);
  variables.set("SERVER_NAME", std::move(server.name));
  variables.set("SERVER_PORT", std::move(server.port));
  if (request.secure) {
    variables.set("HTTPS", "on");
  }
  variables.set("REQUEST_METHOD", request.method_name);
  variables.set("REQUEST_URI", request_uri(request.target));
  variables.set("QUERY_STRING", request.query);
  add_script(resource, options, variables);
  // php-cgi refuses to run without it: it is its proof that a server has chosen the script.
  variables.set("REDIRECT_STATUS", "200");
  add_addresses(request, variables);
  add_content(request, spooled_length, variables);
  if (!request.user.empty()) {
    variables.set("AUTH_TYPE", "Basic");
    variables.set("REMOTE_USER", request.user);
  }
  add_header_fields(request, variables);
  for (const auto& [name, value] : options.environment) {
    if (value.empty()) {
      variables.remove(name);
    } else if (!name.empty() && name.find('=') == std::string::npos) {
      variables.set(name, value);
    }
  }
  return variables.entries();
}

std::string mask_secret(std::string_view entry) {
  const auto name = entry.substr(0, entry.find('='));
  return http::is_secret_name(name) ? std::string(name) + "=***" : std::string(entry);
}

}  // namespace tthttpd::handler
