#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tthttpd/filter/filter.hpp"
#include "tthttpd/handler/handler.hpp"
#include "tthttpd/http/diagnostics.hpp"
#include "tthttpd/http/once_per_second.hpp"
#include "tthttpd/parse/request_reader.hpp"
#include "tthttpd/route/router.hpp"
#include "tthttpd/write/access_log.hpp"
#include "tthttpd/write/extra_headers.hpp"

namespace tthttpd::serve {

/// Limits of a connection; docs/configuration.md, [limits].
struct ConnectionLimits {
  parse::HeadLimits head;
  std::uint64_t max_body = std::uint64_t{1} << 30U;
  std::chrono::milliseconds header_timeout{10000};     ///< for a whole head
  std::chrono::milliseconds keepalive_timeout{15000};  ///< between two requests
  std::chrono::milliseconds body_timeout{30000};       ///< without a byte of content
  std::chrono::milliseconds send_timeout{30000};       ///< without progress
  std::size_t keepalive_requests = 1000;
};

/// Everything that serves requests, built once from one configuration (app/build_site) and then
/// constant; a reload builds another one. Shared by all threads, kept alive by the requests that
/// run in it.
struct Site {
  std::shared_ptr<http::Diagnostics> diagnostics;  ///< never null; first: the others write to it
  std::unique_ptr<const route::Router> router;
  std::vector<std::unique_ptr<filter::Filter>> filters;  ///< in the order they are asked
  /// By route::Kind; `refused` has none.
  std::array<std::unique_ptr<handler::Handler>, route::kKinds> handlers;
  std::vector<write::HeaderRule> headers;
  std::map<int, std::string> error_documents;  ///< status -> local URL path
  std::string server_header;                   ///< empty: no Server field
  ConnectionLimits limits;
  std::shared_ptr<write::AccessLog> access_log;  ///< never null
  /// The line that the system has run out of descriptors, processes or memory.
  std::unique_ptr<http::OncePerSecond> starved = std::make_unique<http::OncePerSecond>();
  /// One line a request on the console (-v), with headers (-vv).
  bool show_requests = false;
  bool show_headers = false;
};

}  // namespace tthttpd::serve
