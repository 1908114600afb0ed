#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

namespace tthttpd::http {

/// File extension -> media type: own entries first, then the built-in table of the web's types,
/// then a system file such as /etc/mime.types, then application/octet-stream. Constant once built;
/// any thread may ask.
class MimeTypes {
 public:
  MimeTypes() = default;
  /// An entry of the site's own; `extension` without dot, any case. Wins over all others.
  void add(std::string_view extension, std::string_view type);
  /// Reads "type ext ext ..." lines; of types given twice to an extension the first counts. False
  /// when the file is not there, which is no error.
  bool load_system_file(const std::string& path);
  /// The type for a file name or path by its last extension, case-blind: "a.tar.gz" ->
  /// "application/gzip". Valid as long as this object.
  [[nodiscard]] std::string_view type_of(std::string_view file_name) const;

 private:
  std::unordered_map<std::string, std::string> own_;
  std::unordered_map<std::string, std::string> system_;
};

/// True for the types that `charset` is added to: text/*, and no others; not when the type names a
/// charset already.
bool takes_charset(std::string_view type);

}  // namespace tthttpd::http
