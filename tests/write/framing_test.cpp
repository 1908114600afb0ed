#include "tthttpd/write/framing.hpp"

#include <memory>

#include <gtest/gtest.h>

#include "support/memory_sink.hpp"

namespace tthttpd::write {
namespace {

http::Response with_stream(int status, std::optional<std::uint64_t> length) {
  http::Response response;
  response.status = status;
  auto stream = std::make_unique<support::PieceStream>(std::deque<std::string>{"x"});
  stream->known_length = length;
  response.body = std::move(stream);
  return response;
}

http::Response with_text(int status, std::string text) {
  http::Response response;
  response.status = status;
  response.body = std::move(text);
  return response;
}

struct Row {
  const char* description;
  http::Response response;
  bool head;
  int version_minor;
  BodyFraming framing;
  std::uint64_t length;
  bool send_content;
};

TEST(ResponsePlan, DecidesHowTheClientFindsTheEnd) {
  http::Response announced;
  announced.announced_length = 7;
  http::Response raw = with_stream(200, std::nullopt);
  raw.raw = true;
  std::vector<Row> rows;
  rows.push_back({"text", with_text(200, "abc"), false, 1, BodyFraming::length, 3, true});
  rows.push_back({"text to HEAD", with_text(200, "abc"), true, 1, BodyFraming::length, 3, false});
  rows.push_back({"no body is length 0", {}, false, 1, BodyFraming::length, 0, true});
  rows.push_back(
      {"announced length", std::move(announced), true, 1, BodyFraming::length, 7, false});
  rows.push_back(
      {"304 has no framing", with_text(304, "abc"), false, 1, BodyFraming::none, 0, false});
  rows.push_back({"204 from a stream", with_stream(204, 3), false, 1, BodyFraming::none, 0, false});
  rows.push_back(
      {"stream of known length", with_stream(200, 9), false, 1, BodyFraming::length, 9, true});
  rows.push_back({"stream to 1.1", with_stream(200, {}), false, 1, BodyFraming::chunked, 0, true});
  rows.push_back(
      {"stream to 1.0", with_stream(200, {}), false, 0, BodyFraming::until_close, 0, true});
  rows.push_back({"stream to HEAD", with_stream(200, {}), true, 1, BodyFraming::none, 0, false});
  rows.push_back({"raw", std::move(raw), false, 1, BodyFraming::until_close, 0, true});
  for (const auto& row : rows) {
    const auto plan = plan_response(row.response, row.head, row.version_minor);
    EXPECT_EQ(plan.framing, row.framing) << row.description;
    EXPECT_EQ(plan.length, row.length) << row.description;
    EXPECT_EQ(plan.send_content, row.send_content) << row.description;
  }
}

}  // namespace
}  // namespace tthttpd::write
