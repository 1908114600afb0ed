#pragma once

#include <memory>
#include <stdexcept>
#include <string>

#include "support/temp_dir.hpp"
#include "tthttpd/app/build_site.hpp"
#include "tthttpd/app/logging.hpp"
#include "tthttpd/config/load.hpp"

namespace tthttpd::app {

/// A temporary root "www" and configurations read from text beside it.
struct AppSite {
  AppSite() { std::filesystem::create_directory(dir.path() / "www"); }

  [[nodiscard]] config::Config parse(const std::string& text) const {
    auto loaded =
        config::parse_config("[global]\nroot = www\n" + text, "site.conf", dir.path().string());
    if (!loaded.problems.empty()) {
      throw std::runtime_error(config::to_text(loaded.problems.front()));
    }
    return std::move(loaded.config);
  }
  [[nodiscard]] std::shared_ptr<const serve::Site> build(const config::Config& config,
                                                         int verbosity = 0) const {
    return build_site(config, verbosity, logging.diagnostics(),
                      std::make_shared<write::AccessLog>("off"));
  }
  [[nodiscard]] std::shared_ptr<const serve::Site> build(const std::string& text) const {
    return build(parse(text));
  }

  support::TempDir dir;
  Logging logging{"off", 0};
};

}  // namespace tthttpd::app
