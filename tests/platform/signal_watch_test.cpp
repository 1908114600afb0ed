#include "tthttpd/platform/signal_watch.hpp"

#include <csignal>
#include <utility>
#include <vector>

#include <asio/io_context.hpp>
#include <gtest/gtest.h>

namespace tthttpd::platform {
namespace {

TEST(SignalWatch, TurnsSignalsIntoRequestsAsOftenAsTheyCome) {
  asio::io_context io;
  std::vector<SignalRequest> seen;
  const SignalWatch watch(io, [&](SignalRequest request) { seen.push_back(request); });
  const std::vector<std::pair<int, SignalRequest>> signals{
      {SIGTERM, SignalRequest::stop},  {SIGINT, SignalRequest::stop},
      {SIGQUIT, SignalRequest::stop},  {SIGHUP, SignalRequest::reload},
      {SIGHUP, SignalRequest::reload}, {SIGUSR1, SignalRequest::reopen}};
  std::vector<SignalRequest> expected;
  for (const auto& [number, request] : signals) {
    ASSERT_EQ(std::raise(number), 0);
    expected.push_back(request);
    while (seen.size() < expected.size()) {
      ASSERT_GT(io.run_one_for(std::chrono::seconds(30)), 0U) << number;
    }
  }
  EXPECT_EQ(seen, expected);
}

}  // namespace
}  // namespace tthttpd::platform
