#include "structure/source_rules.hpp"

#include <algorithm>
#include <map>
#include <regex>
#include <sstream>

namespace tthttpd::structure {

namespace {

using Folders = std::set<std::string>;

/// Which headers of ours a folder may include beside its own: "http/" is the whole folder.
const std::map<std::string, Folders>& directions() {
  static const std::map<std::string, Folders> kDirections{
      {"platform", {}},
      {"http", {"platform/"}},
      {"parse", {"http/"}},
      {"write", {"http/"}},
      {"route", {"http/", "platform/"}},
      {"filter", {"http/", "route/resource.hpp", "platform/"}},
      {"handler", {"http/", "route/resource.hpp", "platform/"}},
      {"serve",
       {"parse/", "route/", "filter/filter.hpp", "handler/handler.hpp", "write/", "http/",
        "platform/"}},
      {"accept", {"http/", "platform/"}},
      {"config", {"http/", "platform/"}},
      {"app",
       {"platform/", "http/", "parse/", "write/", "route/", "filter/", "handler/", "serve/",
        "accept/", "config/"}},
  };
  return kDirections;
}

struct Library {
  std::regex header;
  std::string name;
  Folders folders;
};

const std::vector<Library>& libraries() {
  static const std::vector<Library> kLibraries{
      {std::regex("CLI/.*"), "CLI/", {"app"}},
      {std::regex("asio(/.*|\\.hpp)"), "asio", {"accept", "platform"}},
      {std::regex("spdlog/.*"), "spdlog", {"app", "accept", "write"}},
      {std::regex("fmt/.*"), "fmt", {"app", "accept", "write"}},
      {std::regex("(apr-1(\\.0)?/)?apr_?.*\\.h"), "apr", {"filter"}},
  };
  return kLibraries;
}

/// Files that may be longer, each with its reason. Empty: none is.
const std::set<std::string>& long_files() {
  static const std::set<std::string> kLongFiles{};
  return kLongFiles;
}

/// Parts that have no test of their own name, each with its reason.
const std::map<std::string, std::string>& without_test() {
  static const std::map<std::string, std::string> kWithoutTest{
      {"platform/spawn", "a step of starting a child: tests/platform/child_process_test.cpp"},
  };
  return kWithoutTest;
}

/// Parts that share the header of another: the function bodies of one header in several files.
const std::map<std::string, std::string>& declared_elsewhere() {
  static const std::map<std::string, std::string> kDeclaredElsewhere{
      {"parse/authority", "parse/target"},
      {"config/free_sections", "config/keys"},
  };
  return kDeclaredElsewhere;
}

/// "serve" for "src/serve/connection.cpp" and "include/tthttpd/serve/connection.hpp".
std::string folder_of(std::string_view path) {
  static const std::regex kPath("(src|include/tthttpd|tests)/([^/]+)/.*");
  std::cmatch match;
  const std::string text(path);
  return std::regex_match(text.c_str(), match, kPath) ? match[2].str() : std::string();
}

bool is_allowed(const std::string& folder, const std::string& header) {
  if (header.rfind(folder + "/", 0) == 0) {
    return true;
  }
  const Folders& allowed = directions().at(folder);
  return std::any_of(allowed.begin(), allowed.end(), [&](const std::string& entry) {
    return entry.back() == '/' ? header.rfind(entry, 0) == 0 : header == entry;
  });
}

void check_include(const std::string& where, const std::string& folder, const std::string& header,
                   bool quoted, std::vector<std::string>& messages) {
  static const std::string kOurs = "tthttpd/";
  if (header.rfind(kOurs, 0) == 0) {
    if (!is_allowed(folder, header.substr(kOurs.size()))) {
      messages.push_back(where + ": " + folder + "/ must not include " + header);
    }
    return;
  }
  if (quoted && header.find('/') != std::string::npos) {
    messages.push_back(where + ": " + header + " is neither tthttpd/... nor a file beside it");
  }
  for (const Library& library : libraries()) {
    if (std::regex_match(header, library.header) && library.folders.count(folder) == 0) {
      messages.push_back(where + ": " + library.name + " is not used in " + folder + "/");
    }
  }
}

}  // namespace

std::vector<std::string> broken_rules(std::string_view path, std::string_view text) {
  static const std::regex kInclude(R"re(\s*#\s*include\s*([<"])([^>"]+)[>"].*)re");
  static const std::regex kThreadLocalOfALibrary(R"(\bthread_local\s+(const\s+)?(std|asio)::)");
  const std::string folder = folder_of(path);
  if (directions().count(folder) == 0) {
    return {std::string(path) + ": no direction is set for the folder " + folder};
  }
  std::vector<std::string> messages;
  std::istringstream lines{std::string(text)};
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    const std::string where = std::string(path) + ":" + std::to_string(number);
    std::smatch match;
    if (std::regex_match(line, match, kInclude)) {
      check_include(where, folder, match[2].str(), match[1].str() == "\"", messages);
    }
    if (std::regex_search(line, kThreadLocalOfALibrary)) {
      messages.push_back(where +
                         ": a thread_local with a destructor ends the process without memory");
    }
    if (folder != "platform" && line.find("_WIN32") != std::string::npos) {
      messages.push_back(where + ": _WIN32 belongs in platform/");
    }
  }
  if (number > kMaxLines && long_files().count(std::string(path)) == 0) {
    messages.push_back(std::string(path) + ": " + std::to_string(number) + " lines, more than " +
                       std::to_string(kMaxLines));
  }
  return messages;
}

std::vector<std::string> missing_partners(const std::set<std::string>& paths) {
  static const std::regex kSource(R"(src/([^/]+)/(\w+?)(_posix|_win32)?\.cpp)");
  std::vector<std::string> messages;
  for (const std::string& path : paths) {
    std::smatch match;
    if (!std::regex_match(path, match, kSource) || path == "src/app/main.cpp") {
      continue;
    }
    std::string part = match[1].str() + "/" + match[2].str();
    const auto other = declared_elsewhere().find(part);
    if (other != declared_elsewhere().end()) {
      part = other->second;
    }
    const std::string header = "include/tthttpd/" + part + ".hpp";
    const std::string beside = path.substr(0, path.size() - 4) + ".hpp";
    if (paths.count(header) + paths.count("src/" + part + ".hpp") + paths.count(beside) == 0) {
      messages.push_back(path + " lacks " + header);
    }
    const std::string test = "tests/" + part + "_test.cpp";
    if (paths.count(test) == 0 && without_test().count(part) == 0) {
      messages.push_back(path + " lacks " + test);
    }
  }
  return messages;
}

}  // namespace tthttpd::structure
