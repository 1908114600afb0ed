#pragma once

#include <sys/stat.h>

#include "tthttpd/platform/file.hpp"

namespace tthttpd::platform {

/// What the system's stat says, in our words.
FileInfo info_from(const struct stat& status);

}  // namespace tthttpd::platform
