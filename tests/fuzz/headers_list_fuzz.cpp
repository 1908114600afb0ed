// Field lists: members are trimmed, not empty, and survive being joined and split again; a list of
// fields behaves like a plain vector of pairs. Input: lines "name:value"; one without colon removes
// that name, one that starts with '=' sets instead of adding.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "fuzz/fuzz_check.hpp"
#include "tthttpd/http/headers.hpp"

namespace {

using namespace tthttpd;
using fuzz::require;
using Model = std::vector<std::pair<std::string, std::string>>;

void check_list(std::string_view value) {
  http::Headers headers;
  headers.add("List", value);
  std::string joined;
  const auto members = http::split_list(value);
  for (const std::string_view member : members) {
    require(!member.empty() && member == http::trim(member));
    require(member.data() >= value.data() &&
            member.data() + member.size() <= value.data() + value.size());
    require(headers.list_has("list", member));
    joined.append(joined.empty() ? "" : ", ").append(member);
  }
  require(http::split_list(joined) == members);
}

void apply(std::string_view line, http::Headers& headers, Model& model) {
  const bool set = line.starts_with('=');
  line.remove_prefix(set ? 1 : 0);
  const std::size_t colon = line.find(':');
  const std::string name(line.substr(0, colon));
  const bool only_remove = colon == std::string_view::npos;
  if (set || only_remove) {
    std::erase_if(model, [&](const auto& f) { return http::equal_case_blind(f.first, name); });
  }
  if (only_remove) {
    headers.remove(name);
    return;
  }
  const std::string value(line.substr(colon + 1));
  model.emplace_back(name, value);
  set ? headers.set(name, value) : headers.add(name, value);
}

void check_same(const http::Headers& headers, const Model& model) {
  require(headers.size() == model.size());
  for (std::size_t i = 0; i < model.size(); ++i) {
    require(headers[i].name == model[i].first && headers[i].value == model[i].second);
    const auto same_name = [&](const auto& f) {
      return http::equal_case_blind(f.first, model[i].first);
    };
    require(headers.find(model[i].first) ==
            std::find_if(model.begin(), model.end(), same_name)->second);
    require(headers.count(model[i].first) ==
            static_cast<std::size_t>(std::count_if(model.begin(), model.end(), same_name)));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text = fuzz::as_text(data, size);
  check_list(text);
  http::Headers headers;
  Model model;
  for (int lines = 0; !text.empty() && lines < 64; ++lines) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    apply(text.substr(0, end), headers, model);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  check_same(headers, model);
  return 0;
}
