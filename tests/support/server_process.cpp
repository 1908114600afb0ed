#include "support/server_process.hpp"

#include <cerrno>
#include <cstdlib>
#include <regex>
#include <signal.h>
#include <sys/wait.h>
#include <system_error>
#include <utility>

#include <gtest/gtest.h>

#include "support/deadline.hpp"
#include "support/process_info.hpp"

namespace tthttpd::support {

std::vector<PrintedUrl> printed_urls(const std::string& output) {
  static const std::regex kUrl(R"(http://(\[([^\]\s]+)\]|([^:/\s\[]+)):(\d+)/)");
  std::vector<PrintedUrl> urls;
  for (std::sregex_iterator match(output.begin(), output.end(), kUrl), end; match != end; ++match) {
    const std::string address = (*match)[2].matched ? (*match)[2].str() : (*match)[3].str();
    urls.push_back({address, static_cast<std::uint16_t>(std::stoul((*match)[4].str()))});
  }
  return urls;
}

bool says_serving(const std::string& output) {
  const std::size_t line = output.rfind("Serving", 0) == 0 ? 0 : output.find("\nServing");
  return line != std::string::npos && output.find('\n', line + 1) != std::string::npos;
}

std::string server_binary() {
  const char* chosen = std::getenv("TTHTTPD_BINARY");
  return chosen != nullptr && *chosen != '\0' ? chosen : TTHTTPD_BINARY;
}

ServerProcess::ServerProcess(Options options) {
  std::vector<std::string> command = std::move(options.wrapper);
  command.push_back(server_binary());
  command.insert(command.end(), options.arguments.begin(), options.arguments.end());
  pid_ = spawn(command, options.working_directory, (outputs_ / "out").string(),
               (outputs_ / "err").string(), options.environment);
  running_ = true;
  const bool decided = eventually([this] {
    int status = 0;
    running_ = ::waitpid(pid_, &status, WNOHANG) == 0;
    return !running_ || says_serving(output());
  });
  if (!decided || !running_) {
    kill();
    throw ClientError("the server did not start: " + output() + errors());
  }
  urls_ = printed_urls(output());
}

ServerProcess::~ServerProcess() {
  if (running_) {
    const int code = stop();
    EXPECT_EQ(code, 0) << "exit code of the server; it wrote: " << errors();
  }
}

std::uint16_t ServerProcess::port(Family family) const {
  for (const PrintedUrl& url : urls_) {
    if ((url.address.find(':') != std::string::npos) == (family == Family::v6)) {
      return url.port;
    }
  }
  throw ClientError("no address of that family among: " + output());
}

std::string ServerProcess::output() const { return read_file(outputs_ / "out"); }

std::string ServerProcess::errors() const { return read_file(outputs_ / "err"); }

void ServerProcess::signal(int number) const {
  if (::kill(pid_, number) != 0) {
    throw std::system_error(errno, std::generic_category(), "kill");
  }
}

int ServerProcess::stop() {
  signal(SIGTERM);
  return wait_for_end();
}

int ServerProcess::wait_for_end() {
  running_ = false;
  return wait_for_exit(pid_);
}

void ServerProcess::kill() {
  if (running_) {
    ::kill(pid_, SIGKILL);
    wait_for_end();
  }
}

}  // namespace tthttpd::support
