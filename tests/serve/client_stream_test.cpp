#include "tthttpd/serve/client_stream.hpp"

#include <array>
#include <atomic>
#include <fcntl.h>
#include <fstream>
#include <thread>
#include <unistd.h>

#include <gtest/gtest.h>

#include "support/memory_sink.hpp"
#include "support/socket_pair.hpp"
#include "support/temp_dir.hpp"
#include "tthttpd/platform/send_file.hpp"
#include "tthttpd/platform/socket.hpp"

namespace tthttpd::serve {
namespace {

using std::chrono::milliseconds;

platform::Deadline in(milliseconds time) { return platform::Clock::now() + time; }

std::shared_ptr<platform::File> open_file(const std::filesystem::path& path) {
  return std::make_shared<platform::File>(
      platform::Handle(::open(path.c_str(), O_RDONLY | O_CLOEXEC)));
}

std::filesystem::path make_file(const support::TempDir& dir, std::size_t size) {
  const auto path = dir.path() / "file";
  std::string content(size, '\0');
  for (std::size_t i = 0; i < size; ++i) {
    content[i] = static_cast<char>('a' + i % 23);
  }
  std::ofstream(path, std::ios::binary) << content;
  return path;
}

TEST(ClientStream, ReceivesWhatIsThereAndTheEnd) {
  support::SocketPair pair;
  ClientStream stream(std::move(pair.server), milliseconds(1000));
  pair.send("abc");
  std::array<char, 10> buffer{};
  auto got = stream.receive(buffer, platform::kNever);
  ASSERT_TRUE(got);
  EXPECT_EQ(*got, 3U);
  pair.end_sending();
  got = stream.receive(buffer, platform::kNever);
  ASSERT_TRUE(got);
  EXPECT_EQ(*got, 0U);
}

TEST(ClientStream, EndsAWaitAtTheDeadline) {
  support::SocketPair pair;
  ClientStream stream(std::move(pair.server), milliseconds(1000));
  std::array<char, 10> buffer{};
  const auto got = stream.receive(buffer, in(milliseconds(20)));
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().reason, "receive-timeout");
  EXPECT_EQ(got.error().status, http::kNoAnswer);
  EXPECT_FALSE(stream.wait_for_input(in(milliseconds(20))));
}

TEST(ClientStream, WritesMoreThanTheSocketTakesAtOnce) {
  support::SocketPair pair;
  ClientStream stream(std::move(pair.server), milliseconds(20000));
  const std::string large(3'000'000, 'x');
  std::string got;
  std::thread reader([&] { got = pair.receive(large.size() + 4); });
  const std::array<std::string_view, 4> pieces{"a", "", large, "end"};
  EXPECT_TRUE(stream.write(pieces, false));
  reader.join();
  EXPECT_EQ(got, "a" + large + "end");
}

TEST(ClientStream, GivesUpOnAClientThatTakesNothing) {
  support::SocketPair pair;
  ClientStream stream(std::move(pair.server), milliseconds(30));
  const std::string large(5'000'000, 'x');
  const std::array<std::string_view, 1> pieces{large};
  const auto sent = stream.write(pieces, false);
  ASSERT_FALSE(sent);
  EXPECT_EQ(sent.error().reason, "send-timeout");
}

TEST(ClientStream, NoticesAClientThatHasGone) {
  support::SocketPair pair;
  ClientStream stream(std::move(pair.server), milliseconds(1000));
  pair.client.reset();
  const std::array<std::string_view, 1> pieces{"x"};
  const auto sent = stream.write(pieces, false);
  ASSERT_FALSE(sent);
  EXPECT_EQ(sent.error().reason, "client-gone");
}

TEST(ClientStream, SendsSmallAndLargeFilesWithTheirHead) {
  const support::TempDir dir;
  for (const std::size_t size : {std::size_t{1}, std::size_t{16 * 1024}, std::size_t{16 * 1024 + 1},
                                 std::size_t{2'000'000}}) {
    const auto path = make_file(dir, size);
    support::SocketPair pair;
    ClientStream stream(std::move(pair.server), milliseconds(20000));
    std::string got;
    std::thread reader([&] { got = pair.receive(4 + size); });
    EXPECT_TRUE(stream.write_file("head", {open_file(path), 0, size}));
    reader.join();
    ASSERT_EQ(got.size(), 4 + size);
    EXPECT_EQ(got.substr(0, 5), "heada");
    EXPECT_EQ(got.back(), static_cast<char>('a' + (size - 1) % 23));
  }
}

TEST(ClientStream, SendsASliceOfAFile) {
  const support::TempDir dir;
  const auto path = make_file(dir, 100'000);
  support::SocketPair pair;
  ClientStream stream(std::move(pair.server), milliseconds(20000));
  std::string got;
  std::thread reader([&] { got = pair.receive(50'000); });
  EXPECT_TRUE(stream.write_file("", {open_file(path), 23, 50'000}));
  reader.join();
  EXPECT_EQ(got.substr(0, 3), "abc");
}

TEST(ClientStream, FailsWhenAFileHasShrunkSinceItsSizeWasTaken) {
  const support::TempDir dir;
  for (const std::size_t promised : {std::size_t{1000}, std::size_t{100'000}}) {
    const auto path = make_file(dir, promised / 2);
    support::SocketPair pair;
    ClientStream stream(std::move(pair.server), milliseconds(20000));
    std::thread reader([&] { static_cast<void>(pair.receive_all()); });
    const auto sent = stream.write_file("head", {open_file(path), 0, promised});
    ASSERT_FALSE(sent);
    EXPECT_EQ(sent.error().reason, "file-shrunk");
    { const ClientStream closing = std::move(stream); }
    reader.join();
  }
}

TEST(ClientStream, CopiesAFileThatTheSystemCannotSend) {
  // Our own memory as a file: it can be read by offset, and sendfile gives EINVAL.
  std::string content(300'000, '\0');
  for (std::size_t i = 0; i < content.size(); ++i) {
    content[i] = static_cast<char>('a' + i % 23);
  }
  support::SocketPair pair;
  const auto memory = open_file("/proc/self/mem");
  const auto at = reinterpret_cast<std::uintptr_t>(content.data());
  ASSERT_FALSE(platform::send_file_some(pair.server.native(), *memory, at, 1));
  ClientStream stream(std::move(pair.server), milliseconds(20000));
  std::string got;
  std::thread reader([&] { got = pair.receive(4 + content.size()); });
  EXPECT_TRUE(stream.write_file("head", {memory, at, content.size()}));
  reader.join();
  EXPECT_TRUE(got == "head" + content) << got.size();
}

TEST(ClientStream, TellsAFileThatCannotBeReadFromAClientThatHasGone) {
  platform::ignore_broken_pipe_signal();  // as the program does; sendfile knows no MSG_NOSIGNAL
  for (const std::size_t size : {std::size_t{1000}, std::size_t{100'000}}) {
    support::SocketPair pair;
    ClientStream stream(std::move(pair.server), milliseconds(20000));
    // The first page of our memory is never there.
    const auto unread = stream.write_file("head", {open_file("/proc/self/mem"), 16, size});
    ASSERT_FALSE(unread);
    EXPECT_EQ(unread.error().reason, "file-read-error") << size;
    EXPECT_EQ(unread.error().status, http::kNoAnswer);
    const support::TempDir dir;
    const auto file = open_file(make_file(dir, size));
    pair.client.reset();
    const auto unsent = stream.write_file("", {file, 0, size});
    ASSERT_FALSE(unsent);
    EXPECT_EQ(unsent.error().reason, "client-gone") << size;
  }
}

/// Takes request bytes in while the response waits, as a script's stream does.
class Taker : public http::StreamBody {
 public:
  explicit Taker(platform::NativeHandle socket) : socket_(socket) {}
  http::Result<std::size_t> read(std::span<char>) override { return std::size_t{0}; }
  bool take_in_request() override {
    std::array<char, 65536> buffer{};
    const auto got = ::recv(static_cast<int>(socket_), buffer.data(), buffer.size(), MSG_DONTWAIT);
    if (got > 0) {
      taken += static_cast<std::size_t>(got);
    }
    return taken < wanted;
  }
  std::size_t taken = 0;
  std::size_t wanted = 0;

 private:
  platform::NativeHandle socket_;
};

TEST(ClientStream, TakesRequestBytesInWhileTheClientSendsBeforeItReads) {
  support::SocketPair pair;
  const auto native = pair.server.native();
  ClientStream stream(std::move(pair.server), milliseconds(20000));
  Taker taker(native);
  taker.wanted = 3'000'000;
  stream.set_input_taker(&taker);
  const std::string large(3'000'000, 'x');
  std::string got;
  std::thread client([&] {
    pair.send(std::string(taker.wanted, 'y'));
    got = pair.receive(large.size());
  });
  const std::array<std::string_view, 1> pieces{large};
  EXPECT_TRUE(stream.write(pieces, false));
  client.join();
  EXPECT_EQ(got.size(), large.size());
  EXPECT_EQ(taker.taken, taker.wanted);
}

TEST(ClientStream, LingersUntilTheClientEnds) {
  support::SocketPair pair;
  ClientStream stream(std::move(pair.server), milliseconds(1000));
  std::thread client([&] {
    pair.send(std::string(500'000, 'y'));
    EXPECT_EQ(pair.receive_all(), "") << "the server's side has ended";
    pair.client.reset();
  });
  stream.linger(milliseconds(20000), milliseconds(20000));
  client.join();
}

}  // namespace
}  // namespace tthttpd::serve
