#include "tthttpd/serve/respond.hpp"

#include <ctime>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "tthttpd/parse/target.hpp"
#include "tthttpd/write/error_page.hpp"
#include "tthttpd/write/response_writer.hpp"

namespace tthttpd::serve {
namespace {

std::optional<http::Response> stop_by_filter(http::Request& request,
                                             const route::Resource& resource, const Site& site) {
  for (const auto& filter : site.filters) {
    if (auto stop = filter->check(request, resource)) {
      return stop;
    }
  }
  return std::nullopt;
}

http::Result<http::Response> route_filter_handle(http::Request& request,
                                                 const http::Result<void>& acceptable,
                                                 const Site& site) {
  request.user.clear();
  auto resource = site.router->find(request);
  if (auto stop = stop_by_filter(request, resource, site)) {
    return std::move(*stop);
  }
  if (!acceptable) {
    return acceptable.error();
  }
  if (resource.kind == route::Kind::refused) {
    return std::move(resource.refusal);
  }
  return site.handlers[static_cast<std::size_t>(resource.kind)]->handle(request, resource);
}

/// Turns the request into the GET that a local redirect asks for (RFC 3875 section 6.2.2).
http::Result<void> redirect_request(http::Request& request, const std::string& location,
                                    NoBody& no_body) {
  auto target = parse::parse_target(location);
  if (!target || target->path.front() != '/') {
    return http::Error{502, "bad-local-redirect", location};
  }
  if (request.method != http::Method::head) {
    request.method = http::Method::get;
    request.method_name = "GET";
  }
  request.path = std::move(target->path);
  request.query = std::move(target->query);
  request.has_query = target->has_query;
  for (const auto* name : {"content-length", "content-type", "transfer-encoding", "range"}) {
    request.headers.remove(name);
  }
  request.body = &no_body;
  return {};
}

}  // namespace

http::Result<http::Response> respond(http::Request& request, const http::Result<void>& acceptable,
                                     NoBody& no_body, const Site& site) {
  auto result = route_filter_handle(request, acceptable, site);
  for (int hops = 0; result && !result->local_redirect.empty(); ++hops) {
    if (hops == kMostLocalRedirects) {
      result = http::Error{500, "too-many-local-redirects", request.path};
      break;
    }
    const std::string location = std::move(result->local_redirect);
    result->body = std::monostate{};  // the script has ended before the next thing starts
    if (auto turned = redirect_request(request, location, no_body); !turned) {
      result = std::move(turned.error());
      break;
    }
    result = route_filter_handle(request, acceptable, site);
  }
  if (!result) {
    if (result.error().status == http::kNoAnswer) {
      return result;
    }
    const auto& error = result.error();
    // 503: out of something, which every request meets then.
    const bool due = error.status != 503 || site.starved->due(platform::Clock::now());
    if (error.status >= 500 && !error.detail.empty() && due) {
      site.diagnostics->error(std::string(error.reason) + ": " + error.detail);
    }
    result = write::response_from(error);
  }
  complete_error(*result, request, site);
  write::add_extra_headers(site.headers, request.path, result->headers);
  return result;
}

void complete_error(http::Response& response, const http::Request& request, const Site& site) {
  if (!write::needs_error_page(response)) {
    return;
  }
  const auto document = site.error_documents.find(response.status);
  if (document != site.error_documents.end()) {
    http::Request inner;
    inner.method = http::Method::get;
    inner.method_name = "GET";
    inner.path = document->second;
    inner.peer = request.peer;
    inner.client_address = request.client_address;
    if (const auto credentials = request.headers.find("authorization");
        credentials && !request.user.empty()) {
      inner.headers.add("Authorization", *credentials);  // right ones: a wrong guess counts once
    }
    auto resource = site.router->find(inner);
    // Only a plain file that this client may read: a script or a question could fail again.
    if (resource.kind == route::Kind::file && !stop_by_filter(inner, resource, site)) {
      auto page =
          site.handlers[static_cast<std::size_t>(route::Kind::file)]->handle(inner, resource);
      if (page && page->status == 200) {
        response.body = std::move(page->body);
        response.headers.set("Content-Type",
                             page->headers.find("content-type").value_or("text/html"));
        return;
      }
    }
  }
  write::add_error_page(response);
}

std::string busy_response(const Site& site) {
  auto response = write::response_from({503, "busy", {}});
  response.headers.set("Retry-After", "1");
  write::add_error_page(response);
  const auto plan = write::plan_response(response, false, 1);
  const write::WriteOptions options{site.server_header, std::time(nullptr), false, 1};
  return write::format_head(response, plan, options) + std::get<std::string>(response.body);
}

}  // namespace tthttpd::serve
