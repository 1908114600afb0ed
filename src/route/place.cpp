#include "tthttpd/route/place.hpp"

#include <filesystem>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace tthttpd::route {
namespace {

namespace fs = std::filesystem;

/// Absolute and without "." or slashes at the end. ".." stays: behind a link it does not cancel
/// what stands before it.
std::string absolute_path(const std::string& path) {
  fs::path clean;
  for (const auto& part : fs::absolute(path)) {
    if (!part.empty() && part != ".") {
      clean /= part;
    }
  }
  return clean == clean.root_path() ? std::string() : clean.generic_string();
}

std::string join(std::string_view folder, std::string_view name) {
  std::string path(folder);
  if (!name.empty()) {
    path.append("/").append(name);
  }
  return path;
}

}  // namespace

Place::Place(std::string url_prefix, const std::string& disk_path, const std::string& what)
    : url_prefix_(std::move(url_prefix)), disk_path_(absolute_path(disk_path)) {
  auto directory = platform::Directory::open(disk_path);
  if (!directory && directory.error() == std::errc::not_a_directory) {
    std::error_code error;
    const fs::path real = fs::canonical(disk_path, error);
    if (!error && fs::is_regular_file(real, error)) {
      file_name_ = real.filename().string();
      directory = platform::Directory::open(real.parent_path().string());
    }
  }
  if (!directory) {
    throw std::runtime_error(what + " '" + disk_path +
                             "' cannot be used: " + directory.error().message());
  }
  directory_ = std::make_shared<const platform::Directory>(std::move(*directory));
}

std::string Place::relative(std::string_view rest) const {
  if (!is_file()) {
    return std::string(rest);
  }
  return join(file_name_, rest);
}

std::string Place::url_of(std::string_view relative) const {
  return is_file() ? url_prefix_ : join(url_prefix_, relative);
}

std::string Place::file_path(std::string_view relative) const {
  auto path = is_file() ? disk_path_ : join(disk_path_, relative);
  return path.empty() ? "/" : path;
}

std::string Place::real_path(std::string_view relative) const {
  const auto& base = directory_->real_path();
  return base == "/" ? join("", relative) : join(base, relative);
}

std::optional<std::string> Place::relative_of_real(std::string_view real_path) const {
  const auto& base = directory_->real_path();
  if (base != "/") {
    if (!real_path.starts_with(base)) {
      return std::nullopt;
    }
    real_path.remove_prefix(base.size());
    if (!real_path.empty() && real_path.front() != '/') {
      return std::nullopt;
    }
  }
  if (!real_path.empty()) {
    real_path.remove_prefix(1);
  }
  if (is_file() && real_path != file_name_) {
    return std::nullopt;
  }
  return std::string(real_path);
}

}  // namespace tthttpd::route
