#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "tthttpd/handler/spool.hpp"
#include "tthttpd/http/body.hpp"
#include "tthttpd/platform/handle.hpp"
#include "tthttpd/platform/wait.hpp"

namespace tthttpd::handler {

/// The way of a request's content from the client to a script's standard input. Takes no more from
/// the client than the script is near to reading, unless it must (take_rest, take_in_request). One
/// thread at a time; `body` outlives it.
class CgiInput {
 public:
  CgiInput(http::RequestBody& body, Spool spool);

  /// Reads a chunked body to its end before the script starts, because its length must be known.
  http::Result<void> spool_all();
  [[nodiscard]] std::uint64_t spooled() const { return spool_.size(); }

  /// All content has come from the client.
  [[nodiscard]] bool complete() const { return body_.finished(); }
  /// The script has closed its standard input: what still comes is not for it.
  [[nodiscard]] bool refused() const { return refused_; }
  /// The script can still be given something, now or later.
  [[nodiscard]] bool outstanding() const { return !refused_ && !(complete() && spool_.empty()); }
  /// Bytes are at hand for the script.
  [[nodiscard]] bool has_bytes() const { return !spool_.empty(); }
  /// More of the content is wanted from the client now.
  [[nodiscard]] bool wants_client() const { return !refused_ && !complete() && spool_.room() > 0; }
  /// The client has sent more of what is wanted: prepare() takes it without waiting.
  [[nodiscard]] bool at_hand() const { return wants_client() && body_.has_buffered(); }
  /// The script may be waiting for a client that sends nothing.
  [[nodiscard]] bool starving() const { return wants_client() && !has_bytes(); }
  [[nodiscard]] platform::NativeHandle client() const { return body_.wait_handle(); }

  /// Tells a waiting client once that its content is wanted, and takes what has arrived already.
  /// Call it before waiting on client(). An Error: the content will never be complete.
  http::Result<void> prepare();
  /// REQUIRES that client() can be read. Takes once.
  http::Result<void> take_some();
  /// REQUIRES that the client has ended its side, so that all that will ever come is at hand.
  http::Result<void> take_rest();
  /// Takes what is there without waiting, wherever it may go; see StreamBody::take_in_request.
  bool take_in_request();

  /// Writes to the script's input what it takes without waiting, and closes it after the last byte
  /// or when the script does not read any more. Says whether bytes went.
  http::Result<bool> give(platform::Handle& pipe);
  void refuse();

 private:
  http::Result<void> take(std::size_t most);

  http::RequestBody& body_;
  Spool spool_;
  std::vector<char> buffer_;
  std::optional<http::Error> failure_;
  bool wanted_ = false;
  bool refused_ = false;
};

}  // namespace tthttpd::handler
