// Requests against an independent parser, Debian's libhttp-parser: what we accept it must read as
// the same requests with the same content and the same ends, or a request could be smuggled past
// one of the two. What may differ stands in the two tables below; docs/differential.md has them in
// prose. Input: what a client sends on one connection.
#include <algorithm>
#include <array>
#include <cstdio>
#include <http_parser.h>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "fuzz/fuzz_check.hpp"
#include "tthttpd/parse/chunked_decoder.hpp"
#include "tthttpd/parse/request_reader.hpp"

namespace {

using namespace tthttpd;
using Kind = parse::Framing::Kind;

enum class End : std::uint8_t { complete, more, refused };

/// What one of the parsers makes of the bytes from the start of one request on.
struct Reading {
  std::string_view bytes;
  std::string method;
  std::string target;
  int version_minor = 0;
  std::vector<std::pair<std::string, std::string>> fields;  ///< values trimmed
  Kind framing = Kind::none;
  std::uint64_t length = 0;
  std::string body;        ///< as far as it has come
  bool head_read = false;  ///< if not, only the three below count
  End end = End::more;
  std::string_view refusal;  ///< the parser's word for it
  std::size_t taken = 0;     ///< bytes up to the end of a complete request
};

// ---------------------------------------------------------------------------------------------
// Ours

/// Small, so that the fuzzer gets to them.
constexpr parse::HeadLimits kLimits{
    .max_request_line = 256, .max_header_bytes = 512, .max_headers = 16};

void take_body(std::string_view rest, Reading& reading) {
  if (reading.framing != Kind::chunked) {
    reading.body = rest.substr(0, reading.length);
    reading.taken += reading.body.size();
    reading.end = reading.body.size() == reading.length ? End::complete : End::more;
    return;
  }
  parse::ChunkedDecoder decoder;
  reading.body.resize(rest.size());
  const auto step = decoder.decode(rest, reading.body);
  if (!step) {
    reading.end = End::refused;
    reading.refusal = step.error().reason;
    return;
  }
  reading.body.resize(step->produced);
  reading.taken += step->consumed;
  reading.end = decoder.finished() ? End::complete : End::more;
}

Reading read_ours(std::string_view bytes) {
  Reading reading{.bytes = bytes};
  parse::ReadBuffer buffer;
  std::copy(bytes.begin(), bytes.end(), buffer.space(bytes.size()).begin());
  buffer.commit(bytes.size());
  const auto head = parse::RequestReader(kLimits).try_read(buffer);
  if (!head) {
    reading.end = End::refused;
    reading.refusal = head.error().reason;
    return reading;
  }
  if (!head->has_value()) {
    return reading;
  }
  const http::Request& request = (*head)->request;
  reading.head_read = true;
  reading.method = request.method_name;
  reading.target = request.target;
  reading.version_minor = request.version_minor;
  for (std::size_t i = 0; i < request.headers.size(); ++i) {
    reading.fields.emplace_back(request.headers[i].name, request.headers[i].value);
  }
  reading.framing = (*head)->framing.kind;
  reading.length = (*head)->framing.length;
  reading.taken = bytes.size() - buffer.view().size();
  take_body(buffer.view(), reading);
  return reading;
}

// ---------------------------------------------------------------------------------------------
// The other one

Reading& reading_of(http_parser* parser) { return *static_cast<Reading*>(parser->data); }

/// The bytes are given in one piece, so a name comes in one piece too.
int on_field_name(http_parser* parser, const char* at, std::size_t size) {
  if (Reading& reading = reading_of(parser); !reading.head_read) {
    reading.fields.emplace_back(std::string(at, size), std::string());
  }
  return 0;
}

int on_field_value(http_parser* parser, const char* at, std::size_t size) {
  if (Reading& reading = reading_of(parser); !reading.head_read) {
    reading.fields.back().second.append(at, size);
  }
  return 0;
}

int on_head(http_parser* parser) {
  Reading& reading = reading_of(parser);
  reading.head_read = true;
  reading.method = http_method_str(static_cast<http_method>(parser->method));
  reading.version_minor = parser->http_minor;
  for (auto& [name, value] : reading.fields) {
    value = std::string(http::trim(value));
  }
  constexpr std::uint64_t kNoLength = std::numeric_limits<std::uint64_t>::max();
  if ((parser->flags & F_CHUNKED) != 0) {
    reading.framing = Kind::chunked;
  } else if (parser->content_length != kNoLength) {
    reading.framing = Kind::length;
    reading.length = parser->content_length;
  }
  return 0;
}

http_parser_settings other_settings() {
  http_parser_settings settings;
  http_parser_settings_init(&settings);
  settings.on_url = [](http_parser* parser, const char* at, std::size_t size) {
    reading_of(parser).target.append(at, size);
    return 0;
  };
  settings.on_header_field = on_field_name;
  settings.on_header_value = on_field_value;
  settings.on_headers_complete = on_head;
  settings.on_body = [](http_parser* parser, const char* at, std::size_t size) {
    reading_of(parser).body.append(at, size);
    return 0;
  };
  settings.on_message_complete = [](http_parser* parser) {
    reading_of(parser).end = End::complete;
    http_parser_pause(parser, 1);
    return 0;
  };
  return settings;
}

/// A fresh parser for each request: whether one follows at all (Connection, Upgrade) is not what is
/// compared here.
Reading read_other(std::string_view bytes) {
  static const http_parser_settings kSettings = other_settings();
  Reading reading{.bytes = bytes};
  http_parser parser;
  http_parser_init(&parser, HTTP_REQUEST);
  parser.data = &reading;
  reading.taken = http_parser_execute(&parser, &kSettings, bytes.data(), bytes.size());
  const http_errno error = HTTP_PARSER_ERRNO(&parser);
  if (reading.end != End::complete && error != HPE_OK) {
    reading.end = End::refused;
    reading.refusal = http_errno_name(error);
  }
  return reading;
}

// ---------------------------------------------------------------------------------------------
// The comparison

enum class Aspect : std::uint8_t {
  acceptance,
  method,
  target,
  version,
  fields,
  framing,
  body,
  end
};

/// A way in which the other parser may differ from what we accept.
struct AllowedDifference {
  std::string_view name;
  Aspect aspect;
  bool (*applies)(const Reading& ours, const Reading& other);
  std::string_view reason;
};

bool refused_with(const Reading& other, std::string_view error) { return other.refusal == error; }

/// Several Content-Length values, which we have found to be equal.
bool repeats_length(const Reading& ours, const Reading& other) {
  const bool several = std::count_if(ours.fields.begin(), ours.fields.end(), [](const auto& field) {
                         return http::equal_case_blind(field.first, "Content-Length");
                       }) > 1;
  const bool list = std::any_of(ours.fields.begin(), ours.fields.end(), [](const auto& field) {
    return http::equal_case_blind(field.first, "Content-Length") &&
           field.second.find(',') != std::string::npos;
  });
  return (several || list) && (refused_with(other, "HPE_INVALID_CONTENT_LENGTH") ||
                               refused_with(other, "HPE_UNEXPECTED_CONTENT_LENGTH"));
}

/// A field whose name only begins with "Transfer-Encoding", which the other parser takes for it.
bool has_longer_transfer_encoding(const Reading& ours, const Reading& other) {
  constexpr std::string_view kName = "Transfer-Encoding";
  return (refused_with(other, "HPE_INVALID_TRANSFER_ENCODING") ||
          refused_with(other, "HPE_UNEXPECTED_CONTENT_LENGTH")) &&
         std::any_of(ours.fields.begin(), ours.fields.end(), [&](const auto& field) {
           return field.first.size() > kName.size() &&
                  http::equal_case_blind(std::string_view(field.first).substr(0, kName.size()),
                                         kName);
         });
}

/// The other parser knows only spaces behind a length, a coding or a chunk's size.
bool has_tab(const Reading& ours, const Reading& other) {
  return ours.bytes.find('\t') != std::string_view::npos &&
         (refused_with(other, "HPE_INVALID_CONTENT_LENGTH") ||
          refused_with(other, "HPE_INVALID_TRANSFER_ENCODING") ||
          refused_with(other, "HPE_INVALID_CHUNK_SIZE"));
}

bool has_length_in_trailer(const Reading& ours, const Reading& other) {
  return ours.framing == Kind::chunked && refused_with(other, "HPE_INVALID_CONTENT_LENGTH");
}

constexpr std::array kAllowed{
    AllowedDifference{"later minor version", Aspect::version,
                      [](const Reading& ours, const Reading& other) {
                        return ours.version_minor == 1 && other.version_minor > 1;
                      },
                      "a later 1.x is answered as 1.1 (RFC 9110 section 2.5)"},
    AllowedDifference{"unknown method", Aspect::acceptance,
                      [](const Reading&, const Reading& other) {
                        return refused_with(other, "HPE_INVALID_METHOD");
                      },
                      "any token is a method (RFC 9110 section 9.1); scripts may know it"},
    AllowedDifference{"equal lengths", Aspect::acceptance, repeats_length,
                      "repeats of one number frame alike (RFC 9112 section 6.3)"},
    AllowedDifference{"longer name", Aspect::acceptance, has_longer_transfer_encoding,
                      "another name is another field (RFC 9110 section 5.1)"},
    AllowedDifference{"tab", Aspect::acceptance, has_tab,
                      "whitespace may be a tab (RFC 9110 section 5.6.3)"},
    AllowedDifference{"length in a trailer", Aspect::acceptance, has_length_in_trailer,
                      "trailers are dropped, they frame nothing (RFC 9110 section 6.5.1)"},
};

/// What the other parser accepts and we refuse.
struct StricterOnPurpose {
  std::string_view refusal;
  std::string_view reason;
};

constexpr std::array kStricter{
    StricterOnPurpose{"bad-request-line", "RFC 9112 section 3"},
    StricterOnPurpose{"bad-version", "RFC 9112 section 2.3"},
    StricterOnPurpose{"unsupported-version", "0.x and 2.x over text (RFC 9110 section 15.6.6)"},
    StricterOnPurpose{"bare-cr", "RFC 9112 section 2.2"},
    StricterOnPurpose{"bad-field-name", "not a token (RFC 9110 section 5.1)"},
    StricterOnPurpose{"field-without-colon", "RFC 9112 section 5"},
    StricterOnPurpose{"connect-not-supported", "no proxy (RFC 9110 section 9.3.6)"},
    StricterOnPurpose{"folded-field", "two readers may see other fields (RFC 9112 section 5.2)"},
    StricterOnPurpose{"no-host", "RFC 9112 section 3.2"},
    StricterOnPurpose{"several-hosts", "RFC 9112 section 3.2"},
    StricterOnPurpose{"bad-host", "RFC 9112 section 3.2"},
    StricterOnPurpose{"control-byte", "RFC 9110 section 5.5"},
    StricterOnPurpose{"space-before-colon", "RFC 9112 section 5.1"},
    StricterOnPurpose{"transfer-encoding-in-http-1.0", "RFC 9112 section 6.1"},
    StricterOnPurpose{"unknown-transfer-coding", "RFC 9112 section 6.1"},
    StricterOnPurpose{"chunked-not-final", "RFC 9112 section 6.3"},
    StricterOnPurpose{"bad-transfer-encoding", "an empty list member"},
    StricterOnPurpose{"unknown-expectation", "RFC 9110 section 10.1.1"},
    StricterOnPurpose{"bad-target-form", "RFC 9112 section 3.2"},
    StricterOnPurpose{"bad-target-authority", "RFC 9110 section 4.2"},
    StricterOnPurpose{"bad-target-byte", "RFC 9112 section 3.2"},
    StricterOnPurpose{"bad-escape", "RFC 3986 section 2.1"},
    StricterOnPurpose{"nul-in-path", "a name that ends earlier for the system"},
    StricterOnPurpose{"path-above-root", "RFC 3986 section 5.2.4, but refused"},
    StricterOnPurpose{"asterisk-without-options", "RFC 9112 section 3.2.4"},
    StricterOnPurpose{"bad-content-length", "more than 2^63 (RFC 9110 section 8.6)"},
    StricterOnPurpose{"bad-chunk-size", "RFC 9112 section 7.1"},
    StricterOnPurpose{"chunk-too-large", "more than 2^62, or 17 digits"},
    StricterOnPurpose{"bad-chunk-line-end", "a lone CR or LF (RFC 9112 section 7.1)"},
    StricterOnPurpose{"bad-chunk-extension", "control bytes (RFC 9112 section 7.1.1)"},
    StricterOnPurpose{"chunk-extension-too-long", "RFC 9112 section 7.1.1"},
    StricterOnPurpose{"bad-trailer", "RFC 9112 section 7.1.2"},
    StricterOnPurpose{"trailers-too-long", "RFC 6585 section 5"},
    StricterOnPurpose{"request-line-too-long", "RFC 9112 section 3"},
    StricterOnPurpose{"too-many-fields", "RFC 6585 section 5"},
    StricterOnPurpose{"fields-too-large", "RFC 6585 section 5"},
    StricterOnPurpose{"too-many-empty-lines", "RFC 9112 section 2.2 has one"},
};

void print(const char* who, const Reading& reading) {
  constexpr std::array kEnds{"complete", "more needed", "refused"};
  std::fprintf(stderr, "%s: %s %.*s, %zu bytes\n", who,
               kEnds[static_cast<std::size_t>(reading.end)],
               static_cast<int>(reading.refusal.size()), reading.refusal.data(), reading.taken);
  if (!reading.head_read) {
    return;
  }
  std::fprintf(stderr, "  %s %s 1.%d, framing %d length %llu\n", reading.method.c_str(),
               reading.target.c_str(), reading.version_minor, static_cast<int>(reading.framing),
               static_cast<unsigned long long>(reading.length));
  for (const auto& [name, value] : reading.fields) {
    std::fprintf(stderr, "  [%s]: [%s]\n", name.c_str(), value.c_str());
  }
  std::fprintf(stderr, "  body [%s]\n", reading.body.c_str());
}

[[noreturn]] void fail(const char* what, const Reading& ours, const Reading& other) {
  std::fprintf(stderr, "not an allowed difference: %s\n", what);
  print("ours", ours);
  print("other", other);
  std::abort();
}

/// Ends the program unless the two are the same in one aspect, or may differ in it.
void check(Aspect aspect, bool same, const Reading& ours, const Reading& other) {
  if (same || std::any_of(kAllowed.begin(), kAllowed.end(), [&](const AllowedDifference& allowed) {
        return allowed.aspect == aspect && allowed.applies(ours, other);
      })) {
    return;
  }
  constexpr std::array kNames{"acceptance", "method",  "target", "version",
                              "fields",     "framing", "body",   "end"};
  fail(kNames[static_cast<std::size_t>(aspect)], ours, other);
}

/// We refuse. Before the end of the head this says nothing about the other one until it has read
/// all of it.
void check_refusal(const Reading& ours, const Reading& other) {
  if (!other.head_read || other.end == End::refused) {
    return;
  }
  if (std::none_of(kStricter.begin(), kStricter.end(),
                   [&](const StricterOnPurpose& entry) { return entry.refusal == ours.refusal; })) {
    fail("our refusal", ours, other);
  }
}

/// Compares one request; true when both have read it to the same end, so that another may follow.
bool check_request(const Reading& ours, const Reading& other) {
  if (ours.end == End::refused) {
    check_refusal(ours, other);
    return false;
  }
  if (!ours.head_read) {
    // A head that has not come to its end is accepted by none.
    check(Aspect::end, !other.head_read, ours, other);
    return false;
  }
  if (other.end == End::refused) {
    check(Aspect::acceptance, false, ours, other);
    return false;
  }
  check(Aspect::end, ours.end == other.end && ours.taken == other.taken, ours, other);
  check(Aspect::method, ours.method == other.method, ours, other);
  check(Aspect::target, ours.target == other.target, ours, other);
  check(Aspect::version, ours.version_minor == other.version_minor, ours, other);
  check(Aspect::fields, ours.fields == other.fields, ours, other);
  check(Aspect::framing, ours.framing == other.framing && ours.length == other.length, ours, other);
  check(Aspect::body, ours.body == other.body, ours, other);
  return ours.end == End::complete;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view bytes = fuzz::as_text(data, size);
  while (!bytes.empty()) {
    const Reading ours = read_ours(bytes);
    const Reading other = read_other(bytes);
    if (!check_request(ours, other)) {
      break;
    }
    fuzz::require(ours.taken > 0 && ours.taken == other.taken);
    bytes.remove_prefix(ours.taken);
  }
  return 0;
}
