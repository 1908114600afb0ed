#pragma once

#include <string_view>

namespace tthttpd::http {

/// Whether the value of a header field or variable of that name is shown in no log: names with
/// AUTHORIZATION, COOKIE, PASS, SECRET, TOKEN or KEY in them, in any case: "Set-Cookie",
/// "HTTP_X_API_KEY", "db_password".
bool is_secret_name(std::string_view name);

}  // namespace tthttpd::http
