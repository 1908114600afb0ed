#include "tthttpd/http/request.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace tthttpd::http {

Method method_from(std::string_view name) {
  using Row = std::pair<std::string_view, Method>;
  static constexpr std::array kMethods = {
      Row{"GET", Method::get},     Row{"HEAD", Method::head},      Row{"POST", Method::post},
      Row{"PUT", Method::put},     Row{"DELETE", Method::delete_}, Row{"OPTIONS", Method::options},
      Row{"PATCH", Method::patch}, Row{"TRACE", Method::trace},    Row{"CONNECT", Method::connect},
  };
  const auto* const row =
      std::find_if(kMethods.begin(), kMethods.end(), [&](const Row& r) { return r.first == name; });
  return row == kMethods.end() ? Method::other : row->second;
}

std::string_view Request::host() const {
  const std::string_view all = authority;
  return all.starts_with('[') ? all.substr(0, all.find(']') + 1) : all.substr(0, all.find(':'));
}

std::string_view Request::port() const {
  const auto rest = std::string_view(authority).substr(host().size());
  return rest.empty() ? rest : rest.substr(1);
}

}  // namespace tthttpd::http
