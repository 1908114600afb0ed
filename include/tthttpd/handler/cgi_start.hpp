#pragma once

#include <string>
#include <vector>

#include "tthttpd/handler/cgi.hpp"
#include "tthttpd/http/error.hpp"
#include "tthttpd/platform/child_process.hpp"
#include "tthttpd/route/resource.hpp"

namespace tthttpd::handler {

/// How the script calls itself in the log: its URL path, or its file for a front controller.
const std::string& cgi_name(const route::Resource& resource);

/// The command of a script: its file, or the interpreter with the file as its last argument; never
/// words of the query (RFC 3875 section 4.4 would allow "?-s" to become an option). The working
/// directory is the file's own, as it was addressed. An interpreter without a directory is looked
/// for in options.path.
platform::ChildSetup make_child_setup(const route::Resource& resource, const CgiOptions& options,
                                      std::vector<std::string> environment);

/// Why a script could not be started, with advice for the log: 403 when it may not be run, 503 when
/// the system is out of something or the file is being written, else 500.
http::Error cannot_start(const std::error_code& code, const route::Resource& resource,
                         const platform::ChildSetup& setup);

}  // namespace tthttpd::handler
