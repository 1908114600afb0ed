#include "lookup.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include "tthttpd/http/percent.hpp"

namespace tthttpd::route {
namespace {

using platform::FileInfo;

std::string_view last_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

std::vector<std::string_view> split_segments(std::string_view path) {
  std::vector<std::string_view> segments;
  while (!path.empty()) {
    const std::size_t slash = std::min(path.find('/'), path.size());
    segments.push_back(path.substr(0, slash));
    path.remove_prefix(std::min(slash + 1, path.size()));
  }
  return segments;
}

bool is_absent(const http::Error& error) { return error.status == 404; }

}  // namespace

Lookup::Lookup(const RouterState& state, const http::Request& request)
    : state_(state), request_(request), place_(&state.root()), path_(request.path) {}

Resource Lookup::run() {
  resource_.access_paths.push_back(request_.path);
  apply_alias();
  split_path();
  auto found = open_whole_or_prefix();
  if (found) {
    serve(std::move(*found));
  } else if (is_absent(found.error()) && visible_ == segments_.size() && state_.front_controller) {
    serve_front_controller();
  } else {
    refuse(std::move(found.error()));
  }
  return std::move(resource_);
}

// --- From the path to what is open ---

void Lookup::apply_alias() {
  rest_ = path_;
  const auto match = state_.aliases.find(request_.path);
  if (!match) {
    return;
  }
  const auto& target = state_.alias_targets[match->index];
  if (target.to_disk) {
    place_ = &state_.places[target.place];
    rest_ = rest_.substr(path_.size() - match->rest.size());
    return;
  }
  path_ = target.url + std::string(match->rest);
  if (path_.empty()) {
    path_ = "/";
  }
  rest_ = path_;
  add_access_path(path_);
}

void Lookup::split_path() {
  // By the path that was asked for: it is where the client's relative links start.
  wants_folder_ = request_.path.ends_with('/');
  if (rest_.starts_with('/')) {
    rest_.remove_prefix(1);
  }
  if (rest_.ends_with('/')) {
    rest_.remove_suffix(1);
  }
  segments_ = split_segments(rest_);
  while (visible_ < segments_.size() && !hides(segments_[visible_], visible_, *place_)) {
    ++visible_;
  }
}

bool Lookup::hides(std::string_view segment, std::size_t index, const Place& place) const {
  return state_.hidden.hides(segment, index == 0 && &place == &state_.root());
}

http::Result<Lookup::Found> Lookup::open_whole_or_prefix() const {
  if (visible_ < segments_.size()) {
    // What is behind a script names no file; a hidden name anywhere else is not there.
    auto file = find_file_on_the_way(visible_);
    if (!file) {
      return http::Error{404, "hidden", path_};
    }
    return std::move(*file);
  }
  auto whole = open_first(segments_.size());
  // The system checks the length of a path before it looks at it, PATH_INFO included.
  if (!whole && (whole.error() == std::errc::not_a_directory ||
                 whole.error() == std::errc::filename_too_long)) {
    whole = find_file_on_the_way(segments_.size());
  }
  if (!whole) {
    return http::error_from_system(whole.error(), path_);
  }
  return std::move(*whole);
}

/// The first of the leading parts of the path, up to `segments` long, that is no folder.
platform::Outcome<Lookup::Found> Lookup::find_file_on_the_way(std::size_t segments) const {
  for (std::size_t count = place_->is_file() ? 0 : 1; count <= segments; ++count) {
    auto part = open_first(count);
    if (!part || part->opened.info.kind != FileInfo::Kind::directory) {
      return part;
    }
  }
  return std::make_error_code(std::errc::no_such_file_or_directory);
}

platform::Outcome<Lookup::Found> Lookup::open_first(std::size_t segments) const {
  std::string_view part;
  if (segments > 0) {
    const auto& last = segments_[segments - 1];
    part = {rest_.data(), static_cast<std::size_t>(last.data() + last.size() - rest_.data())};
  }
  Found found;
  found.relative = place_->relative(part);
  auto opened = place_->directory().open_below(found.relative, state_.symlinks);
  if (!opened) {
    return opened.error();
  }
  found.opened = std::move(*opened);
  if (segments < segments_.size() || wants_folder_) {
    // From behind the part to the end of the path, with the slashes at both ends.
    const char* const end = segments > 0 ? part.data() + part.size() : rest_.data() - 1;
    found.behind = std::string_view(path_).substr(static_cast<std::size_t>(end - path_.data()));
  }
  return found;
}

// --- From what is open to the resource ---

void Lookup::serve(Found found) {
  if (!add_where_it_lies(found.opened, found.relative)) {
    refuse(404, "hidden");
    return;
  }
  switch (found.opened.info.kind) {
    case FileInfo::Kind::directory:
      serve_folder(std::move(found));
      return;
    case FileInfo::Kind::regular:
      serve_file(std::move(found));
      return;
    case FileInfo::Kind::other:
      refuse(403, "not-a-file");
      return;
  }
}

void Lookup::serve_folder(Found folder) {
  auto index = find_index(folder.relative);
  if (!index) {
    refuse(std::move(index.error()));
  } else if (!index->has_value() && state_.front_controller) {
    serve_front_controller();
  } else if (!wants_folder_) {
    redirect_to_slash();
  } else if (index->has_value()) {
    add_access_path(place_->url_of((*index)->relative));
    serve(std::move(**index));
  } else if (!state_.listing) {
    refuse(403, "listing-off");
  } else if (folder.opened.unreadable) {
    refuse(403, "folder-not-readable");
  } else {
    add_readme(folder);
    resource_.kind = Kind::directory;
    resource_.url_path = place_->url_of(folder.relative) + "/";
    resource_.file_path = place_->file_path(folder.relative);
    resource_.file = std::move(folder.opened.file);
    resource_.info = folder.opened.info;
    resource_.base = place_->shared_directory();
    resource_.below_base = std::move(folder.relative);
  }
}

/// What is shown with the listing of `folder`, when there is something that may be.
void Lookup::add_readme(const Found& folder) {
  const auto& name = state_.readme;
  if (name.empty() || hides(name, folder.relative.empty() ? 0 : 1, *place_)) {
    return;
  }
  Found readme;
  readme.relative = folder.relative.empty() ? name : folder.relative + "/" + name;
  auto opened = place_->directory().open_below(readme.relative, state_.symlinks);
  if (!opened || opened->info.kind != FileInfo::Kind::regular || opened->unreadable) {
    return;
  }
  // Links on the way to the folder are fine. One that is the readme itself could lead anywhere.
  const auto& way = folder.opened.resolved;
  if (opened->resolved != (way.empty() ? way : way + "/" + name)) {
    return;
  }
  readme.opened = std::move(*opened);
  if (decide(readme).what != ScriptMap::Verdict::What::file ||
      !add_where_it_lies(readme.opened, readme.relative)) {
    return;
  }
  add_access_path(place_->url_of(readme.relative));
  resource_.readme = {name, std::move(readme.opened.file), readme.opened.info};
}

/// The first index page of a folder; nothing when it has none. One that is there but may not be
/// opened is an Error: the folder's owner did not mean to have it listed.
http::Result<std::optional<Lookup::Found>> Lookup::find_index(const std::string& folder) const {
  for (const auto& name : state_.index_pages) {
    Found index;
    index.relative = folder.empty() ? name : folder + "/" + name;
    auto opened = place_->directory().open_below(index.relative, state_.symlinks);
    if (opened && opened->info.kind == FileInfo::Kind::regular) {
      index.opened = std::move(*opened);
      return std::optional<Found>(std::move(index));
    }
    if (!opened) {
      auto error = http::error_from_system(opened.error(), index.relative);
      if (!is_absent(error)) {
        return error;
      }
    }
  }
  return std::optional<Found>();
}

void Lookup::serve_file(Found found) {
  const auto verdict = decide(found);
  if (verdict.what != ScriptMap::Verdict::What::file) {
    serve_script(std::move(found), verdict);
  } else if (!found.behind.empty()) {
    refuse(404, "path-behind-file");
  } else if (found.opened.unreadable) {
    refuse(403, "file-not-readable");
  } else {
    resource_.kind = Kind::file;
    resource_.url_path = place_->url_of(found.relative);
    resource_.file_path = place_->file_path(found.relative);
    resource_.file = std::move(found.opened.file);
    resource_.info = found.opened.info;
  }
}

void Lookup::serve_script(Found found, const ScriptMap::Verdict& verdict) {
  if (verdict.what == ScriptMap::Verdict::What::refused) {
    refuse(403, verdict.reason);
    return;
  }
  resource_.kind = Kind::script;
  resource_.url_path = place_->url_of(found.relative);
  resource_.file_path = place_->file_path(found.relative);
  resource_.info = found.opened.info;
  resource_.script_name = resource_.url_path;
  if (!found.behind.empty()) {
    resource_.path_info = std::string(found.behind);
  }
  resource_.interpreter = verdict.interpreter;
}

ScriptMap::Verdict Lookup::decide(const Found& found) const {
  const std::string name = place_->file_path(found.relative);
  const std::string target = real_path(found);
  const auto& front = state_.front_controller;
  // Asked for by its own name the front controller is a script too, whatever its extension.
  const bool is_front = front && target == front->real_path(front->relative({}));
  const auto& opened = found.opened;
  return is_front ? state_.scripts.decide_named(last_name(name), last_name(target), opened.info,
                                                opened.unreadable)
                  : state_.scripts.decide(last_name(name), last_name(target), opened.info,
                                          opened.unreadable);
}

void Lookup::serve_front_controller() {
  const Place& front = *state_.front_controller;
  Found found;
  found.relative = front.relative({});
  // The site's owner named it, so links on the way to it are his choice.
  auto opened = front.directory().open_below(found.relative, platform::Symlinks::all);
  if (!opened) {
    refuse(http::error_from_system(opened.error(), front.file_path({})));
    return;
  }
  if (opened->info.kind != FileInfo::Kind::regular) {
    refuse(403, "not-a-file");
    return;
  }
  const std::string name = front.file_path({});
  const std::string real =
      opened->resolved.empty() ? front.real_path(found.relative) : opened->resolved;
  if (const auto inside = state_.root().relative_of_real(real)) {
    add_access_path(state_.root().url_of(*inside));
  }
  const auto verdict = state_.scripts.decide_named(last_name(name), last_name(real), opened->info,
                                                   opened->unreadable);
  found.opened = std::move(*opened);
  serve_script(std::move(found), verdict);
  resource_.url_path.clear();
  resource_.script_name.clear();
  resource_.file_path = name;
  resource_.path_info = path_;
}

void Lookup::redirect_to_slash() {
  // A canonical path begins with exactly one slash, and percent-encoding leaves no backslash: the
  // location cannot be taken for another host ("//host/").
  resource_.kind = Kind::redirect;
  resource_.location = http::percent_encode_path(request_.path) + "/";
  if (request_.has_query) {
    resource_.location += "?" + request_.query;
  }
}

void Lookup::refuse(http::Error error) {
  resource_.kind = Kind::refused;
  resource_.refusal = std::move(error);
}

void Lookup::refuse(int status, std::string_view reason) { refuse({status, reason, path_}); }

// --- Whose rules apply ---

void Lookup::add_access_path(std::string url) {
  auto& paths = resource_.access_paths;
  if (url.empty()) {
    url = "/";
  }
  if (std::find(paths.begin(), paths.end(), url) == paths.end()) {
    paths.push_back(std::move(url));
  }
}

std::string Lookup::real_path(const Found& found) const {
  return found.opened.resolved.empty() ? place_->real_path(found.relative) : found.opened.resolved;
}

/// Adds the URL paths under which the thing that links or an alias led to is known otherwise.
/// False when it has a hidden name there and links led to it; what an alias names its owner chose.
bool Lookup::add_where_it_lies(const platform::Opened& opened, const std::string& relative) {
  const bool by_link = !opened.resolved.empty();
  if (!by_link && place_ == &state_.root()) {
    return true;
  }
  const std::string real = by_link ? opened.resolved : place_->real_path(relative);
  for (const auto& place : state_.places) {
    const auto inside = place.relative_of_real(real);
    if (!inside) {
      continue;
    }
    const auto segments = split_segments(*inside);
    for (std::size_t i = 0; by_link && i < segments.size(); ++i) {
      if (!place.is_file() && hides(segments[i], i, place)) {
        return false;
      }
    }
    add_access_path(place.url_of(*inside));
  }
  return true;
}

}  // namespace tthttpd::route
