#include "tthttpd/app/server.hpp"

#include <atomic>
#include <csignal>
#include <filesystem>
#include <stdexcept>
#include <thread>
#include <unistd.h>

#include <gtest/gtest.h>

#include "app/app_site.hpp"
#include "support/raw_client.hpp"

namespace tthttpd::app {
namespace {

ServerPlan on_unix_socket(const AppSite& app) {
  ServerPlan plan;
  plan.listen.push_back({"", "", (app.dir.path() / "s").string()});
  plan.quiet = true;
  return plan;
}

TEST(RunServer, ServesReloadsAndStopsOnSignals) {
  AppSite app;
  app.dir.write("www/a.txt", "hello");
  const auto config = app.parse("");
  std::atomic<int> loads{0};
  const auto load = [&]() -> Reloaded {
    if (++loads == 2) {
      throw std::runtime_error("a bad configuration keeps the old one");
    }
    return {app.build(config), thread_limits(config)};
  };
  const auto plan = on_unix_socket(app);
  const auto socket = plan.listen[0].unix_path;
  std::thread client([&] {
    while (!std::filesystem::exists(socket)) {
      std::this_thread::yield();
    }
    const auto ask = [&]() -> std::string {
      for (;;) {
        try {
          support::RawClient connection(socket);
          return connection.ask(support::get("/a.txt")).body;
        } catch (const support::ClientError&) {  // bound, but not listening yet
          std::this_thread::yield();
        }
      }
    };
    EXPECT_EQ(ask(), "hello");  // signals are watched from here on
    for (const int expected : {2, 3}) {
      ::kill(::getpid(), SIGHUP);
      while (loads < expected) {
        std::this_thread::yield();
      }
      EXPECT_EQ(ask(), "hello");
    }
    ::kill(::getpid(), SIGTERM);
  });
  run_server(plan, load, app.logging);
  client.join();
  EXPECT_EQ(loads, 3);
  EXPECT_FALSE(std::filesystem::exists(socket));
}

TEST(RunServer, ThrowsWhenItCannotStart) {
  AppSite app;
  const auto plan = on_unix_socket(app);
  EXPECT_THROW(run_server(
                   plan, []() -> Reloaded { throw std::runtime_error("no site"); }, app.logging),
               std::runtime_error);
  EXPECT_FALSE(std::filesystem::exists(plan.listen[0].unix_path)) << "the socket is given back";
  auto nowhere = plan;
  nowhere.listen[0].unix_path = "/dev/null/s";
  EXPECT_THROW(run_server(
                   nowhere, []() -> Reloaded { return {}; }, app.logging),
               std::runtime_error);
}

}  // namespace
}  // namespace tthttpd::app
