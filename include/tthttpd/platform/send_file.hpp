#pragma once

#include <cstddef>
#include <cstdint>

#include "tthttpd/platform/file.hpp"
#include "tthttpd/platform/handle.hpp"
#include "tthttpd/platform/outcome.hpp"

namespace tthttpd::platform {

/// Sends up to `length` bytes of the file from `offset` to a non-blocking socket, as much as fits,
/// without a copy through user space. 0: the file ends before `offset`.
/// operation_would_block: the socket takes nothing now.
Outcome<std::size_t> send_file_some(NativeHandle socket, const File& file, std::uint64_t offset,
                                    std::uint64_t length);

}  // namespace tthttpd::platform
