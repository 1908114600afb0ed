#include "tthttpd/parse/request_parser.hpp"

#include <algorithm>
#include <utility>

#include "tthttpd/http/ascii.hpp"
#include "tthttpd/parse/authority.hpp"
#include "tthttpd/parse/target.hpp"

namespace tthttpd::parse {
namespace {

http::Error bad_request(std::string_view reason, std::string detail = {}) {
  return {400, reason, std::move(detail)};
}

/// Cuts the first line off `text`, without its CRLF or LF; nothing when no line end is there.
std::optional<std::string_view> take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos) {
    return std::nullopt;
  }
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end + 1);
  if (line.ends_with('\r')) {
    line.remove_suffix(1);
  }
  return line;
}

http::Result<http::Headers::Field> parse_field(std::string_view line) {
  if (line.front() == ' ' || line.front() == '\t') {
    return bad_request("folded-field");
  }
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) {
    return bad_request("field-without-colon");
  }
  const std::string_view name = line.substr(0, colon);
  if (name.ends_with(' ') || name.ends_with('\t')) {
    return bad_request("space-before-colon");
  }
  if (!http::is_token(name)) {
    return bad_request("bad-field-name");
  }
  const std::string_view value = line.substr(colon + 1);
  if (std::any_of(value.begin(), value.end(), http::is_control_but_tab)) {
    return bad_request("bad-field-value", std::string(name));
  }
  return http::Headers::Field{name, http::trim(value)};
}

/// Reads the fields and the empty line that ends them.
http::Result<void> parse_fields(std::string_view text, http::Headers& headers) {
  headers.reserve(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')),
                  text.size());
  while (const auto line = take_line(text)) {
    if (line->empty()) {
      return text.empty() ? http::Result<void>() : bad_request("bytes-after-head");
    }
    const auto field = parse_field(*line);
    if (!field) {
      return field.error();
    }
    headers.add(field->name, field->value);
  }
  return bad_request("incomplete-head");
}

/// Host (RFC 9112 section 3.2): exactly one in HTTP/1.1, never two, and always a valid one. An
/// absolute-form target names the authority itself and wins.
http::Result<std::string> authority_of(const http::Request& request, std::string from_target) {
  const std::size_t hosts = request.headers.count("Host");
  if (hosts > 1) {
    return bad_request("several-hosts");
  }
  if (hosts == 0) {
    if (request.version_minor >= 1) {
      return bad_request("no-host");
    }
    return from_target;
  }
  const std::string_view host = *request.headers.find("Host");
  // Empty is what a client sends whose target has no authority.
  if (!host.empty() && !is_valid_authority(host)) {
    return bad_request("bad-host", std::string(host));
  }
  return from_target.empty() ? std::string(host) : from_target;
}

}  // namespace

http::Result<RequestLine> parse_request_line(std::string_view line) {
  const std::size_t first = line.find(' ');
  const std::size_t last = line.rfind(' ');
  if (first == std::string_view::npos || last == first) {
    return bad_request("bad-request-line");
  }
  RequestLine parts;
  parts.method = line.substr(0, first);
  parts.target = line.substr(first + 1, last - first - 1);
  const std::string_view version = line.substr(last + 1);
  if (!http::is_token(parts.method) || parts.target.empty() ||
      parts.target.find(' ') != std::string_view::npos) {
    return bad_request("bad-request-line");
  }
  if (version.size() != 8 || !version.starts_with("HTTP/") || !http::is_digit(version[5]) ||
      version[6] != '.' || !http::is_digit(version[7])) {
    return bad_request("bad-version");
  }
  if (version[5] != '1') {
    return http::Error{505, "unsupported-version", std::string(version)};
  }
  parts.version_minor = version[7] == '0' ? 0 : 1;
  return parts;
}

http::Result<RequestHead> parse_head(std::string_view head) {
  const auto line = take_line(head);
  if (!line) {
    return bad_request("incomplete-head");
  }
  const auto parts = parse_request_line(*line);
  if (!parts) {
    return parts.error();
  }
  RequestHead result;
  http::Request& request = result.request;
  request.method = http::method_from(parts->method);
  request.method_name = parts->method;
  request.target = parts->target;
  request.version_minor = parts->version_minor;

  if (auto fields = parse_fields(head, request.headers); !fields) {
    return std::move(fields).error();
  }
  if (request.method == http::Method::connect) {
    // Its target has a form of its own (RFC 9112 section 3.2.3), and we are no proxy.
    return http::Error{501, "connect-not-supported", {}};
  }
  auto target = parse_target(request.target);
  if (!target) {
    return std::move(target).error();
  }
  if (target->path == "*" && request.method != http::Method::options) {
    return bad_request("asterisk-without-options");
  }
  if (request.method == http::Method::options && !target->has_path) {
    target->path = "*";  // how a proxy is asked for it (RFC 9112 section 3.2.4)
  }
  request.path = std::move(target->path);
  request.query = std::move(target->query);
  request.has_query = target->has_query;

  auto authority = authority_of(request, std::move(target->authority));
  if (!authority) {
    return std::move(authority).error();
  }
  request.authority = *std::move(authority);

  auto framing = framing_of(request.headers, request.version_minor);
  if (!framing) {
    return std::move(framing).error();
  }
  result.framing = *framing;
  return result;
}

}  // namespace tthttpd::parse
