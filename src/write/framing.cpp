#include "tthttpd/write/framing.hpp"

#include "tthttpd/http/status.hpp"

namespace tthttpd::write {
namespace {

std::optional<std::uint64_t> length_of(const http::Response& response) {
  if (const auto* text = std::get_if<std::string>(&response.body)) {
    return text->size();
  }
  if (const auto* slice = std::get_if<http::FileSlice>(&response.body)) {
    return slice->length;
  }
  if (const auto* stream = std::get_if<std::unique_ptr<http::StreamBody>>(&response.body)) {
    return (*stream)->length();
  }
  return response.announced_length.value_or(0);
}

}  // namespace

ResponsePlan plan_response(const http::Response& response, bool head_request, int version_minor) {
  if (response.raw) {
    return {BodyFraming::until_close, 0, true};
  }
  if (!http::status_has_content(response.status)) {
    return {BodyFraming::none, 0, false};
  }
  if (const auto length = length_of(response)) {
    return {BodyFraming::length, *length, !head_request};
  }
  if (head_request) {
    // The length of the content is unknown and none is sent: no framing field at all.
    return {BodyFraming::none, 0, false};
  }
  return {version_minor >= 1 ? BodyFraming::chunked : BodyFraming::until_close, 0, true};
}

}  // namespace tthttpd::write
