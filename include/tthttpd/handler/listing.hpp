#pragma once

#include <string>
#include <vector>

#include "tthttpd/handler/handler.hpp"
#include "tthttpd/http/name_pattern.hpp"
#include "tthttpd/platform/directory.hpp"

namespace tthttpd::handler {

struct ListingOptions {
  std::string css;  ///< URL of a style sheet to use in place of the built-in style
  bool dirs_first = true;
  std::vector<std::string> hide;  ///< the router's patterns: what is hidden is not listed either
  platform::Symlinks symlinks = platform::Symlinks::all;  ///< the router's
};

/// Shows a directory: HTML, or JSON when Accept asks for it. Sorted by query (?sort=name|size|time
/// &order=asc|desc). Rows that the router would refuse (hidden names, links that are not followed,
/// devices) are left out. The text of Resource::readme is shown below.
class Listing : public Handler {
 public:
  explicit Listing(ListingOptions options);
  http::Result<http::Response> handle(http::Request& request, route::Resource& resource) override;

 private:
  ListingOptions options_;
  http::HiddenNames hidden_;
};

}  // namespace tthttpd::handler
