#include "tthttpd/serve/connection_registry.hpp"

#include <sys/socket.h>

#include <gtest/gtest.h>

#include "support/socket_pair.hpp"

namespace tthttpd::serve {
namespace {

bool ended(const support::SocketPair& pair) {
  char byte = 0;
  return ::recv(static_cast<int>(pair.client.native()), &byte, 1, MSG_DONTWAIT) == 0;
}

TEST(ConnectionRegistry, EndsIdleConnectionsAndLeavesBusyOnesWhenItDrains) {
  ConnectionRegistry registry;
  const support::SocketPair idle;
  const support::SocketPair busy;
  ConnectionRegistry::Entry first(registry, idle.server.native());
  ConnectionRegistry::Entry second(registry, busy.server.native());
  EXPECT_TRUE(first.set_idle());
  second.set_busy();
  EXPECT_EQ(registry.size(), 2U);
  registry.begin_drain();
  EXPECT_TRUE(ended(idle));
  EXPECT_FALSE(ended(busy));
  EXPECT_FALSE(second.set_idle()) << "no connection waits for a request any more";
}

TEST(ConnectionRegistry, EndsEveryConnectionWhenItAborts) {
  ConnectionRegistry registry;
  const support::SocketPair busy;
  ConnectionRegistry::Entry entry(registry, busy.server.native());
  entry.set_busy();
  registry.abort_all();
  EXPECT_TRUE(ended(busy));
  EXPECT_TRUE(registry.draining());
}

TEST(ConnectionRegistry, ForgetsConnectionsThatAreGone) {
  ConnectionRegistry registry;
  {
    const support::SocketPair pair;
    const ConnectionRegistry::Entry entry(registry, pair.server.native());
  }
  EXPECT_EQ(registry.size(), 0U);
  registry.abort_all();
}

}  // namespace
}  // namespace tthttpd::serve
