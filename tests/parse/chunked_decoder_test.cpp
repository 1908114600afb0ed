#include "tthttpd/parse/chunked_decoder.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace tthttpd::parse {
namespace {

/// Decodes with pieces of that size in and out; the content, then what was not consumed, or the
/// error.
std::string decode_in_pieces(std::string_view input, std::size_t in, std::size_t out) {
  ChunkedDecoder decoder;
  std::string content;
  std::vector<char> room(out);
  std::string_view piece;
  while (!decoder.finished()) {
    const std::size_t more = std::min(in, input.size());
    if (piece.empty() && more == 0) {
      return content + "|unfinished";
    }
    if (piece.empty()) {
      piece = input.substr(0, more);
      input.remove_prefix(more);
    }
    const auto step = decoder.decode(piece, room);
    if (!step) {
      return std::to_string(step.error().status) + " " + std::string(step.error().reason);
    }
    EXPECT_TRUE(step->consumed > 0 || step->produced > 0);
    content.append(room.data(), step->produced);
    piece.remove_prefix(step->consumed);
  }
  return content + "|" + std::string(piece) + std::string(input);
}

/// The answer for one big piece; fails the test when smaller pieces give another.
std::string decode(const std::string& input) {
  const std::string whole = decode_in_pieces(input, input.size() + 1, input.size() + 1);
  for (const std::size_t in : {1U, 2U, 3U, 7U}) {
    for (const std::size_t out : {1U, 2U, 5U, 100U}) {
      EXPECT_EQ(decode_in_pieces(input, in, out), whole) << in << "/" << out << ": " << input;
    }
  }
  return whole;
}

struct Row {
  const char* description;
  std::string input;
  std::string expected;
};

const Row kRows[] = {
    {"nothing", "0\r\n\r\n", "|"},
    {"one chunk", "5\r\nhello\r\n0\r\n\r\n", "hello|"},
    {"several", "1\r\na\r\n2\r\nbc\r\nA\r\n0123456789\r\n0\r\n\r\n", "abc0123456789|"},
    {"what follows is left", "1\r\na\r\n0\r\n\r\nGET / HTTP/1.1\r\n", "a|GET / HTTP/1.1\r\n"},
    {"content that looks like framing", "7\r\n0\r\n\r\n\r\n\r\n0\r\n\r\n", "0\r\n\r\n\r\n|"},
    {"lower and upper case digits", "a\r\n0123456789\r\nA\r\n0123456789\r\n0\r\n\r\n",
     "01234567890123456789|"},
    {"zeros in front", "0005\r\nhello\r\n000\r\n\r\n", "hello|"},
    {"sixteen digits", "0000000000000001\r\na\r\n0\r\n\r\n", "a|"},
    {"an extension", "1;name=value;x=\"a;b\"\r\na\r\n0;y\r\n\r\n", "a|"},
    {"an extension after blanks", "1 \t; name\r\na\r\n0\r\n\r\n", "a|"},
    {"blanks after the size", "1  \r\na\r\n0 \r\n\r\n", "a|"},
    {"trailers are dropped", "1\r\na\r\n0\r\nA: b\r\nC:\r\n\r\nrest", "a|rest"},
    {"the end is missing", "5\r\nhello\r\n", "hello|unfinished"},
    {"the last line end is missing", "0\r\n", "|unfinished"},

    {"no size", "\r\nhello", "400 bad-chunk-size"},
    {"a sign", "+5\r\nhello", "400 bad-chunk-size"},
    {"a negative size", "-5\r\nhello", "400 bad-chunk-size"},
    {"a C prefix", "0x5\r\nhello", "400 bad-chunk-size"},
    {"blank before the size", " 5\r\nhello", "400 bad-chunk-size"},
    {"blank inside", "5 5\r\nhello", "400 bad-chunk-size"},
    {"not hexadecimal", "g\r\n", "400 bad-chunk-size"},
    {"an extension without size", ";a\r\n", "400 bad-chunk-size"},
    {"LF alone after the size", "5\nhello\r\n0\r\n\r\n", "400 bad-chunk-size"},
    {"LF alone after an extension", "5;a\nhello\r\n0\r\n\r\n", "400 bad-chunk-extension"},
    {"NUL in an extension", std::string("5;a\0b\r\n", 7), "400 bad-chunk-extension"},
    {"CR alone after the size", "5\rhello", "400 bad-chunk-line-end"},
    {"CR CR LF", "5\r\r\nhello", "400 bad-chunk-line-end"},
    {"LF alone after the content", "5\r\nhello\n0\r\n\r\n", "400 bad-chunk-line-end"},
    {"content longer than its size", "4\r\nhello\r\n0\r\n\r\n", "400 bad-chunk-line-end"},
    {"content shorter than its size", "6\r\nhello\r\n0\r\n\r\n", "400 bad-chunk-line-end"},
    {"seventeen digits", "00000000000000001\r\na\r\n", "400 chunk-too-large"},
    {"64 bits", "ffffffffffffffff\r\n", "400 chunk-too-large"},
    {"just over 2^62", "4000000000000001\r\n", "400 chunk-too-large"},
    {"LF alone at the end", "0\r\n\n", "400 bad-trailer"},
    {"CR alone at the end", "0\r\n\rx", "400 bad-chunk-line-end"},
    {"a trailer without colon", "0\r\nabc\r\n\r\n", "400 bad-trailer"},
    {"a trailer without name", "0\r\n: b\r\n\r\n", "400 bad-trailer"},
    {"a space before a trailer's colon", "0\r\nA : b\r\n\r\n", "400 bad-trailer"},
    {"a folded trailer", "0\r\nA: b\r\n c\r\n\r\n", "400 bad-trailer"},
    {"LF alone after a trailer", "0\r\nA: b\n\r\n", "400 bad-trailer"},
    {"NUL in a trailer", std::string("0\r\nA: \0\r\n\r\n", 11), "400 bad-trailer"},
    {"a request where the end should be", "0\r\nGET / HTTP/1.1\r\n", "400 bad-trailer"},
};

TEST(ChunkedDecoder, DecodesAlikeInEverySplit) {
  for (const Row& row : kRows) {
    EXPECT_EQ(decode(row.input), row.expected) << row.description;
  }
}

TEST(ChunkedDecoder, LimitsTheExtensionOfEachChunk) {
  const std::string most(ChunkedDecoder::kMaxExtension - 1, 'x');
  const std::string chunk = "1;" + most + "\r\na\r\n";
  EXPECT_EQ(decode(chunk + chunk + "0\r\n\r\n"), "aa|");
  EXPECT_EQ(decode("1;" + most + "x"), "400 chunk-extension-too-long");
}

TEST(ChunkedDecoder, LimitsAllTrailersTogether) {
  const std::string half = "A:" + std::string(ChunkedDecoder::kMaxTrailers / 2 - 2, 'x') + "\r\n";
  EXPECT_EQ(decode("0\r\n" + half + half + "\r\n"), "|");
  EXPECT_EQ(decode("0\r\n" + half + half + "B"), "431 trailers-too-long");
}

TEST(ChunkedDecoder, ReadsTheFramingThatFollowsFullOutput) {
  ChunkedDecoder decoder;
  char room[5];
  const std::string input = "5\r\nhello\r\n0\r\n\r\n";
  const auto step = decoder.decode(input, room);
  ASSERT_TRUE(step.ok());
  EXPECT_EQ(step->produced, 5U);
  EXPECT_EQ(step->consumed, input.size());
  EXPECT_TRUE(decoder.finished());
}

TEST(ChunkedDecoder, WithoutRoomStopsWhereContentStarts) {
  ChunkedDecoder decoder;
  const auto step = decoder.decode("5\r\nhello", {});
  ASSERT_TRUE(step.ok());
  EXPECT_EQ(step->consumed, 3U);
  EXPECT_EQ(step->produced, 0U);
}

}  // namespace
}  // namespace tthttpd::parse
