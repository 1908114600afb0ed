#include "tthttpd/platform/child_process.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <signal.h>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include <gtest/gtest.h>

#include "support/deadline.hpp"
#include "support/temp_dir.hpp"
#include "tthttpd/platform/socket.hpp"

namespace tthttpd::platform {
namespace {

using std::chrono::seconds;

Deadline soon() { return Clock::now() + support::kPatience; }

ChildSetup shell(const std::string& script) {
  ChildSetup setup;
  setup.program = "/bin/sh";
  setup.arguments = {"sh", "-c", script};
  setup.environment = {"PATH=/usr/local/bin:/usr/bin:/bin"};
  setup.working_directory = "/";
  return setup;
}

/// The same command by the two ways of starting: posix_spawn, and fork where limits are asked for.
class StartedBothWays : public testing::TestWithParam<bool> {
 protected:
  [[nodiscard]] static ChildSetup with_way(ChildSetup setup) {
    if (GetParam()) {
      setup.limits.cpu_seconds = 1000;
    }
    return setup;
  }
};
INSTANTIATE_TEST_SUITE_P(ChildProcess, StartedBothWays, testing::Bool(),
                         [](const auto& way) { return way.param ? "ByFork" : "BySpawn"; });

/// All of one output until its end.
std::string read_all(Handle& pipe) {
  std::string all;
  for (;;) {
    std::array<char, 4096> bytes{};
    const auto got = read_pipe(pipe, bytes.data(), bytes.size());
    if (got && *got == 0) {
      return all;
    }
    if (got) {
      all.append(bytes.data(), *got);
      continue;
    }
    if (got.error() != std::errc::operation_would_block) {
      ADD_FAILURE() << got.error().message();
      return all;
    }
    std::array<WaitItem, 1> items{};
    items[0].handle = pipe.native();
    items[0].want_read = true;
    if (*wait_for(items, soon()) == 0) {
      ADD_FAILURE() << "no end of output after: " << all;
      return all;
    }
  }
}

std::string output_of(const ChildSetup& setup) {
  auto child = ChildProcess::start(setup);
  if (!child) {
    ADD_FAILURE() << child.error().message();
    return {};
  }
  child->input().reset();
  auto output = read_all(child->output());
  EXPECT_TRUE(child->wait_until(soon()));
  return output;
}

std::string read_line(Handle& pipe) {
  std::string line;
  while (line.empty() || line.back() != '\n') {
    std::array<WaitItem, 1> items{};
    items[0].handle = pipe.native();
    items[0].want_read = true;
    char c = 0;
    if (*wait_for(items, soon()) == 0 || *read_pipe(pipe, &c, 1) == 0) {
      ADD_FAILURE() << "no line after: " << line;
      return line;
    }
    line.push_back(c);
  }
  line.pop_back();
  return line;
}

/// Whether a process runs (a zombie does not).
bool runs(pid_t id) {
  const auto stat = support::read_file("/proc/" + std::to_string(id) + "/stat");
  const auto paren = stat.rfind(')');
  return paren != std::string::npos && stat.size() > paren + 2 && stat[paren + 2] != 'Z';
}

TEST_P(StartedBothWays, PassesOutputErrorsAndExitCode) {
  auto child = ChildProcess::start(with_way(shell("cat; echo problem >&2; exit 7")));
  ASSERT_TRUE(child);
  ASSERT_EQ(*write_pipe(child->input(), "hello", 5), 5U);
  child->input().reset();
  EXPECT_EQ(read_all(child->output()), "hello");
  EXPECT_EQ(read_all(child->errors()), "problem\n");
  const auto status = child->wait_until(soon());
  ASSERT_TRUE(status);
  EXPECT_FALSE(status->by_signal);
  EXPECT_EQ(status->code, 7);
}

TEST_P(StartedBothWays, TellsADeathBySignal) {
  auto child = ChildProcess::start(with_way(shell("kill -SEGV $$")));
  ASSERT_TRUE(child);
  const auto status = child->wait_until(soon());
  ASSERT_TRUE(status);
  EXPECT_TRUE(status->by_signal);
  EXPECT_EQ(status->code, SIGSEGV);
}

TEST_P(StartedBothWays, PassesExactlyTheGivenEnvironment) {
  ::setenv("TTHTTPD_TEST_SECRET", "of the server", 1);
  ChildSetup setup;
  setup.program = "/usr/bin/env";
  setup.arguments = {"env"};
  setup.environment = {"ONE=1", "EMPTY=", "TWO=a b=c"};
  setup.working_directory = "/";
  EXPECT_EQ(output_of(with_way(setup)), "ONE=1\nEMPTY=\nTWO=a b=c\n");
  ::unsetenv("TTHTTPD_TEST_SECRET");
}

TEST_P(StartedBothWays, PassesArgumentsUntouched) {
  auto setup = shell("printf '[%s]' \"$@\"");
  setup.arguments.insert(setup.arguments.end(), {"sh", "a b", "", "$HOME", "*"});
  EXPECT_EQ(output_of(with_way(setup)), "[a b][][$HOME][*]");
}

TEST_P(StartedBothWays, RunsInTheGivenDirectory) {
  const support::TempDir directory;
  auto setup = shell("pwd -P");
  setup.working_directory = directory.path().string();
  EXPECT_EQ(output_of(with_way(setup)),
            std::filesystem::canonical(directory.path()).string() + "\n");
}

TEST_P(StartedBothWays, InheritsExactlyThreeDescriptors) {
  // Neither what we open nor what others left open without close-on-exec may get through: a script
  // that held the listening socket would keep the port taken.
  std::vector<Handle> held;
  for (int i = 0; i < 100; ++i) {
    held.emplace_back(::open("/dev/null", O_RDONLY));
  }
  EXPECT_EQ(output_of(with_way(shell("exec ls /proc/self/fd"))), "0\n1\n2\n3\n")
      << "3 is the directory that ls reads";
  EXPECT_EQ(output_of(with_way(shell("exec readlink /proc/self/fd/3"))), "");
}

TEST_P(StartedBothWays, StandardDescriptorsAreThePipesAlsoWhenOursWereClosed) {
  // With 0 closed in the server the first pipe gets the number 0 itself.
  const int kept = ::fcntl(0, F_DUPFD_CLOEXEC, 50);
  ::close(0);
  auto child = ChildProcess::start(with_way(shell("cat; echo bad >&2")));
  if (kept >= 0) {
    ::dup2(kept, 0);
    ::close(kept);
  }
  ASSERT_TRUE(child);
  ASSERT_EQ(*write_pipe(child->input(), "x", 1), 1U);
  child->input().reset();
  EXPECT_EQ(read_all(child->output()), "x");
  EXPECT_EQ(read_all(child->errors()), "bad\n");
}

TEST_P(StartedBothWays, StartsWithDefaultSignalsAndAnEmptyMask) {
  struct sigaction ignore {};
  ignore.sa_handler = SIG_IGN;
  struct sigaction pipe_before {
  }, hup_before{};
  ::sigaction(SIGPIPE, &ignore, &pipe_before);
  ::sigaction(SIGHUP, &ignore, &hup_before);
  sigset_t all, mask_before;
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &mask_before);
  ChildSetup setup;
  setup.program = "/bin/cat";
  setup.arguments = {"cat", "/proc/self/status"};
  setup.working_directory = "/";
  const auto status = output_of(with_way(setup));
  ::pthread_sigmask(SIG_SETMASK, &mask_before, nullptr);
  ::sigaction(SIGPIPE, &pipe_before, nullptr);
  ::sigaction(SIGHUP, &hup_before, nullptr);
  EXPECT_NE(status.find("SigBlk:\t0000000000000000\n"), std::string::npos) << status;
  const auto ignored = status.find("SigIgn:\t");
  ASSERT_NE(ignored, std::string::npos);
  // posix_spawn leaves the two signals that the C library keeps for itself (32 and 33) ignored.
  constexpr std::uint64_t kLibrarysOwn = 0x180000000U;
  EXPECT_EQ(std::stoull(status.substr(ignored + 8), nullptr, 16) & ~kLibrarysOwn, 0U) << status;
}

TEST_P(StartedBothWays, LeadsAProcessGroupOfItsOwn) {
  auto child = ChildProcess::start(with_way(shell("read x")));
  ASSERT_TRUE(child);
  EXPECT_EQ(::getpgid(static_cast<pid_t>(child->id())), static_cast<pid_t>(child->id()));
}

TEST_P(StartedBothWays, GivesTheReasonWhenItCannotStart) {
  const support::TempDir directory;
  struct Row {
    const char* description;
    std::string program;
    std::errc expected;
  };
  directory.write("plain", "#!/bin/sh\n");
  const std::vector<Row> rows = {
      {"absent", (directory / "absent").string(), std::errc::no_such_file_or_directory},
      {"interpreter absent", directory.write_script("a", "#!/no/such/program\n").string(),
       std::errc::no_such_file_or_directory},
      {"interpreter with CR", directory.write_script("b", "#!/bin/sh\r\n").string(),
       std::errc::no_such_file_or_directory},
      {"no execute bit", (directory / "plain").string(), std::errc::permission_denied},
      {"a directory", directory.path().string(), std::errc::permission_denied},
      {"empty file", directory.write_script("c", "").string(), std::errc::executable_format_error},
      {"text without #!", directory.write_script("d", "echo hello\n").string(),
       std::errc::executable_format_error},
  };
  for (const auto& row : rows) {
    ChildSetup setup;
    setup.program = row.program;
    setup.arguments = {row.program};
    setup.working_directory = "/";
    const auto child = ChildProcess::start(with_way(setup));
    ASSERT_FALSE(child) << row.description;
    EXPECT_EQ(child.error(), row.expected) << row.description << ": " << child.error().message();
  }
  auto setup = shell("true");
  setup.working_directory = (directory / "absent").string();
  EXPECT_EQ(ChildProcess::start(with_way(setup)).error(), std::errc::no_such_file_or_directory);
}

TEST(ChildProcess, SetsTheLimitsBeforeTheProgramRuns) {
  auto setup = shell("ulimit -t; ulimit -v");
  setup.limits.cpu_seconds = 77;
  setup.limits.memory_bytes = 512 * 1024 * 1024;
  EXPECT_EQ(output_of(setup), "77\n524288\n");
}

TEST(ChildProcess, ExitHandleBecomesReadableAtTheEnd) {
  auto child = ChildProcess::start(shell("read x"));
  ASSERT_TRUE(child);
  ASSERT_NE(child->exit_handle(), kNoHandle);
  std::array<WaitItem, 1> items{};
  items[0].handle = child->exit_handle();
  items[0].want_read = true;
  EXPECT_EQ(*wait_for(items, Deadline::min()), 0);
  EXPECT_FALSE(child->has_ended());
  EXPECT_FALSE(child->wait_until(Deadline::min()));
  child->input().reset();
  EXPECT_EQ(*wait_for(items, soon()), 1);
  EXPECT_TRUE(child->has_ended());
  EXPECT_TRUE(child->wait_until(Deadline::min()));
  EXPECT_TRUE(child->wait_until(Deadline::min())) << "asking again gives the same answer";
}

TEST(ChildProcess, PipesDoNotBlockAndReportTheirEnd) {
  ignore_broken_pipe_signal();
  auto child = ChildProcess::start(shell("exec <&-; echo closed; read x; sleep 60"));
  ASSERT_TRUE(child);
  EXPECT_EQ(read_line(child->output()), "closed");
  char c = 0;
  EXPECT_EQ(read_pipe(child->output(), &c, 1).error(), std::errc::operation_would_block);
  EXPECT_EQ(write_pipe(child->input(), "x", 1).error(), std::errc::broken_pipe);
}

TEST(ChildProcess, EndsTheWholeGroup) {
  auto child = ChildProcess::start(shell("(sh -c 'sleep 300 & echo $!; wait') & echo $!; wait"));
  ASSERT_TRUE(child);
  const auto son = static_cast<pid_t>(std::stol(read_line(child->output())));
  const auto grandson = static_cast<pid_t>(std::stol(read_line(child->output())));
  const auto leader = static_cast<pid_t>(child->id());
  EXPECT_TRUE(runs(son) && runs(grandson));
  child->end_group();
  EXPECT_TRUE(child->has_ended());
  EXPECT_EQ(::kill(leader, 0), -1) << "no zombie is left";
  EXPECT_EQ(errno, ESRCH);
  EXPECT_TRUE(support::eventually([&] { return !runs(son) && !runs(grandson); }));
}

TEST(ChildProcess, EndsWhatHoldsOnAfterTheLeaderHasGone) {
  // The one that ignores TERM is not the leader, which goes at once.
  auto child = ChildProcess::start(
      shell("sh -c 'trap \"\" TERM; echo $$; while :; do sleep 1; done' & wait"));
  ASSERT_TRUE(child);
  const auto stubborn = static_cast<pid_t>(std::stol(read_line(child->output())));
  child->end_group();
  EXPECT_TRUE(support::eventually([&] { return !runs(stubborn); }));
}

TEST(ChildProcess, KillsOneThatIgnoresTerm) {
  auto child = ChildProcess::start(shell("trap '' TERM; echo ready; while :; do sleep 1; done"));
  ASSERT_TRUE(child);
  EXPECT_EQ(read_line(child->output()), "ready");
  const auto leader = static_cast<pid_t>(child->id());
  const auto begin = Clock::now();
  child->end_group();
  EXPECT_GE(Clock::now() - begin, ChildProcess::kGrace) << "it gets its time to clean up";
  EXPECT_FALSE(runs(leader));
}

TEST(ChildProcess, GivesTimeToCleanUpAfterTerm) {
  const support::TempDir directory;
  auto setup =
      shell("trap 'echo cleaned > mark; exit' TERM; echo ready; while :; do sleep 0.1; done");
  setup.working_directory = directory.path().string();
  {
    auto child = ChildProcess::start(setup);
    ASSERT_TRUE(child);
    EXPECT_EQ(read_line(child->output()), "ready");
  }
  EXPECT_EQ(support::read_file(directory / "mark"), "cleaned\n");
}

TEST(ChildProcess, EndsInStepsWithoutWaiting) {
  auto child = ChildProcess::start(
      shell("trap 'echo bye >&2; exit' TERM; echo ready; read x; sleep 60 & wait"));
  ASSERT_TRUE(child);
  EXPECT_EQ(read_line(child->output()), "ready");
  child->begin_end();
  EXPECT_TRUE(support::eventually([&] { return child->try_finish_end(); }));
}

TEST(ChildProcess, LeavesTheBackgroundOfAnEndedChildAlone) {
  auto child = ChildProcess::start(shell("sleep 300 >/dev/null 2>&1 </dev/null & echo $!"));
  ASSERT_TRUE(child);
  const auto background = static_cast<pid_t>(std::stol(read_line(child->output())));
  ASSERT_TRUE(child->wait_until(soon()));
  child->end_group();
  EXPECT_TRUE(runs(background));
  ::kill(background, SIGKILL);
}

TEST(ChildProcess, MovesItsDuties) {
  auto started = ChildProcess::start(shell("echo here; read x"));
  ASSERT_TRUE(started);
  ChildProcess second = std::move(*started);
  EXPECT_EQ(started->id(), -1);
  auto third = ChildProcess::start(shell("sleep 300"));
  ASSERT_TRUE(third);
  const auto replaced = static_cast<pid_t>(third->id());
  *third = std::move(second);
  EXPECT_FALSE(runs(replaced)) << "what is overwritten is ended";
  EXPECT_EQ(read_line(third->output()), "here");
}

TEST(ChildProcess, StartsManyFromSeveralThreads) {
  std::vector<std::thread> threads;
  std::atomic<int> right{0};
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([t, &right] {
      for (int i = 0; i < 25; ++i) {
        const auto word = std::to_string(t) + '-' + std::to_string(i);
        auto setup = shell("cat; echo " + word + "; exec ls /proc/self/fd");
        if (i % 3 == 0) {
          setup.limits.cpu_seconds = 1000;
        }
        right += output_of(setup) == word + "\n0\n1\n2\n3\n" ? 1 : 0;
      }
    });
  }
  for (auto& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(right, 100);
}

TEST(ChildProcess, LeavesNoDescriptorOpen) {
  const auto count = [] {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
  };
  const auto before = count();
  for (int i = 0; i < 20; ++i) {
    auto setup = shell(i % 2 == 0 ? "exit 0" : "sleep 300");
    setup.limits.cpu_seconds = i % 3 == 0 ? 1000U : 0U;
    auto child = ChildProcess::start(setup);
    ASSERT_TRUE(child);
    auto failing = setup;
    failing.program = "/no/such/program";
    EXPECT_FALSE(ChildProcess::start(failing));
  }
  EXPECT_EQ(count(), before);
}

}  // namespace
}  // namespace tthttpd::platform
