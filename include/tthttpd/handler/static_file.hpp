#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "tthttpd/handler/handler.hpp"
#include "tthttpd/http/mime_types.hpp"

namespace tthttpd::handler {

struct StaticFileOptions {
  std::shared_ptr<const http::MimeTypes> types;  ///< never null
  std::string charset;                           ///< added to text types; empty: none
};

/// Serves one regular file: type, validators, preconditions (RFC 9110 section 13.2.2), single
/// ranges (several: the whole file), OPTIONS, 405 and 501 for other methods.
class StaticFile : public Handler {
 public:
  explicit StaticFile(StaticFileOptions options);
  http::Result<http::Response> handle(http::Request& request, route::Resource& resource) override;

 private:
  [[nodiscard]] std::string content_type(std::string_view file_path) const;

  StaticFileOptions options_;
};

}  // namespace tthttpd::handler
