#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tthttpd/http/request.hpp"

namespace tthttpd::parse {

/// A head that is refused, and with what.
struct RefusedHead {
  std::string description;
  std::string bytes;
  int status;
  std::string_view reason;
};

/// A head that is taken, and what is read from it.
struct AcceptedHead {
  std::string description;
  std::string bytes;
  http::Method method;
  std::string_view path;
  std::string_view query;
  std::string_view authority;
  int version_minor;
};

const std::vector<RefusedHead>& refused_heads();
const std::vector<AcceptedHead>& accepted_heads();

}  // namespace tthttpd::parse
