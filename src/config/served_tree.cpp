#include "tthttpd/config/served_tree.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

namespace tthttpd::config {
namespace {

namespace fs = std::filesystem;

/// Whether a .htaccess file holds directives about who may see what.
bool has_access_rules(const fs::path& file) {
  std::error_code failed;
  if (!fs::is_regular_file(file, failed)) {  // a FIFO would block
    return false;
  }
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    auto word = line.substr(std::min(line.find_first_not_of(" \t<"), line.size()));
    word = word.substr(0, word.find_first_of(" \t\r>"));
    std::transform(word.begin(), word.end(), word.begin(), [](char c) {
      return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    for (const std::string_view rule : {"require", "deny", "allow", "order", "auth", "satisfy"}) {
      if (word.rfind(rule, 0) == 0) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace

bool lies_inside(const std::string& path, const std::string& folder) {
  std::error_code failed;
  const auto real = fs::weakly_canonical(path, failed).string();
  const auto real_folder = fs::weakly_canonical(folder, failed).string();
  return real_folder == "/" ||
         (real.rfind(real_folder, 0) == 0 && real.size() > real_folder.size() &&
          real[real_folder.size()] == '/');
}

std::vector<std::string> find_access_files(const std::string& root) {
  std::error_code failed;
  std::vector<fs::path> folders{root};
  for (fs::directory_iterator at(root, failed), end; !failed && at != end; at.increment(failed)) {
    std::error_code unknown;
    if (at->is_directory(unknown)) {
      folders.push_back(at->path());
    }
  }
  std::vector<std::string> files;
  for (const auto& folder : folders) {
    if (has_access_rules(folder / ".htaccess")) {
      files.push_back((folder / ".htaccess").string());
    }
  }
  return files;
}

std::vector<std::string> find_leaving_links(const std::string& root, std::size_t most) {
  std::vector<std::string> links;
  std::error_code failed;
  fs::recursive_directory_iterator at(root, fs::directory_options::skip_permission_denied, failed);
  const fs::recursive_directory_iterator end;
  for (std::size_t seen = 0; !failed && at != end && seen < kMostEntries; ++seen) {
    std::error_code unknown;
    if (at->is_symlink(unknown) && links.size() < most && fs::exists(at->path(), unknown) &&
        !lies_inside(at->path().string(), root)) {
      links.push_back(at->path().string());
    }
    at.increment(failed);
  }
  return links;
}

}  // namespace tthttpd::config
