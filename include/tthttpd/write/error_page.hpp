#pragma once

#include "tthttpd/http/error.hpp"
#include "tthttpd/http/response.hpp"

namespace tthttpd::write {

/// The response for an Error, without its page yet. REQUIRES: error.status is not kNoAnswer.
http::Response response_from(const http::Error& error);

/// Whether a response is an error that still lacks a page: status 400 and up, no content of its
/// own. A script's own error reply has content, if of length 0, and is left alone.
bool needs_error_page(const http::Response& response);

/// Puts the built-in page into a response that needs one; the only error page of the program. It
/// holds the status and its phrase and nothing the client has sent.
void add_error_page(http::Response& response);

}  // namespace tthttpd::write
