#pragma once

#include <cstddef>
#include <memory>

#include "tthttpd/http/endpoint.hpp"
#include "tthttpd/parse/body_reader.hpp"
#include "tthttpd/parse/read_buffer.hpp"
#include "tthttpd/platform/handle.hpp"
#include "tthttpd/serve/client_stream.hpp"
#include "tthttpd/serve/connection_registry.hpp"
#include "tthttpd/serve/current_site.hpp"

namespace tthttpd::serve {

/// What a connection does after one turn.
enum class Next : std::uint8_t {
  again,  ///< bytes of the next request are at hand, or may come any moment
  close,
};

/// One client's connection. Between two requests it is only this object: the socket, the surplus
/// bytes, the peer and the counter. Any thread may take the next turn, one at a time.
class Connection {
 public:
  /// `current_site` and `registry` outlive the connection.
  Connection(platform::Handle socket, http::Peer peer, const CurrentSite& current_site,
             ConnectionRegistry& registry);

  /// THE SPINE: waits for one request, then read, route, filter, handle, write and log, in this
  /// order.
  Next serve_one();

  /// Turns until the connection ends. What escapes a turn is logged and ends it; throws only when
  /// there is no memory for that.
  void serve_all();

 private:
  struct Exchange;

  /// Makes site_ the one in force now.
  void refresh_site();
  /// Step 2. Nothing: the connection ends without an answer or has had its answer.
  std::optional<parse::RequestHead> read_head();
  /// Waits for the first byte of a request; the deadline for its head, or nothing: no request.
  std::optional<platform::Deadline> wait_for_request();
  http::Result<void> send_continue();
  /// Answers a head that cannot be read, and lingers.
  void refuse(const http::Error& error);
  /// After the response: what becomes of the connection.
  Next finish(bool keep, bool failed, parse::BodyReader& body, bool client_stays);
  void log(const http::Request& request, const http::Response& response,
           const Exchange& exchange) const;

  ClientStream stream_;
  parse::ReadBuffer buffer_;
  http::Peer peer_;
  const CurrentSite& current_site_;
  std::uint64_t site_generation_;
  std::shared_ptr<const Site> site_;
  ConnectionRegistry& registry_;
  ConnectionRegistry::Entry entry_;
  std::size_t served_ = 0;
};

}  // namespace tthttpd::serve
