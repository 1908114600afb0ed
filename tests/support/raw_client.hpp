#pragma once

#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "support/deadline.hpp"
#include "support/http_reply.hpp"

namespace tthttpd::support {

enum class Family : std::uint8_t { v4, v6 };

/// "127.0.0.1" or "::1".
std::string loopback(Family family);

/// A read or connect that did not end in time, or was refused or reset.
class ClientError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// One client connection under full control: bytes go out as they are given. Every wait ends after
/// `patience` with ClientError. Not shared between threads.
class RawClient {
 public:
  RawClient(Family family, std::uint16_t port);
  /// IPv4 from this loopback address: "127.0.0.2".
  RawClient(const char* source, std::uint16_t port);
  /// A UNIX socket.
  explicit RawClient(const std::string& socket_path);
  ~RawClient();
  RawClient(RawClient&& other) noexcept;
  RawClient& operator=(RawClient&&) = delete;
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;

  void set_patience(std::chrono::milliseconds patience) { patience_ = patience; }

  void send(std::string_view bytes);
  /// Sends as much as the server takes; false when it refuses more (it has closed).
  bool try_send(std::string_view bytes);
  void half_close();  ///< no more bytes from us; we still read
  void reset();       ///< closes with a reset instead of an orderly end
  void close();

  /// The next whole response; `head`: it answers HEAD.
  Reply read_reply(bool head = false);
  /// send() and read_reply().
  Reply ask(std::string_view bytes);
  /// Reads until `mark` has arrived and takes everything up to and including it.
  std::string read_until(std::string_view mark);
  /// Everything until the server closes.
  std::string read_to_end();
  /// Waits until the server closes; false when it sends something before that.
  bool server_closes();
  /// True when the server's end is seen as closed at this moment.
  bool is_closed_now();
  /// True when bytes or the server's end can be read at this moment.
  bool has_answer_now();

 private:
  void connect(Family family, std::uint16_t port, const char* source);
  /// Waits for more bytes; false at the end of the stream.
  bool fill(std::chrono::steady_clock::time_point end);
  [[nodiscard]] std::chrono::steady_clock::time_point deadline() const;

  int socket_ = -1;
  std::string unread_;
  std::chrono::milliseconds patience_ = kPatience;
};

/// "GET /path HTTP/1.1" with Host and whatever `extra` lines (each with CRLF) add.
std::string get(std::string_view path, std::string_view extra = {});
/// A request of any method without a body.
std::string request(std::string_view method, std::string_view path, std::string_view extra = {});
/// A request with a Content-Length body.
std::string request_with_body(std::string_view method, std::string_view path, std::string_view body,
                              std::string_view extra = {});
/// The "Authorization: Basic ..." line.
std::string basic(std::string_view user, std::string_view password);

}  // namespace tthttpd::support
