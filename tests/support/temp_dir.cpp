#include "support/temp_dir.hpp"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <fstream>
#include <stdlib.h>
#include <system_error>
#include <unistd.h>

namespace tthttpd::support {

namespace fs = std::filesystem;

TempDir::TempDir() {
  std::string pattern = (fs::temp_directory_path() / "tthttpd-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) {
    throw std::system_error(errno, std::generic_category(), "mkdtemp " + pattern);
  }
  path_ = pattern;
}

TempDir::~TempDir() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

fs::path TempDir::operator/(std::string_view name) const { return path_ / fs::path(name); }

fs::path TempDir::write(std::string_view name, std::string_view content) const {
  const fs::path file = path_ / fs::path(name);
  fs::create_directories(file.parent_path());
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  out << content;
  out.close();
  if (!out) {
    throw std::system_error(EIO, std::generic_category(), "write " + file.string());
  }
  return file;
}

fs::path TempDir::write_script(std::string_view name, std::string_view content) const {
  fs::path file = write(name, content);
  fs::permissions(file, fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec |
                            fs::perms::others_read | fs::perms::others_exec);
  return file;
}

std::string read_file(const fs::path& path) {
  std::string content;
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    return content;
  }
  std::array<char, 65536> buffer{};
  ssize_t got = 0;
  // A file of /proc ends with an error when its process does: what came before it counts.
  while ((got = ::read(file, buffer.data(), buffer.size())) > 0) {
    content.append(buffer.data(), static_cast<std::size_t>(got));
  }
  ::close(file);
  return content;
}

}  // namespace tthttpd::support
