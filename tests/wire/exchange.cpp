#include "wire/exchange.hpp"

#include <algorithm>
#include <sstream>

namespace tthttpd::support {
namespace {

/// Most places at which one row is cut in two. Every place is tried with the reader alone
/// (tests/parse/request_reader_test.cpp); here the sockets are in between.
constexpr std::size_t kMostCuts = 12;

std::string shortened(std::string_view bytes) {
  return std::string(bytes.substr(0, 300)) + (bytes.size() > 300 ? "..." : "");
}

std::vector<std::vector<std::string_view>> cut(std::string_view bytes, Delivery delivery) {
  if (delivery == Delivery::whole) {
    return {{bytes}};
  }
  if (delivery == Delivery::bytewise) {
    std::vector<std::string_view> pieces;
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      pieces.push_back(bytes.substr(at, 1));
    }
    return {pieces};
  }
  std::vector<std::vector<std::string_view>> all;
  const std::size_t step = std::max<std::size_t>(1, bytes.size() / kMostCuts);
  for (std::size_t at = 1; at < bytes.size(); at += step) {
    all.push_back({bytes.substr(0, at), bytes.substr(at)});
  }
  return all;
}

/// Compares one reply with a word such as "200=text".
void expect_reply(RawClient& client, const std::string& word, bool last) {
  const bool head = word.ends_with('-');
  const Reply reply = client.read_reply(head);
  EXPECT_EQ(std::to_string(reply.status), word.substr(0, 3));
  if (const auto equals = word.find('='); equals != std::string::npos) {
    EXPECT_EQ(reply.body, word.substr(equals + 1));
  }
  if (last) {
    EXPECT_EQ(reply.header("Connection"), "close") << "the client must hear of the close";
  }
  if (reply.status >= 200) {
    EXPECT_TRUE(reply.has("Date"));
  }
}

}  // namespace

std::string probe() { return "GET /a.txt HTTP/1.1\r\nHost: h\r\n\r\n"; }

void Wire::SetUp() {
  site.file("a.txt", "0123456789");
  site.file("dir/index.html", "index");
  site.script("post.cgi",
              "#!/bin/sh\nbody=$(cat; echo x)\n"
              "printf 'Content-Type: text/plain\\n\\n%s %s %s' \"$REQUEST_METHOD\" "
              "\"${CONTENT_LENGTH-none}\" \"${body%x}\"\n");
}

void Wire::play(const std::vector<Exchange>& rows) const {
  for (const Delivery delivery : {Delivery::whole, Delivery::bytewise, Delivery::halves}) {
    play(rows, delivery);
  }
}

void Wire::play(const std::vector<Exchange>& rows, Delivery delivery) const {
  for (const Exchange& row : rows) {
    for (const auto& pieces : cut(row.bytes, delivery)) {
      SCOPED_TRACE(row.name + ", first write of " + std::to_string(pieces.front().size()) + " of " +
                   std::to_string(row.bytes.size()) + " bytes:\n" + shortened(row.bytes));
      try {
        play_row(row, pieces);
      } catch (const std::runtime_error& trouble) {  // ClientError, BadReply
        ADD_FAILURE() << trouble.what();
      }
      if (HasFailure()) {
        return;  // the first row that fails says enough
      }
    }
  }
}

void Wire::play_row(const Exchange& row, const std::vector<std::string_view>& pieces) const {
  RawClient client = connect();
  bool taken = true;
  for (const std::string_view piece : pieces) {
    taken = taken && client.try_send(piece);  // a refused client is not read to its end
  }
  if (row.ends && taken) {
    client.half_close();
  }
  std::istringstream text(row.answers);
  std::vector<std::string> words;
  for (std::string word; text >> word;) {
    // A word of content may hold blanks, which '_' stands for.
    std::replace(word.begin(), word.end(), '_', ' ');
    words.push_back(word);
  }
  ASSERT_FALSE(words.empty());
  const std::string end = words.back();
  words.pop_back();
  ASSERT_TRUE(end == "open" || end == "close") << row.answers;
  for (std::size_t i = 0; i < words.size(); ++i) {
    expect_reply(client, words[i], end == "close" && i + 1 == words.size());
  }
  if (end == "open") {
    EXPECT_EQ(client.ask(probe()).body, "0123456789") << "the connection is out of step";
  } else {
    EXPECT_EQ(client.read_to_end(), "") << "nothing may follow";
  }
}

}  // namespace tthttpd::support
