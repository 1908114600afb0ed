#include "support/process_info.hpp"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <iterator>
#include <signal.h>
#include <spawn.h>
#include <sstream>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

#include "support/deadline.hpp"
#include "support/raw_client.hpp"
#include "support/temp_dir.hpp"

namespace tthttpd::support {

namespace {

namespace fs = std::filesystem;

fs::path proc(pid_t pid) { return fs::path("/proc") / std::to_string(pid); }

/// Fields of /proc/PID/stat from the third (state) on; empty when the process is gone.
std::vector<std::string> stat_fields(pid_t pid) {
  const std::string line = read_file(proc(pid) / "stat");
  const std::size_t name_end = line.rfind(')');
  if (name_end == std::string::npos) {
    return {};
  }
  std::istringstream fields(line.substr(name_end + 1));
  return {std::istream_iterator<std::string>(fields), std::istream_iterator<std::string>()};
}

int exit_code_of(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

class FileActions {
 public:
  FileActions() { ::posix_spawn_file_actions_init(&actions_); }
  ~FileActions() { ::posix_spawn_file_actions_destroy(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;
  void open(int descriptor, const std::string& path, int flags) {
    ::posix_spawn_file_actions_addopen(&actions_, descriptor, path.c_str(), flags, 0644);
  }
  void change_directory(const std::string& path) {
    ::posix_spawn_file_actions_addchdir_np(&actions_, path.c_str());
  }
  [[nodiscard]] const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> list;
  for (std::string& text : texts) {
    list.push_back(text.data());
  }
  list.push_back(nullptr);
  return list;
}

}  // namespace

std::size_t count_descriptors(pid_t pid) {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : fs::directory_iterator(proc(pid) / "fd")) {
    ++count;
  }
  return count;
}

std::size_t resident_kib(pid_t pid) {
  std::istringstream status(read_file(proc(pid) / "status"));
  std::string line;
  while (std::getline(status, line)) {
    if (line.rfind("VmRSS:", 0) == 0) {
      return std::stoul(line.substr(6));
    }
  }
  return 0;
}

long cpu_milliseconds(pid_t pid) {
  const auto fields = stat_fields(pid);
  if (fields.size() < 13) {
    return 0;
  }
  return (std::stol(fields[11]) + std::stol(fields[12])) * 1000 / ::sysconf(_SC_CLK_TCK);
}

std::vector<pid_t> children(pid_t pid) {
  std::vector<pid_t> list;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string name = entry.path().filename().string();
    if (std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isdigit(c); })) {
      const auto child = static_cast<pid_t>(std::stol(name));
      const auto fields = stat_fields(child);
      if (fields.size() > 1 && fields[1] == std::to_string(pid)) {
        list.push_back(child);
      }
    }
  }
  return list;
}

std::vector<pid_t> zombies(pid_t pid) {
  std::vector<pid_t> list = children(pid);
  list.erase(std::remove_if(list.begin(), list.end(),
                            [](pid_t child) {
                              const auto fields = stat_fields(child);
                              return fields.empty() || fields[0] != "Z";
                            }),
             list.end());
  return list;
}

bool exists(pid_t pid) { return !stat_fields(pid).empty(); }

bool runs(pid_t pid) {
  const auto fields = stat_fields(pid);
  return !fields.empty() && fields[0] != "Z" && fields[0] != "X";
}

pid_t spawn(const std::vector<std::string>& command, const std::string& working_directory,
            const std::string& output_file, const std::string& error_file,
            const std::vector<std::string>& more_environment) {
  FileActions actions;
  actions.open(0, "/dev/null", O_RDONLY);
  actions.open(1, output_file, O_WRONLY | O_CREAT | O_TRUNC);
  actions.open(2, error_file, O_WRONLY | O_CREAT | O_TRUNC);
  actions.change_directory(working_directory);
  std::vector<std::string> arguments = command;
  std::vector<std::string> environment = more_environment;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    environment.emplace_back(*entry);
  }
  pid_t pid = 0;
  const int error = ::posix_spawnp(&pid, command.front().c_str(), actions.get(), nullptr,
                                   pointers(arguments).data(), pointers(environment).data());
  if (error != 0) {
    throw std::system_error(error, std::generic_category(), "start " + command.front());
  }
  return pid;
}

int wait_for_exit(pid_t pid) {
  int status = 0;
  pid_t ended = 0;
  const bool in_time = eventually([&] {
    ended = ::waitpid(pid, &status, WNOHANG);
    return ended != 0;
  });
  if (!in_time) {
    ::kill(pid, SIGKILL);
    ::waitpid(pid, &status, 0);
    return -1;
  }
  if (ended < 0) {
    throw std::system_error(errno, std::generic_category(), "waitpid");
  }
  return exit_code_of(status);
}

RunResult run(const std::vector<std::string>& command, const std::string& working_directory) {
  const TempDir outputs;
  const std::string out = (outputs / "out").string();
  const std::string err = (outputs / "err").string();
  RunResult result;
  result.exit_code = wait_for_exit(spawn(command, working_directory, out, err));
  result.output = read_file(out);
  result.errors = read_file(err);
  if (result.exit_code == -1) {
    throw ClientError(command.front() + " did not end; output: " + result.output + result.errors);
  }
  return result;
}

}  // namespace tthttpd::support
