#include "tthttpd/route/script_map.hpp"

#include <utility>

#include "tthttpd/http/headers.hpp"

namespace tthttpd::route {
namespace {

using Verdict = ScriptMap::Verdict;

Verdict run_itself(const platform::FileInfo& info) {
  if (!info.executable) {
    return {Verdict::What::refused, {}, "script-not-executable"};
  }
  return {Verdict::What::run, {}, {}};
}

}  // namespace

ScriptMap::ScriptMap(std::vector<ScriptType> types, bool run_executables)
    : types_(std::move(types)), run_executables_(run_executables) {}

const ScriptType* ScriptMap::find(std::string_view name) const {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) {
    return nullptr;
  }
  const std::string_view extension = name.substr(dot + 1);
  const ScriptType* alike = nullptr;
  for (const auto& type : types_) {
    if (type.extension == extension) {
      return &type;
    }
    if (alike == nullptr && http::equal_case_blind(type.extension, extension)) {
      alike = &type;
    }
  }
  return alike;
}

Verdict ScriptMap::decide(std::string_view name, std::string_view target_name,
                          const platform::FileInfo& info, bool unreadable) const {
  if (run_executables_ && info.executable) {
    return {Verdict::What::run, {}, {}};
  }
  const ScriptType* type = find(name);
  if (type == nullptr) {
    type = find(target_name);
  }
  if (type == nullptr) {
    return {};
  }
  if (type->interpreter.empty()) {
    return run_itself(info);
  }
  if (unreadable) {
    return {Verdict::What::refused, {}, "script-not-readable"};
  }
  return {Verdict::What::run, type->interpreter, {}};
}

Verdict ScriptMap::decide_named(std::string_view name, std::string_view target_name,
                                const platform::FileInfo& info, bool unreadable) const {
  auto verdict = decide(name, target_name, info, unreadable);
  return verdict.what == Verdict::What::file ? run_itself(info) : verdict;
}

}  // namespace tthttpd::route
