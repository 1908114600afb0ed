#include "tthttpd/handler/cgi_start.hpp"

#include <filesystem>
#include <fstream>
#include <string_view>
#include <utility>

namespace tthttpd::handler {
namespace {

constexpr std::string_view kReason = "cgi-cannot-start";

bool is_program(const std::filesystem::path& file) {
  using std::filesystem::perms;
  std::error_code failed;
  const auto status = std::filesystem::status(file, failed);
  constexpr auto kRun = perms::owner_exec | perms::group_exec | perms::others_exec;
  return !failed && std::filesystem::is_regular_file(status) &&
         (status.permissions() & kRun) != perms::none;
}

/// A bare name as the first program of that name in `path` ("/usr/bin:/bin"); the name itself when
/// there is none, so that the start fails with it.
std::string find_program(const std::string& name, std::string_view path) {
  if (name.find('/') != std::string::npos) {
    return name;
  }
  while (!path.empty()) {
    const auto colon = path.find(':');
    const auto directory = path.substr(0, colon);
    path.remove_prefix(colon == std::string_view::npos ? path.size() : colon + 1);
    // An empty entry would mean the current directory, that is the script's: never.
    if (!directory.empty() && directory.front() == '/') {
      const auto file = std::filesystem::path(directory) / name;
      if (is_program(file)) {
        return file.string();
      }
    }
  }
  return name;
}

/// The first line of a script, for advice; short, and empty for a binary.
std::string shebang_of(const std::string& file) {
  constexpr std::size_t kShown = 100;
  std::ifstream in(file, std::ios::binary);
  std::string line(kShown, '\0');
  in.read(line.data(), static_cast<std::streamsize>(line.size()));
  line.resize(static_cast<std::size_t>(in.gcount()));
  line.resize(std::min(line.size(), line.find('\n')));
  return line.substr(0, 2) == "#!" ? line : std::string();
}

std::string advice_for_missing(const route::Resource& resource, const platform::ChildSetup& setup) {
  std::error_code failed;
  if (!resource.interpreter.empty() && !is_program(setup.program)) {
    return "there is no program " + setup.program;
  }
  if (!std::filesystem::is_directory(setup.working_directory, failed)) {
    return "its directory " + setup.working_directory + " is gone";
  }
  const auto line = shebang_of(setup.program);
  if (!line.empty() && line.back() == '\r') {
    return "its first line ends in CR LF, which makes the interpreter's name wrong; save the file "
           "with LF line ends";
  }
  return line.empty() ? "the program or its loader is missing"
                      : "the interpreter in its first line is missing: " + line;
}

}  // namespace

const std::string& cgi_name(const route::Resource& resource) {
  return resource.script_name.empty() ? resource.file_path : resource.script_name;
}

platform::ChildSetup make_child_setup(const route::Resource& resource, const CgiOptions& options,
                                      std::vector<std::string> environment) {
  platform::ChildSetup setup;
  setup.arguments = resource.interpreter;
  setup.arguments.push_back(resource.file_path);
  setup.program = find_program(setup.arguments.front(), options.path);
  setup.environment = std::move(environment);
  const auto slash = resource.file_path.rfind('/');
  setup.working_directory =
      slash == std::string::npos || slash == 0 ? "/" : resource.file_path.substr(0, slash);
  setup.limits = options.limits;
  return setup;
}

http::Error cannot_start(const std::error_code& code, const route::Resource& resource,
                         const platform::ChildSetup& setup) {
  const auto general = http::error_from_system(code, {});
  std::string detail = "script " + cgi_name(resource) + ": ";
  const bool interpreted = !resource.interpreter.empty();
  if (code == std::errc::no_such_file_or_directory || code == std::errc::not_a_directory) {
    return {500, kReason, detail + advice_for_missing(resource, setup)};
  }
  if (code == std::errc::permission_denied && !interpreted) {
    return {403, kReason,
            detail + "no permission to run " + setup.program +
                " (chmod +x it, and look at the interpreter in its first line)"};
  }
  if (code == std::errc::executable_format_error) {
    return {
        500, kReason,
        detail + setup.program + " is no program: its first line must be #! and an interpreter"};
  }
  if (code == std::errc::text_file_busy) {
    return {503, kReason, detail + setup.program + " is being written"};
  }
  return {general.status == 503 ? 503 : 500, kReason,
          detail + setup.program + ": " + general.detail};
}

}  // namespace tthttpd::handler
