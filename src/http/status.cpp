#include "tthttpd/http/status.hpp"

#include <algorithm>
#include <array>

namespace tthttpd::http {
namespace {

struct Row {
  int status;
  std::string_view phrase;
};

// Sorted by status.
constexpr std::array kPhrases = {
    Row{100, "Continue"},
    Row{101, "Switching Protocols"},
    Row{102, "Processing"},
    Row{103, "Early Hints"},
    Row{200, "OK"},
    Row{201, "Created"},
    Row{202, "Accepted"},
    Row{203, "Non-Authoritative Information"},
    Row{204, "No Content"},
    Row{205, "Reset Content"},
    Row{206, "Partial Content"},
    Row{207, "Multi-Status"},
    Row{208, "Already Reported"},
    Row{226, "IM Used"},
    Row{300, "Multiple Choices"},
    Row{301, "Moved Permanently"},
    Row{302, "Found"},
    Row{303, "See Other"},
    Row{304, "Not Modified"},
    Row{305, "Use Proxy"},
    Row{307, "Temporary Redirect"},
    Row{308, "Permanent Redirect"},
    Row{400, "Bad Request"},
    Row{401, "Unauthorized"},
    Row{402, "Payment Required"},
    Row{403, "Forbidden"},
    Row{404, "Not Found"},
    Row{405, "Method Not Allowed"},
    Row{406, "Not Acceptable"},
    Row{407, "Proxy Authentication Required"},
    Row{408, "Request Timeout"},
    Row{409, "Conflict"},
    Row{410, "Gone"},
    Row{411, "Length Required"},
    Row{412, "Precondition Failed"},
    Row{413, "Content Too Large"},
    Row{414, "URI Too Long"},
    Row{415, "Unsupported Media Type"},
    Row{416, "Range Not Satisfiable"},
    Row{417, "Expectation Failed"},
    Row{421, "Misdirected Request"},
    Row{422, "Unprocessable Content"},
    Row{423, "Locked"},
    Row{424, "Failed Dependency"},
    Row{425, "Too Early"},
    Row{426, "Upgrade Required"},
    Row{428, "Precondition Required"},
    Row{429, "Too Many Requests"},
    Row{431, "Request Header Fields Too Large"},
    Row{451, "Unavailable For Legal Reasons"},
    Row{500, "Internal Server Error"},
    Row{501, "Not Implemented"},
    Row{502, "Bad Gateway"},
    Row{503, "Service Unavailable"},
    Row{504, "Gateway Timeout"},
    Row{505, "HTTP Version Not Supported"},
    Row{506, "Variant Also Negotiates"},
    Row{507, "Insufficient Storage"},
    Row{508, "Loop Detected"},
    Row{511, "Network Authentication Required"},
};

}  // namespace

std::string_view reason_phrase(int status) {
  const auto* const row = std::lower_bound(kPhrases.begin(), kPhrases.end(), status,
                                           [](const Row& r, int s) { return r.status < s; });
  return row != kPhrases.end() && row->status == status ? row->phrase : std::string_view{};
}

bool status_has_content(int status) { return status >= 200 && status != 204 && status != 304; }

}  // namespace tthttpd::http
