#include "path_walk_posix.hpp"

#include <array>
#include <cerrno>
#include <climits>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace tthttpd::platform {
namespace {

/// As many as Linux follows itself.
constexpr int kMaxLinks = 40;

std::error_code last_error() { return {errno, std::generic_category()}; }

std::error_code error_of(std::errc code) { return std::make_error_code(code); }

}  // namespace

PathWalk::PathWalk(int root, const std::string& root_real_path, Symlinks policy)
    : root_(root), policy_(policy), base_(root_real_path) {}

std::error_code PathWalk::run(std::string_view relative) {
  add_pending(relative);
  while (!pending_.empty()) {
    const std::string name = std::move(pending_.back());
    pending_.pop_back();
    if (const auto error = step(name)) {
      return error;
    }
  }
  if (leaf_.empty() && ::fstat(folder(), &status_) != 0) {
    return last_error();
  }
  return {};
}

int PathWalk::folder() const {
  if (!levels_.empty()) {
    return static_cast<int>(levels_.back().folder.native());
  }
  return base_folder_.valid() ? static_cast<int>(base_folder_.native()) : root_;
}

std::string PathWalk::resolved() const {
  if (links_ == 0) {
    return {};
  }
  std::string path = base_ == "/" ? std::string() : base_;
  for (const auto& level : levels_) {
    path.append("/").append(level.name);
  }
  if (!leaf_.empty()) {
    path.append("/").append(leaf_);
  }
  return path.empty() ? "/" : path;
}

/// Puts the components of `path` before those that are pending.
void PathWalk::add_pending(std::string_view path) {
  if (path.ends_with('/')) {
    pending_.emplace_back(".");  // what stands before the slash has to be a directory
  }
  while (!path.empty()) {
    const std::size_t slash = path.rfind('/');
    const std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
    if (!name.empty()) {
      pending_.emplace_back(name);
    }
    path = path.substr(0, slash == std::string_view::npos ? 0 : slash);
  }
}

std::error_code PathWalk::step(const std::string& name) {
  if (!leaf_.empty()) {
    return error_of(std::errc::not_a_directory);
  }
  if (name == ".") {
    return {};
  }
  if (name == "..") {
    return step_up();
  }
  const int opened = ::openat(folder(), name.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC);
  if (opened < 0) {
    return last_error();
  }
  Handle next(opened);
  if (::fstat(opened, &status_) != 0) {
    return last_error();
  }
  if (S_ISLNK(status_.st_mode)) {
    return follow(next);
  }
  if (S_ISDIR(status_.st_mode)) {
    levels_.push_back({std::move(next), name});
  } else {
    leaf_ = name;
  }
  return {};
}

std::error_code PathWalk::step_up() {
  if (!levels_.empty()) {
    levels_.pop_back();
    return {};
  }
  if (policy_ != Symlinks::all) {
    return error_of(std::errc::cross_device_link);
  }
  const std::size_t slash = base_.rfind('/');
  return start_at("..", slash == 0 ? "/" : base_.substr(0, slash));
}

std::error_code PathWalk::follow(const Handle& link) {
  if (policy_ == Symlinks::none || ++links_ > kMaxLinks) {
    return error_of(std::errc::too_many_symbolic_link_levels);
  }
  std::array<char, PATH_MAX> target{};
  const ssize_t size =
      ::readlinkat(static_cast<int>(link.native()), "", target.data(), target.size());
  if (size < 0) {
    return last_error();
  }
  const std::string_view path(target.data(), static_cast<std::size_t>(size));
  if (path.size() == target.size()) {
    return error_of(std::errc::filename_too_long);
  }
  if (path.starts_with('/')) {
    if (policy_ != Symlinks::all) {
      return error_of(std::errc::cross_device_link);
    }
    if (const auto error = start_at("/", "/")) {
      return error;
    }
  }
  add_pending(path);
  return {};
}

/// Goes on from another directory, outside the root; only for Symlinks::all.
std::error_code PathWalk::start_at(const char* path, std::string real_path) {
  const int opened = ::openat(folder(), path, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (opened < 0) {
    return last_error();
  }
  base_folder_ = Handle(opened);
  base_ = std::move(real_path);
  levels_.clear();
  return {};
}

}  // namespace tthttpd::platform
