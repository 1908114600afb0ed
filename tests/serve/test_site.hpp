#pragma once

#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "support/temp_dir.hpp"
#include "tthttpd/serve/site.hpp"

namespace tthttpd::serve {

/// A handler that does what the test says.
class FakeHandler : public handler::Handler {
 public:
  using Do = std::function<http::Result<http::Response>(http::Request&, route::Resource&)>;
  explicit FakeHandler(Do what) : do_(std::move(what)) {}
  http::Result<http::Response> handle(http::Request& request, route::Resource& resource) override {
    return do_(request, resource);
  }

 private:
  Do do_;
};

class FakeFilter : public filter::Filter {
 public:
  using Do = std::function<std::optional<http::Response>(http::Request&, const route::Resource&)>;
  explicit FakeFilter(Do what) : do_(std::move(what)) {}
  std::optional<http::Response> check(http::Request& request,
                                      const route::Resource& resource) override {
    return do_(request, resource);
  }

 private:
  Do do_;
};

struct KeptLines : http::Diagnostics {
  void error(std::string_view line) override { lines.emplace_back(line); }
  void warning(std::string_view line) override { lines.emplace_back(line); }
  void notice(std::string_view line) override { lines.emplace_back(line); }
  void trace(std::string_view line) override { lines.emplace_back(line); }
  [[nodiscard]] bool traces() const override { return false; }
  std::vector<std::string> lines;
};

inline http::Response text_response(std::string text, int status = 200) {
  http::Response response;
  response.status = status;
  response.body = std::move(text);
  return response;
}

/// A site over a temporary folder with the files a.txt, b.txt and err.html; `file` answers for
/// every file, by default with its URL path.
class TestSite {
 public:
  TestSite() : site(std::make_shared<Site>()), diagnostics(std::make_shared<KeptLines>()) {
    for (const auto* name : {"a.txt", "b.txt", "err.html"}) {
      std::ofstream(dir.path() / name) << name;
    }
    route::RouterOptions options;
    options.root = dir.path().string();
    site->router = std::make_unique<route::Router>(options);
    site->access_log = std::make_shared<write::AccessLog>("off");
    site->diagnostics = diagnostics;
    on(route::Kind::file, [](http::Request&, route::Resource& resource) {
      return text_response("file " + resource.url_path);
    });
  }

  void on(route::Kind kind, FakeHandler::Do what) const {
    site->handlers[static_cast<std::size_t>(kind)] = std::make_unique<FakeHandler>(std::move(what));
  }

  support::TempDir dir;
  std::shared_ptr<Site> site;
  std::shared_ptr<KeptLines> diagnostics;
};

}  // namespace tthttpd::serve
