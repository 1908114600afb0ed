#include "support/site.hpp"

#include <sstream>
#include <utility>

#include "support/deadline.hpp"

namespace tthttpd::support {

Site::Site() { std::filesystem::create_directories(directory_ / "www"); }

std::string Site::path(std::string_view name) const { return (directory_ / name).string(); }

void Site::file(std::string_view name, std::string_view content) const {
  directory_.write("www/" + std::string(name), content);
}

void Site::script(std::string_view name, std::string_view content) const {
  directory_.write_script("www/" + std::string(name), content);
}

void Site::beside(std::string_view name, std::string_view content) const {
  directory_.write(name, content);
}

void Site::configure(std::string_view global, std::string_view sections) {
  std::string ini =
      "[global]\n"
      "listen = 127.0.0.1:0, [::1]:0\n"
      "root = www\n"
      "access_log = access.log\n"
      "error_log = error.log\n";
  ini.append(global).append("\n").append(sections).append("\n");
  directory_.write("site.conf", ini);
}

void Site::start(std::string_view global, std::string_view sections,
                 std::vector<std::string> wrapper, std::vector<std::string> arguments) {
  configure(global, sections);
  ServerProcess::Options options;
  options.arguments = {"-c", path("site.conf")};
  options.arguments.insert(options.arguments.end(), arguments.begin(), arguments.end());
  options.wrapper = std::move(wrapper);
  options.working_directory = path();
  server_ = std::make_unique<ServerProcess>(std::move(options));
}

RawClient Site::connect(Family family) const { return RawClient(family, server_->port(family)); }

Reply Site::ask(Family family, std::string_view bytes) const { return connect(family).ask(bytes); }

int Site::status(Family family, std::string_view bytes) const { return ask(family, bytes).status; }

std::string Site::error_log() const {
  return read_file(directory_ / "error.log") + server_->errors();
}

std::vector<std::string> Site::access_log(std::size_t least) const {
  std::vector<std::string> lines;
  eventually([&] {
    lines.clear();
    std::istringstream text(read_file(directory_ / "access.log"));
    for (std::string line; std::getline(text, line);) {
      lines.push_back(line);
    }
    return lines.size() >= least;
  });
  return lines;
}

std::string family_name(const ::testing::TestParamInfo<Family>& info) {
  return info.param == Family::v4 ? "v4" : "v6";
}

std::string shell_script(std::string_view body) {
  return "#!/bin/sh\nprintf 'Content-Type: text/plain\\r\\n\\r\\n'\n" + std::string(body) + "\n";
}

}  // namespace tthttpd::support
