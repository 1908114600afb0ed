#include "tthttpd/config/free_sections.hpp"

#include <algorithm>
#include <sstream>

#include "tthttpd/config/values.hpp"
#include "tthttpd/http/ascii.hpp"
#include "tthttpd/http/headers.hpp"
#include "tthttpd/http/path_prefix.hpp"

namespace tthttpd::config {
namespace {

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (auto end = text.find(separator); end != std::string::npos;
       end = text.find(separator, begin)) {
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  parts.push_back(text.substr(begin));
  return parts;
}

std::vector<std::string> words(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> all;
  for (std::string word; in >> word;) {
    all.push_back(word);
  }
  return all;
}

std::string not_a_prefix(const std::string& key) {
  return in_quotes(key) +
         " is no URL path: it must start with '/' and have no empty, '.' or '..' part";
}

/// type/subtype, parameters behind a ';' allowed.
bool is_media_type(const std::string& text) {
  const auto type = text.substr(0, text.find_first_of("; \t"));
  const auto slash = type.find('/');
  return slash != std::string::npos && http::is_token(type.substr(0, slash)) &&
         http::is_token(type.substr(slash + 1));
}

/// ext=type/subtype, ext=@/path/interpreter args, ext=@
std::string put_mime_type(const Target& target) {
  const auto& [section, key, value, line] = target.entry;
  MimeEntry entry;
  entry.extension = key.front() == '.' ? key.substr(1) : key;
  entry.line = line;
  if (entry.extension.empty() || entry.extension.find_first_of("/.") != std::string::npos) {
    return in_quotes(key) +
           " is no file extension: it is what follows the last dot, like html or gz";
  }
  if (!value.empty() && value.front() == '@') {
    entry.script = true;
    entry.interpreter = words(value.substr(1));
    if (!entry.interpreter.empty() && entry.interpreter.front().find('/') != std::string::npos) {
      entry.interpreter.front() = absolute_path(target.folder, entry.interpreter.front());
    }
  } else {
    if (!is_media_type(value)) {
      return in_quotes(value) + " is neither a media type like text/html nor @ and an interpreter";
    }
    entry.type = value;
  }
  auto& all = target.config.mime_types;  // the last line for an extension counts
  all.erase(std::remove_if(all.begin(), all.end(),
                           [&](const MimeEntry& old) { return old.extension == entry.extension; }),
            all.end());
  target.config.mime_types.push_back(std::move(entry));
  return {};
}

std::string put_alias(const Target& target) {
  const auto& [section, key, value, line] = target.entry;
  if (!is_canonical_url_path(key)) {
    return not_a_prefix(key);
  }
  if (value.empty()) {
    return "the alias " + key + " needs a URL path or a path on disk after '='";
  }
  // A value that starts with '/' could be either; "file:" says that it is on disk.
  AliasEntry entry{key, value, false, line};
  if (value.rfind("file:", 0) == 0) {
    entry.to_disk = true;
    if (value.size() == 5) {
      return "the alias " + key + " needs a path behind file:";
    }
    entry.to = absolute_path(target.folder, value.substr(5));
  } else if (value.front() != '/') {
    entry.to_disk = true;
    entry.to = absolute_path(target.folder, value);
  } else if (!is_canonical_url_path(value)) {
    return not_a_prefix(value);
  }
  for (const auto& other : target.config.aliases) {
    if (http::without_end_slash(other.from) == http::without_end_slash(key)) {
      return key + " has an alias in line " + std::to_string(other.line) + " already";
    }
  }
  target.config.aliases.push_back(std::move(entry));
  return {};
}

std::string put_environment(const Target& target) {
  const auto& [section, key, value, line] = target.entry;
  const bool name = std::all_of(key.begin(), key.end(),
                                [](char c) { return http::is_letter_or_digit(c) || c == '_'; });
  if (!name || http::is_digit(key.front())) {
    return in_quotes(key) + " is no variable name: letters, digits and '_', no digit first";
  }
  target.config.environment.emplace_back(key, value);
  return {};
}

/// Whether two rules of one prefix claim the same method. One for all methods (none is named)
/// beside one that names some is no conflict: the latter decides about what it names.
bool share_a_method(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  return (a.empty() && b.empty()) ||
         std::any_of(a.begin(), a.end(), [&](const std::string& method) {
           return std::find(b.begin(), b.end(), method) != b.end();
         });
}

std::string put_authentication(const Target& target) {
  const auto& [section, key, value, line] = target.entry;
  constexpr const char* kForm = "write METHODS,realm,authfile, for example GET/POST,Private,users";
  if (!is_canonical_url_path(key)) {
    return not_a_prefix(key);
  }
  const auto first = value.find(',');
  const auto second = first == std::string::npos ? first : value.find(',', first + 1);
  if (second == std::string::npos) {
    return in_quotes(value) + " lacks a part: " + kForm;
  }
  const auto trimmed = [](std::string part) {
    const auto begin = part.find_first_not_of(" \t");
    const auto end = part.find_last_not_of(" \t");
    return begin == std::string::npos ? std::string() : part.substr(begin, end - begin + 1);
  };
  AuthEntry entry;
  entry.prefix = key.size() > 1 ? http::without_end_slash(key) : std::string_view(key);
  entry.line = line;
  entry.realm = trimmed(value.substr(first + 1, second - first - 1));
  const auto file = trimmed(value.substr(second + 1));
  const auto methods = trimmed(value.substr(0, first));
  if (!methods.empty() && methods != "*") {
    entry.methods = split(methods, '/');
  }
  for (auto& method : entry.methods) {
    method = trimmed(method);
    if (!http::is_token(method)) {
      return in_quotes(methods) + " are no methods: " + kForm;
    }
    if (std::any_of(method.begin(), method.end(), [](char c) { return c >= 'a' && c <= 'z'; })) {
      return in_quotes(method) + " is no method: methods are written in capitals, such as GET/POST";
    }
  }
  if (entry.realm.empty() || file.empty()) {
    return in_quotes(value) + " lacks a part: " + kForm;
  }
  entry.authfile = absolute_path(target.folder, file);
  for (const auto& other : target.config.authentication) {
    if (other.prefix == entry.prefix && share_a_method(other.methods, entry.methods)) {
      return entry.prefix + " has a rule for the same method in line " + std::to_string(other.line);
    }
  }
  target.config.authentication.push_back(std::move(entry));
  return {};
}

/// Fields that say how the response is framed: one of the site's own could contradict it. All of
/// http::kHopByHopFields, which this folder does not see, are among them.
bool is_framing_field(const std::string& name) {
  std::string lower = name;
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return lower == "content-length" || lower == "transfer-encoding" || lower == "connection" ||
         lower == "keep-alive" || lower == "proxy-connection" || lower == "te" ||
         lower == "trailer" || lower == "upgrade" || lower == "date";
}

std::string put_header(const Target& target) {
  const auto& [section, key, value, line] = target.entry;
  if (!is_canonical_url_path(key)) {
    return not_a_prefix(key);
  }
  const auto colon = value.find(':');
  HeaderEntry entry{key, value.substr(0, colon), {}};
  if (colon == std::string::npos || !http::is_token(entry.name)) {
    return in_quotes(value) + " is no header field: write Name: value";
  }
  if (is_framing_field(entry.name)) {
    return "the server sets " + entry.name + " itself; it cannot be set here";
  }
  entry.value = value.substr(colon + 1);
  entry.value.erase(0, entry.value.find_first_not_of(" \t"));
  target.config.headers.push_back(std::move(entry));
  return {};
}

std::string put_error_page(const Target& target) {
  const auto& [section, key, value, line] = target.entry;
  const auto status = parse_count(key);
  if (!status || *status < 400 || *status > 599) {
    return in_quotes(key) + " is no error status: allowed are 400 to 599";
  }
  if (!is_canonical_url_path(value)) {
    return not_a_prefix(value);
  }
  target.config.error_pages[static_cast<int>(*status)] = value;
  target.config.lines["errors/" + std::to_string(*status)] = line;
  return {};
}

}  // namespace

const std::vector<std::string>& section_names() {
  static const std::vector<std::string> kNames{
      "global",         "limits",  "mime/types", "request/aliases", "request/environments",
      "authentication", "headers", "errors",     "listing"};
  return kNames;
}

Put put_for_free_section(std::string_view section) {
  if (section == "mime/types") {
    return put_mime_type;
  }
  if (section == "request/aliases") {
    return put_alias;
  }
  if (section == "request/environments") {
    return put_environment;
  }
  if (section == "authentication") {
    return put_authentication;
  }
  if (section == "headers") {
    return put_header;
  }
  if (section == "errors") {
    return put_error_page;
  }
  return nullptr;
}

}  // namespace tthttpd::config
