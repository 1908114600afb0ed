#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "tthttpd/platform/handle.hpp"
#include "tthttpd/platform/outcome.hpp"

namespace tthttpd::platform {

/// One end of a connection as text. IPv4 clients of a dual-stack socket show in the plain dotted
/// form, never as ::ffff:1.2.3.4.
struct SocketAddress {
  std::string address;  ///< empty for a UNIX socket
  std::uint16_t port = 0;
};

/// A connection fresh from a listener: non-blocking, close-on-exec, TCP_NODELAY set.
struct AcceptedSocket {
  Handle socket;
  SocketAddress remote;
  SocketAddress local;
};

/// Takes one waiting connection. operation_would_block: none is waiting;
/// connection_aborted: one went away meanwhile, try again; too_many_files_open (also for
/// _in_system) and not_enough_memory: pause before the next try.
Outcome<AcceptedSocket> accept_connection(NativeHandle listener);

/// Receives what is there without waiting. 0: the peer has ended its side.
Outcome<std::size_t> receive_some(NativeHandle socket, std::span<char> into);

/// Sends the pieces in order without waiting, as much as fits; says how many bytes went. At most
/// kMaxPieces pieces. `more` lets the last packet wait for what follows (MSG_MORE).
inline constexpr std::size_t kMaxPieces = 8;
Outcome<std::size_t> send_some(NativeHandle socket, std::span<const std::string_view> pieces,
                               bool more);

/// Ends our sending side: the peer reads end of file after what was sent.
void shutdown_sending(NativeHandle socket);
/// Ends both sides; wakes a thread that waits on the socket. Allowed from any thread while the
/// socket is open.
void shutdown_both(NativeHandle socket);

/// Marks a descriptor made by a library so that no child inherits it.
void set_close_on_exec(NativeHandle handle);

/// A write to a socket or pipe nobody reads gives an error, not a signal. Call once at start.
void ignore_broken_pipe_signal();

}  // namespace tthttpd::platform
