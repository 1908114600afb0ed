#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tthttpd/handler/handler.hpp"
#include "tthttpd/handler/running_scripts.hpp"
#include "tthttpd/http/diagnostics.hpp"
#include "tthttpd/platform/child_process.hpp"

namespace tthttpd::handler {

struct CgiShared;

struct CgiOptions {
  std::string document_root;    ///< DOCUMENT_ROOT
  std::string server_name;      ///< SERVER_NAME when the request names no host
  std::string server_software;  ///< SERVER_SOFTWARE
  std::string path;             ///< PATH of scripts
  /// [request/environments], in order; set for every script, after the RFC 3875 variables.
  std::vector<std::pair<std::string, std::string>> environment;
  std::chrono::milliseconds timeout{60000};    ///< without output -> 504; 0: none
  std::chrono::milliseconds total_timeout{0};  ///< of the whole run; 0: none
  /// Of the client without a byte of content that the script waits for -> 408; 0: none.
  std::chrono::milliseconds body_timeout{30000};
  std::size_t max_running = 32;  ///< scripts at the same time, the rest queue; 0: no limit
  std::chrono::milliseconds queue_timeout{10000};  ///< in the queue -> 503 with Retry-After
  platform::ChildLimits limits;
  std::size_t max_reply_head = 64 * 1024;  ///< bytes of a script's header block -> 502
  std::string spool_directory;             ///< for chunked request bodies; empty: the system's
};

/// Runs scripts by RFC 3875 (docs/configuration.md). The response's body is the running script: it
/// is ended when the response is destroyed before the script's output has come to its end.
///
/// Threads: handle() may run in any number of them. `diagnostics` must outlive this object and all
/// responses it has made; the responses themselves may outlive it. REQUIRES that the process
/// ignores SIGPIPE (platform::ignore_broken_pipe_signal).
///
/// Statuses of its own: 500 cannot start, 403 no permission to run, 502 no valid header,
/// 503 no free place (with Retry-After) or out of resources, 504 silent for `timeout`, 507 no room
/// to store a chunked request body, 408 the client stopped sending its content.
class Cgi : public Handler {
 public:
  /// `scripts` may be shared with other objects of this class, whose limits it then takes over.
  Cgi(CgiOptions options, http::Diagnostics& diagnostics,
      std::shared_ptr<RunningScripts> scripts = std::make_shared<RunningScripts>());
  ~Cgi() override;
  http::Result<http::Response> handle(http::Request& request, route::Resource& resource) override;

 private:
  std::shared_ptr<CgiShared> shared_;
};

}  // namespace tthttpd::handler
