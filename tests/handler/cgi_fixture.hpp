#pragma once

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <functional>
#include <iterator>
#include <memory>
#include <mutex>
#include <signal.h>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <sys/wait.h>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "support/deadline.hpp"
#include "support/temp_dir.hpp"
#include "tthttpd/handler/cgi.hpp"
#include "tthttpd/http/diagnostics.hpp"
#include "tthttpd/platform/socket.hpp"
#include "tthttpd/platform/wait.hpp"

namespace tthttpd::handler {

/// Keeps what it is told.
class Recorder : public http::Diagnostics {
 public:
  void error(std::string_view line) override { keep(line); }
  void warning(std::string_view line) override { keep(line); }
  void trace(std::string_view line) override { keep(line); }
  [[nodiscard]] bool traces() const override { return tracing; }

  [[nodiscard]] bool has(std::string_view part) const { return count(part) > 0; }
  [[nodiscard]] std::size_t count(std::string_view part) const {
    const std::lock_guard lock(mutex_);
    return static_cast<std::size_t>(
        std::count_if(lines_.begin(), lines_.end(),
                      [&](const auto& line) { return line.find(part) != std::string::npos; }));
  }
  [[nodiscard]] std::string all() const {
    const std::lock_guard lock(mutex_);
    std::string text;
    for (const auto& line : lines_) {
      text += line + '\n';
    }
    return text;
  }

  bool tracing = false;

 private:
  void keep(std::string_view line) {
    const std::lock_guard lock(mutex_);
    lines_.emplace_back(line);
  }

  mutable std::mutex mutex_;
  std::vector<std::string> lines_;
};

/// Content that is there from the start.
class MemoryBody : public http::RequestBody {
 public:
  explicit MemoryBody(std::string content, bool chunked = false)
      : content_(std::move(content)), chunked_(chunked) {}

  http::Result<std::size_t> read(std::span<char> into) override {
    if (failure) {
      return *failure;
    }
    const auto count = content_.copy(into.data(), into.size(), taken_);
    taken_ += count;
    return count;
  }
  [[nodiscard]] std::optional<std::uint64_t> length() const override {
    return chunked_ ? std::nullopt : std::optional<std::uint64_t>(content_.size());
  }
  [[nodiscard]] bool finished() const override { return taken_ == content_.size() && !failure; }
  http::Result<void> want() override { return {}; }
  [[nodiscard]] bool has_buffered() const override { return !finished(); }
  [[nodiscard]] platform::NativeHandle wait_handle() const override { return platform::kNoHandle; }

  std::optional<http::Error> failure;

 private:
  std::string content_;
  bool chunked_;
  std::size_t taken_ = 0;
};

/// Content that comes over a socket, of announced length.
class SocketBody : public http::RequestBody {
 public:
  explicit SocketBody(std::uint64_t length) : length_(length) {
    std::array<int, 2> ends{};
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
    server_ = platform::Handle(ends[0]);
    client = platform::Handle(ends[1]);
  }

  http::Result<std::size_t> read(std::span<char> into) override {
    ++reads;
    const auto most = std::min<std::uint64_t>(into.size(), length_ - taken_);
    const auto got =
        ::recv(static_cast<int>(server_.native()), into.data(), static_cast<std::size_t>(most), 0);
    if (got <= 0 && most > 0) {
      return http::Error{400, "body-incomplete", {}};
    }
    taken_ += static_cast<std::uint64_t>(got);
    return static_cast<std::size_t>(got);
  }
  [[nodiscard]] std::optional<std::uint64_t> length() const override { return length_; }
  [[nodiscard]] bool finished() const override { return taken_ == length_; }
  http::Result<void> want() override {
    ++wanted;
    return {};
  }
  [[nodiscard]] bool has_buffered() const override { return false; }
  [[nodiscard]] platform::NativeHandle wait_handle() const override { return server_.native(); }

  /// As the client: sends all, waiting for room.
  void send(std::string_view bytes) const {
    while (!bytes.empty()) {
      const auto sent =
          ::send(static_cast<int>(client.native()), bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) {
        return;
      }
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
  }
  void half_close() const { ::shutdown(static_cast<int>(client.native()), SHUT_WR); }

  platform::Handle client;
  int wanted = 0;
  int reads = 0;

 private:
  std::uint64_t length_;
  platform::Handle server_;
  std::uint64_t taken_ = 0;
};

/// What came of one run.
struct RunOutcome {
  int status = 0;
  std::string content;
  std::optional<http::Error> error;  ///< of handle(), or of reading the content
};

inline bool process_runs(long id) {
  const auto stat = support::read_file("/proc/" + std::to_string(id) + "/stat");
  const auto paren = stat.rfind(')');
  return paren != std::string::npos && stat.size() > paren + 2 && stat[paren + 2] != 'Z';
}

inline constexpr std::size_t kTenMegabytes = 10 * 1024 * 1024;

/// Content in which a lost or doubled piece shows.
inline std::string pattern(std::size_t size) {
  std::string text(size, '\0');
  for (std::size_t i = 0; i < size; ++i) {
    text[i] = static_cast<char>(i * 2654435761U >> 13U);
  }
  return text;
}

/// What count.pl answers to it.
inline std::string counted(const std::string& content, const std::string& announced) {
  std::uint64_t sum = 0;
  for (const char c : content) {
    sum += static_cast<unsigned char>(c);
  }
  return "size=" + std::to_string(content.size()) + " sum=" + std::to_string(sum % 4294967296U) +
         " announced=" + announced + "\n";
}

/// The process id a script has written into a file.
inline long id_in(const std::filesystem::path& file) {
  EXPECT_TRUE(support::eventually([&] { return std::filesystem::exists(file); }));
  return std::stol(support::read_file(file));
}

/// Not even a zombie.
inline bool no_children() {
  siginfo_t info{};
  return ::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) < 0 && errno == ECHILD;
}

/// One Cgi with its surroundings, and short ways to run scripts through it.
class CgiTest : public testing::Test {
 protected:
  CgiTest() {
    platform::ignore_broken_pipe_signal();
    options.document_root = TTHTTPD_SOURCE_DIR "/tests/data";
    options.server_software = "tthttpd/test";
    options.path = "/usr/local/bin:/usr/bin:/bin";
    options.spool_directory = directory.path().string();
    request.method_name = "GET";
    request.target = "/cgi/x";
    request.authority = "example.org";
    request.client_address = "192.0.2.7";
    request.peer = &peer;
    request.body = &no_body;
  }

  static std::string data(const std::string& name) {
    return TTHTTPD_SOURCE_DIR "/tests/data/cgi/" + name;
  }
  /// A script of the given text; its first line is written here.
  std::string shell_script(const std::string& text, const std::string& name = "script") {
    return directory.write_script(name, "#!/bin/sh\n" + text).string();
  }
  Cgi& cgi() {
    if (!cgi_) {
      cgi_ = std::make_unique<Cgi>(options, log);
    }
    return *cgi_;
  }
  void drop_cgi() { cgi_.reset(); }

  static route::Resource script_at(const std::string& file) {
    route::Resource resource;
    resource.kind = route::Kind::script;
    resource.file_path = file;
    resource.script_name = "/cgi" + file.substr(file.rfind('/'));
    return resource;
  }
  http::Result<http::Response> start(const std::string& file) {
    auto resource = script_at(file);
    return cgi().handle(request, resource);
  }
  RunOutcome run(const std::string& file) {
    auto response = start(file);
    return response ? read_out(*response)
                    : RunOutcome{response.error().status, {}, response.error()};
  }
  static RunOutcome read_out(http::Response& response) {
    RunOutcome outcome{response.status, {}, std::nullopt};
    auto* stream = std::get_if<std::unique_ptr<http::StreamBody>>(&response.body);
    std::array<char, 8192> bytes{};
    while (stream != nullptr) {
      auto got = (*stream)->read(bytes);
      if (!got) {
        outcome.error = got.error();
      }
      if (!got || *got == 0) {
        break;
      }
      outcome.content.append(bytes.data(), *got);
    }
    return outcome;
  }
  static std::size_t open_descriptors() {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {}));
  }

  support::TempDir directory;
  Recorder log;
  CgiOptions options;
  http::Peer peer{{"192.0.2.7", 40000}, {"192.0.2.1", 8080}};
  MemoryBody no_body{""};
  http::Request request;

 private:
  std::unique_ptr<Cgi> cgi_;
};

}  // namespace tthttpd::handler
