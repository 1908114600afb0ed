#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "support/site.hpp"

namespace tthttpd::support {

/// What one client sends and what must come back.
struct Exchange {
  std::string name;   ///< of the row, for the report
  std::string bytes;  ///< all that is sent
  /// Words divided by spaces: "200" a reply with that status; "200=text" with that content; "200-"
  /// a reply to HEAD; at the end "open": a further request is answered, or "close": nothing more
  /// comes and the server closes. The last reply before a close must say "Connection: close".
  std::string answers;
  bool ends = false;  ///< the client ends its side after the bytes and reads on
};

/// How the bytes of an exchange are cut into writes.
enum class Delivery : std::uint8_t {
  whole,
  bytewise,
  halves,  ///< in two writes, once for each of several places
};

/// A site made for byte tables: a.txt ("0123456789"), dir/index.html ("index"), and post.cgi, which
/// answers with its method, the length it was told, and all it was sent: "POST 5 hello".
class Wire : public EndToEnd {
 protected:
  void SetUp() override;

  /// Plays every row in every delivery, each on a connection of its own.
  void play(const std::vector<Exchange>& rows) const;
  /// The same in one delivery.
  void play(const std::vector<Exchange>& rows, Delivery delivery) const;

 private:
  void play_row(const Exchange& row, const std::vector<std::string_view>& pieces) const;
};

/// The request that "open" sends: a GET of /a.txt that keeps the connection.
std::string probe();

}  // namespace tthttpd::support
