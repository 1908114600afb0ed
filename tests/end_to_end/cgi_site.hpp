#pragma once

#include <map>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "support/deadline.hpp"
#include "support/site.hpp"

namespace tthttpd::support {

/// A site with a file, /a.txt, and a script that prints its environment, /env.cgi.
class CgiSite : public EndToEnd {
 protected:
  void SetUp() override {
    site.file("a.txt", "0123456789");
    site.script("env.cgi", shell_script("env"));
  }
  using Variables = std::map<std::string, std::string>;
  [[nodiscard]] Variables variables(std::string_view request) const {
    const Reply reply = ask(request);
    EXPECT_EQ(reply.status, 200) << request;
    Variables all;
    std::istringstream lines(reply.body);
    for (std::string line; std::getline(lines, line);) {
      const std::size_t equals = line.find('=');
      all[line.substr(0, equals)] = line.substr(equals + 1);
    }
    return all;
  }
  /// The process id a script has written to the file `name` beside www/.
  [[nodiscard]] pid_t written_pid(const char* name) const {
    std::string text;
    EXPECT_TRUE(eventually([&] {
      text = read_file(site.path(name));
      return !text.empty() && text.back() == '\n';
    }));
    return text.empty() ? 0 : static_cast<pid_t>(std::stol(text));
  }
};

}  // namespace tthttpd::support
