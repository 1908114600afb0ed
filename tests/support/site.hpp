#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "support/process_info.hpp"
#include "support/raw_client.hpp"
#include "support/server_process.hpp"
#include "support/temp_dir.hpp"

namespace tthttpd::support {

/// A site in a directory of its own, served by the real program on free ports of both loopback
/// addresses. Files lie in www/, the configuration is site.conf beside it.
class Site {
 public:
  Site();

  [[nodiscard]] std::string path(std::string_view name = {}) const;
  /// Writes a file below www/.
  void file(std::string_view name, std::string_view content) const;
  /// The same with the execute bit set.
  void script(std::string_view name, std::string_view content) const;
  /// Writes a file beside www/.
  void beside(std::string_view name, std::string_view content) const;

  /// Starts the server. `global` holds more lines of [global], `sections` whole sections.
  void start(std::string_view global = {}, std::string_view sections = {},
             std::vector<std::string> wrapper = {}, std::vector<std::string> arguments = {});
  /// Writes site.conf only.
  void configure(std::string_view global = {}, std::string_view sections = {});

  [[nodiscard]] ServerProcess& server() const { return *server_; }
  [[nodiscard]] RawClient connect(Family family) const;
  /// One request on a connection of its own.
  Reply ask(Family family, std::string_view bytes) const;
  [[nodiscard]] int status(Family family, std::string_view bytes) const;
  /// What the server has logged as errors: the file error.log and its standard error.
  [[nodiscard]] std::string error_log() const;
  /// The lines of access.log; waits until there are at least `least`.
  [[nodiscard]] std::vector<std::string> access_log(std::size_t least) const;

 private:
  TempDir directory_;
  std::unique_ptr<ServerProcess> server_;
};

/// Fixture of the end-to-end tests: every one runs over IPv4 and over IPv6.
class EndToEnd : public ::testing::TestWithParam<Family> {
 protected:
  [[nodiscard]] RawClient connect() const { return site.connect(GetParam()); }
  Reply ask(std::string_view bytes) const { return site.ask(GetParam(), bytes); }
  [[nodiscard]] int status(std::string_view bytes) const { return site.status(GetParam(), bytes); }

  Site site;  // NOLINT: tests reach for it as they do for a fixture's member
};

/// Name of a test instance: "v4" or "v6".
std::string family_name(const ::testing::TestParamInfo<Family>& info);

/// A CGI script of /bin/sh with a text/plain head before what `body` prints.
std::string shell_script(std::string_view body);

}  // namespace tthttpd::support
