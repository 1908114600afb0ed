#include "tthttpd/http/error.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace tthttpd::http {
namespace {

struct Row {
  std::errc code;
  int status;
  std::string_view reason;
};

constexpr std::array kTable = {
    // A name that the file system cannot even hold is a name that is not there.
    Row{std::errc::no_such_file_or_directory, 404, "not-found"},
    Row{std::errc::not_a_directory, 404, "not-found"},
    Row{std::errc::filename_too_long, 404, "not-found"},
    Row{std::errc::illegal_byte_sequence, 404, "not-found"},
    Row{std::errc::permission_denied, 403, "forbidden"},
    Row{std::errc::operation_not_permitted, 403, "forbidden"},
    Row{std::errc::read_only_file_system, 403, "forbidden"},
    // A link that the policy does not follow, and devices, FIFOs and sockets.
    Row{std::errc::too_many_symbolic_link_levels, 403, "forbidden"},
    Row{std::errc::cross_device_link, 403, "forbidden"},
    Row{std::errc::no_such_device, 403, "forbidden"},
    Row{std::errc::no_such_device_or_address, 403, "forbidden"},
    Row{std::errc::too_many_files_open, 503, "out-of-resources"},
    Row{std::errc::too_many_files_open_in_system, 503, "out-of-resources"},
    Row{std::errc::not_enough_memory, 503, "out-of-resources"},
    Row{std::errc::resource_unavailable_try_again, 503, "out-of-resources"},
    Row{std::errc::no_buffer_space, 503, "out-of-resources"},
};

}  // namespace

Error error_from_system(const std::error_code& code, std::string what) {
  std::string detail = std::move(what);
  if (!detail.empty()) {
    detail += ": ";
  }
  // Some libraries say no more than "system error"; the number is what can be looked up.
  detail += code.message() + " (" + std::to_string(code.value()) + ")";
  const auto* const row =
      std::find_if(kTable.begin(), kTable.end(), [&](const Row& r) { return code == r.code; });
  if (row == kTable.end()) {
    return {500, "system-error", std::move(detail)};
  }
  return {row->status, row->reason, std::move(detail)};
}

}  // namespace tthttpd::http
