#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tthttpd/http/body.hpp"
#include "tthttpd/http/response.hpp"
#include "tthttpd/write/framing.hpp"

namespace tthttpd::write {

/// What the writer adds to a response.
struct WriteOptions {
  std::string_view server;  ///< value of the Server field; empty: none
  std::int64_t now = 0;     ///< for Date, seconds since 1970
  bool keep_alive = false;  ///< what the connection does after this response
  int version_minor = 1;    ///< of the request: a 1.0 client must be told that it may stay
};

/// How far a response got.
struct Written {
  std::uint64_t content_bytes = 0;   ///< of content, framing not counted
  std::optional<http::Error> error;  ///< the client or the content failed: close the connection
};

/// The head as it goes on the wire, empty line included. Framing and connection fields that a
/// handler or script has set are left out: they are decided here alone. A field with a line break
/// or NUL in it is left out too, so that nothing can forge a second response.
std::string format_head(const http::Response& response, const ResponsePlan& plan,
                        const WriteOptions& options);

/// Sends one response: the only place that writes responses to a client. Reads a stream to its end
/// also when its content is not sent (HEAD, 304), so that a script can finish.
Written write_response(http::ByteSink& sink, http::Response& response, const ResponsePlan& plan,
                       const WriteOptions& options);

}  // namespace tthttpd::write
