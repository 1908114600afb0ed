#pragma once

#include <string_view>

namespace tthttpd::http {

/// Where parts that know nothing of logging say what the owner of the server should read. Any
/// thread may call. Control bytes in the text are escaped by the receiver.
class Diagnostics {
 public:
  virtual ~Diagnostics() = default;
  virtual void error(std::string_view line) = 0;
  virtual void warning(std::string_view line) = 0;
  /// For the console with -v: one line a request.
  virtual void notice(std::string_view) {}
  /// Shown with -vvv only.
  virtual void trace(std::string_view line) = 0;
  [[nodiscard]] virtual bool traces() const = 0;
};

}  // namespace tthttpd::http
