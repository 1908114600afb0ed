#include "tthttpd/handler/cgi_reaper.hpp"

#include <fcntl.h>
#include <optional>
#include <utility>

#include "cgi_fixture.hpp"

namespace tthttpd::handler {
namespace {

using platform::Clock;
using platform::kNever;

class CgiReaperTest : public testing::Test {
 protected:
  OrphanScript orphan(const std::string& script, platform::Deadline end_it) {
    platform::ChildSetup setup;
    setup.program = "/bin/sh";
    setup.arguments = {"sh", "-c", script};
    setup.environment = {"PATH=/usr/bin:/bin"};
    setup.working_directory = "/";
    auto child = platform::ChildProcess::start(setup);
    EXPECT_TRUE(child);
    auto slot = slots.acquire(platform::Deadline::min(), [] { return false; });
    EXPECT_TRUE(slot);
    return {std::move(*child), ScriptLog(log, "script"), std::move(*slot), end_it, false};
  }
  bool all_free() {
    const auto never = [] { return false; };
    const auto first = slots.acquire(platform::Deadline::min(), never);
    const auto second = slots.acquire(platform::Deadline::min(), never);
    return first && second;
  }

  Recorder log;
  CgiSlots slots{2};
};

TEST_F(CgiReaperTest, WaitsForOneThatEndsByItself) {
  CgiReaper reaper;
  auto one = orphan("echo words >&2; read x; echo last >&2", kNever);
  const auto id = static_cast<long>(one.child.id());
  auto input = std::move(one.child.input());
  reaper.take(std::move(one));
  EXPECT_TRUE(support::eventually([&] { return log.has("words"); }));
  EXPECT_FALSE(all_free()) << "it still counts as running";
  EXPECT_TRUE(process_runs(id));
  input.reset();
  EXPECT_TRUE(support::eventually([&] { return all_free(); }));
  EXPECT_TRUE(log.has("script: last")) << "its errors are read to their end";
  EXPECT_FALSE(process_runs(id));
}

TEST_F(CgiReaperTest, EndsOneThatTakesTooLong) {
  CgiReaper reaper;
  auto one = orphan("sleep 300", Clock::now());
  const auto id = static_cast<long>(one.child.id());
  reaper.take(std::move(one));
  EXPECT_TRUE(support::eventually([&] { return !process_runs(id) && all_free(); }));
}

TEST_F(CgiReaperTest, AStubbornOneDoesNotHoldUpOthers) {
  CgiReaper reaper;
  auto stubborn = orphan("trap '' TERM; echo ready >&2; while :; do sleep 1; done", kNever);
  const auto stubborn_id = static_cast<long>(stubborn.child.id());
  reaper.take(std::move(stubborn));
  ASSERT_TRUE(support::eventually([&] { return log.has("ready"); }));
  auto quick = orphan("sleep 300", Clock::now());
  const auto quick_id = static_cast<long>(quick.child.id());
  reaper.take(std::move(quick));
  EXPECT_TRUE(support::eventually([&] { return !process_runs(quick_id); }));
  EXPECT_TRUE(process_runs(stubborn_id));
}

TEST_F(CgiReaperTest, AFloodOfErrorsHoldsUpNeitherOthersNorTheEnd) {
  std::optional<CgiReaper> reaper(std::in_place);
  auto flood = orphan("trap '' TERM; while :; do sleep 1; done", kNever);
  // A standard error that is never empty, however fast it is read.
  flood.child.errors() = platform::Handle(::open("/dev/zero", O_RDONLY | O_CLOEXEC));
  const auto flood_id = static_cast<long>(flood.child.id());
  reaper->take(std::move(flood));
  ASSERT_TRUE(support::eventually([&] { return log.has("the rest is dropped"); }));
  auto quick = orphan("sleep 300", Clock::now());
  const auto quick_id = static_cast<long>(quick.child.id());
  reaper->take(std::move(quick));
  EXPECT_TRUE(support::eventually([&] { return !process_runs(quick_id); }));
  EXPECT_TRUE(process_runs(flood_id));
  reaper.reset();
  EXPECT_FALSE(process_runs(flood_id));
  EXPECT_TRUE(all_free());
}

TEST_F(CgiReaperTest, LeavesNobodyWhenItGoes) {
  std::vector<long> ids;
  {
    CgiReaper reaper;
    for (const char* script : {"trap '' TERM; while :; do sleep 1; done", "sleep 300"}) {
      auto one = orphan(script, kNever);
      ids.push_back(static_cast<long>(one.child.id()));
      reaper.take(std::move(one));
    }
  }
  for (const long id : ids) {
    EXPECT_FALSE(process_runs(id));
  }
  EXPECT_TRUE(all_free());
}

}  // namespace
}  // namespace tthttpd::handler
