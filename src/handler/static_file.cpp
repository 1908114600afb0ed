#include "tthttpd/handler/static_file.hpp"

#include <chrono>
#include <string>
#include <string_view>
#include <utility>

#include "tthttpd/handler/method_rules.hpp"
#include "tthttpd/handler/preconditions.hpp"
#include "tthttpd/http/date.hpp"
#include "tthttpd/http/range.hpp"

namespace tthttpd::handler {
namespace {

std::int64_t unix_now() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::seconds>(now).count();
}

http::Response without_content(int status, std::string_view reason) {
  http::Response response;
  response.status = status;
  response.reason = reason;
  return response;
}

void add_validators(http::Response& response, const Validators& validators) {
  response.headers.add("Last-Modified", http::format_date(validators.last_modified));
  response.headers.add("ETag", validators.etag);
}

/// What the Range field asks for, when it is to be looked at at all.
http::RangeSet requested_ranges(const http::Request& request, const Validators& validators,
                                std::uint64_t size) {
  const auto& headers = request.headers;
  if (request.method != http::Method::get || headers.count("Range") != 1 ||
      !range_condition_holds(headers, validators)) {
    return {};
  }
  return http::parse_range(*headers.find("Range"), size);
}

std::string content_range(const http::ByteRange& range, std::uint64_t size) {
  return "bytes " + std::to_string(range.first) + "-" +
         std::to_string(range.first + range.length - 1) + "/" + std::to_string(size);
}

}  // namespace

StaticFile::StaticFile(StaticFileOptions options) : options_(std::move(options)) {}

http::Result<http::Response> StaticFile::handle(http::Request& request, route::Resource& resource) {
  if (auto answer = answer_by_method(request)) {
    return std::move(*answer);
  }
  const auto validators = validators_of(resource.info, unix_now());
  switch (evaluate_preconditions(request.headers, validators)) {
    case Precondition::failed:
      return without_content(412, "precondition-failed");
    case Precondition::not_modified: {
      auto response = without_content(304, {});
      add_validators(response, validators);
      return response;
    }
    case Precondition::holds:
      break;
  }
  const std::uint64_t size = resource.info.size;
  const auto ranges = requested_ranges(request, validators, size);
  if (ranges.verdict == http::RangeSet::Verdict::unsatisfiable) {
    auto response = without_content(416, "range-not-satisfiable");
    response.headers.add("Content-Range", "bytes */" + std::to_string(size));
    response.headers.add("Accept-Ranges", "bytes");
    return response;
  }
  http::ByteRange part{0, size};
  http::Response response;
  // Several ranges get the whole file, which RFC 9110 section 14.2 allows at any time.
  if (ranges.ranges.size() == 1) {
    part = ranges.ranges.front();
    response.status = 206;
    response.headers.add("Content-Range", content_range(part, size));
  }
  response.headers.add("Content-Type", content_type(resource.file_path));
  add_validators(response, validators);
  response.headers.add("Accept-Ranges", "bytes");
  response.announced_length = part.length;
  if (part.length > 0) {
    auto file = std::make_shared<const platform::File>(std::move(resource.file));
    response.body = http::FileSlice{std::move(file), part.first, part.length};
  }
  return response;
}

std::string StaticFile::content_type(std::string_view file_path) const {
  std::string type(options_.types->type_of(file_path));
  if (!options_.charset.empty() && http::takes_charset(type)) {
    type += "; charset=" + options_.charset;
  }
  return type;
}

}  // namespace tthttpd::handler
