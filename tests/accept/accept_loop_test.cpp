#include "tthttpd/accept/accept_loop.hpp"

#include <array>
#include <semaphore>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "support/raw_client.hpp"
#include "tthttpd/platform/wait.hpp"

namespace tthttpd::accept {
namespace {

std::uint16_t port_of(const Listener& listener) {
  const auto& url = listener.url();
  return static_cast<std::uint16_t>(std::stoi(url.substr(url.rfind(':') + 1)));
}

std::string busy_reply() { return "HTTP/1.1 503 busy\r\n\r\n"; }

std::vector<Listener> on_free_port(support::Family family) {
  return open_listeners({{support::loopback(family), "0", ""}}, Families::both);
}

/// Sends one byte to the client, waits for its end.
void greet(const platform::AcceptedSocket& connection) {
  const std::array<std::string_view, 1> hello{"!"};
  static_cast<void>(platform::send_some(connection.socket.native(), hello, false));
  std::array<platform::WaitItem, 1> items{};
  items[0].handle = connection.socket.native();
  items[0].want_read = true;
  static_cast<void>(platform::wait_for(items, platform::Clock::now() + std::chrono::seconds(30)));
}

TEST(AcceptLoop, HandsConnectionsOfBothFamiliesToTheirThreadWithPlainAddresses) {
  for (const auto family : {support::Family::v4, support::Family::v6}) {
    std::string remote;
    std::string local;
    std::counting_semaphore<2> served(0);
    ConnectionThreads threads({}, [&](const platform::AcceptedSocket& connection) {
      remote = connection.remote.address;
      local = connection.local.address;
      greet(connection);
      served.release();
    });
    auto listeners = on_free_port(family);
    const auto port = port_of(listeners[0]);
    AcceptLoop loop(std::move(listeners), threads, busy_reply);
    std::thread runner([&] { loop.run(); });
    {
      support::RawClient client(family, port);
      EXPECT_EQ(client.read_until("!"), "!");
    }
    served.acquire();
    loop.quit();
    runner.join();
    EXPECT_EQ(remote, support::loopback(family));
    EXPECT_EQ(local, support::loopback(family));
  }
}

TEST(AcceptLoop, AnswersAConnectionBeyondTheCapWith503) {
  ThreadLimits limits;
  limits.max_connections = 1;
  ConnectionThreads threads(limits, greet);
  auto listeners = on_free_port(support::Family::v4);
  const auto port = port_of(listeners[0]);
  AcceptLoop loop(std::move(listeners), threads, busy_reply);
  std::thread runner([&] { loop.run(); });
  {
    support::RawClient first(support::Family::v4, port);
    EXPECT_EQ(first.read_until("!"), "!");
    support::RawClient second(support::Family::v4, port);
    const auto reply = second.read_to_end();
    EXPECT_EQ(reply, busy_reply());
  }
  loop.quit();
  runner.join();
}

TEST(AcceptLoop, CallsATimerUntilItHasEnough) {
  ConnectionThreads threads({}, [](platform::AcceptedSocket) {});
  AcceptLoop loop(on_free_port(support::Family::v4), threads, busy_reply);
  int calls = 0;
  loop.repeat(std::chrono::milliseconds(1), [&] {
    if (++calls == 3) {
      loop.quit();
    }
    return calls < 3;
  });
  loop.run();
  EXPECT_EQ(calls, 3);
}

TEST(AcceptLoop, ClosesItsAddressesWhenItStopsAccepting) {
  ConnectionThreads threads({}, [](platform::AcceptedSocket) {});
  auto listeners = open_listeners({{"127.0.0.1", "0", ""}}, Families::both);
  const auto url = listeners[0].url();
  const auto port = url.substr(url.rfind(':') + 1, url.size() - url.rfind(':') - 2);
  AcceptLoop loop(std::move(listeners), threads, busy_reply);
  loop.stop_accepting();
  EXPECT_NO_THROW(static_cast<void>(open_listeners({{"127.0.0.1", port, ""}}, Families::both)));
}

}  // namespace
}  // namespace tthttpd::accept
