#include "tthttpd/http/error.hpp"

#include <gtest/gtest.h>

namespace tthttpd::http {
namespace {

struct Row {
  const char* description;
  std::errc code;
  int status;
  std::string_view reason;
};

constexpr Row kRows[] = {
    {"absent", std::errc::no_such_file_or_directory, 404, "not-found"},
    {"a file where a folder was meant", std::errc::not_a_directory, 404, "not-found"},
    {"a name too long to exist", std::errc::filename_too_long, 404, "not-found"},
    {"a name the file system cannot hold", std::errc::illegal_byte_sequence, 404, "not-found"},
    {"not allowed", std::errc::permission_denied, 403, "forbidden"},
    {"not allowed to anyone", std::errc::operation_not_permitted, 403, "forbidden"},
    {"a link loop or an unwanted link", std::errc::too_many_symbolic_link_levels, 403, "forbidden"},
    {"a link out of the root", std::errc::cross_device_link, 403, "forbidden"},
    {"a socket opened as a file", std::errc::no_such_device_or_address, 403, "forbidden"},
    {"out of descriptors", std::errc::too_many_files_open, 503, "out-of-resources"},
    {"system out of descriptors", std::errc::too_many_files_open_in_system, 503,
     "out-of-resources"},
    {"out of memory", std::errc::not_enough_memory, 503, "out-of-resources"},
    {"no more processes", std::errc::resource_unavailable_try_again, 503, "out-of-resources"},
    {"a failing disk", std::errc::io_error, 500, "system-error"},
    {"anything else", std::errc::invalid_argument, 500, "system-error"},
};

TEST(ErrorFromSystem, GivesEachSystemErrorItsStatusAndReason) {
  for (const Row& row : kRows) {
    const Error error = error_from_system(std::make_error_code(row.code), "open a.txt");
    EXPECT_EQ(error.status, row.status) << row.description;
    EXPECT_EQ(error.reason, row.reason) << row.description;
  }
}

TEST(ErrorFromSystem, KnowsTheSystemsOwnCategoryToo) {
  const std::error_code code(static_cast<int>(std::errc::permission_denied),
                             std::system_category());
  EXPECT_EQ(error_from_system(code, "").status, 403);
}

TEST(ErrorFromSystem, SaysInTheDetailWhatWasTriedAndTheSystemsNumber) {
  const std::error_code code = std::make_error_code(std::errc::no_such_file_or_directory);
  const std::string detail = error_from_system(code, "open a.txt").detail;
  EXPECT_EQ(detail.find("open a.txt: "), 0U) << detail;
  EXPECT_NE(detail.find(code.message()), std::string::npos) << detail;
  EXPECT_NE(detail.find("(" + std::to_string(code.value()) + ")"), std::string::npos) << detail;
}

}  // namespace
}  // namespace tthttpd::http
