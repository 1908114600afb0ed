#include "tthttpd/handler/cgi_reply.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace tthttpd::handler {
namespace {

using State = CgiHeadReader::State;

TEST(CgiHeadReader, FindsTheEmptyLineHoweverTheOutputIsCut) {
  struct Row {
    const char* description;
    std::string output;
    std::string head;
    std::string rest;
  };
  const std::vector<Row> rows = {
      {"LF", "A: b\nC: d\n\nbody", "A: b\nC: d\n", "body"},
      {"CRLF", "A: b\r\nC: d\r\n\r\nbody", "A: b\r\nC: d\r\n", "body"},
      {"mixed", "A: b\r\nC: d\n\r\nbody", "A: b\r\nC: d\n", "body"},
      {"LF after CRLF", "A: b\r\n\nbody", "A: b\r\n", "body"},
      {"no body", "A: b\n\n", "A: b\n", ""},
      {"body begins with an empty line", "A: b\n\n\n\n", "A: b\n", "\n\n"},
      {"no header", "\nbody", "", "body"},
      {"no header, CRLF", "\r\nbody", "", "body"},
      {"bare CR is no line end", "A: b\r\r\n\n!", "A: b\r\r\n", "!"},
      {"NUL inside", std::string("A\0\n\nx", 5), std::string("A\0\n", 3), "x"},
  };
  for (const auto& row : rows) {
    for (std::size_t step = 1; step <= row.output.size(); ++step) {
      CgiHeadReader reader(1000);
      auto state = State::more;
      std::string later;
      for (std::size_t at = 0; at < row.output.size(); at += step) {
        const auto piece = std::string_view(row.output).substr(at, step);
        if (state == State::more) {
          state = reader.feed(piece);
        } else {
          later.append(piece);
        }
      }
      ASSERT_EQ(state, State::complete) << row.description << " by " << step;
      EXPECT_EQ(reader.head(), row.head) << row.description << " by " << step;
      EXPECT_EQ(std::string(reader.rest()) + later, row.rest) << row.description << " by " << step;
    }
  }
}

TEST(CgiHeadReader, LimitsTheBlockHoweverItIsCut) {
  const std::string output = "A: 0123456789\n\nbody";
  const std::size_t block = output.find("body");
  for (std::size_t step = 1; step <= output.size(); ++step) {
    for (const auto& [limit, expected] :
         {std::pair{block, State::complete}, std::pair{block - 1, State::too_large}}) {
      CgiHeadReader reader(limit);
      auto state = State::more;
      for (std::size_t at = 0; at < output.size() && state == State::more; at += step) {
        state = reader.feed(std::string_view(output).substr(at, step));
      }
      EXPECT_EQ(state, expected) << "limit " << limit << " by " << step;
    }
  }
}

TEST(CgiHeadReader, WantsMoreUntilTheBlockIsComplete) {
  CgiHeadReader reader(100);
  EXPECT_EQ(reader.feed("hello"), State::more);
  EXPECT_EQ(reader.head(), "hello");
}

/// Status, phrase and the fields as "Name: value|..." of a block, or the reason of its refusal.
std::string parsed(std::string_view head) {
  const auto reply = parse_cgi_reply(head);
  if (!reply) {
    EXPECT_EQ(reply.error().status, 502);
    return std::string(reply.error().reason);
  }
  std::string text = std::to_string(reply->status) + ' ' + reply->phrase + '|';
  for (std::size_t i = 0; i < reply->headers.size(); ++i) {
    const auto field = reply->headers[i];
    text.append(field.name).append(": ").append(field.value).append("|");
  }
  return text;
}

TEST(CgiReply, ReadsStatusAndFields) {
  struct Row {
    const char* description;
    std::string head;
    const char* expected;
  };
  const std::vector<Row> rows = {
      {"plain", "Content-Type: text/html\n", "200 |Content-Type: text/html|"},
      {"CRLF", "Content-Type: text/html\r\nX-A: b\r\n", "200 |Content-Type: text/html|X-A: b|"},
      {"no blank after the colon", "Content-Type:text/html\n", "200 |Content-Type: text/html|"},
      {"blanks around the value", "X-A: \t b c \t\n", "200 |X-A: b c|"},
      {"empty value", "X-A:\n", "200 |X-A: |"},
      {"type passed as it is", "Content-Type: text/html; charset=UTF-8; charset=UTF-8\n",
       "200 |Content-Type: text/html; charset=UTF-8; charset=UTF-8|"},
      {"status with phrase", "Status: 404 Not Found\nX-A: b\n", "404 Not Found|X-A: b|"},
      {"status without phrase", "Status: 404\n", "404 |"},
      {"status last, any case", "X-A: b\nsTATUS: 303 See\n", "303 See|X-A: b|"},
      {"several cookies", "Set-Cookie: a=1\nSet-Cookie: b=2\n",
       "200 |Set-Cookie: a=1|Set-Cookie: b=2|"},
      {"Location alone", "Location: http://x.example/\n", "302 |Location: http://x.example/|"},
      {"Location with status", "Status: 301 Moved\nLocation: /x\n", "301 Moved|Location: /x|"},
      {"created", "Location: /new\nStatus: 201\n", "201 |Location: /new|"},
      {"second Location", "Location: http://a/\nLocation: http://b/\n",
       "302 |Location: http://a/|"},
      {"fields of the connection",
       "Connection: close\nTransfer-Encoding: chunked\nKeep-Alive: x\nUpgrade: y\nTrailer: z\nTE: "
       "q\n"
       "Proxy-Connection: r\nX-A: b\n",
       "200 |X-A: b|"},
      {"status line", "HTTP/1.1 404 Gone Fishing\r\nX-A: b\r\n", "404 Gone Fishing|X-A: b|"},
      {"status line without phrase", "HTTP/1.0 204\nX-A: b\n", "204 |X-A: b|"},
      {"status line goes before Status", "HTTP/1.0 204 No\nStatus: 500 Bad\n", "204 No|"},
      {"bytes beyond ASCII", "X-A: \xe3\x81\x82\n", "200 |X-A: \xe3\x81\x82|"},
      {"nothing", "", "no-cgi-header"},
      {"blanks", " \n", "no-cgi-header"},
      {"no colon", "hello\n", "bad-cgi-header"},
      {"no colon later", "X-A: b\nhello\n", "bad-cgi-header"},
      {"no name", ": b\n", "bad-cgi-header"},
      {"blank before the colon", "X-A : b\n", "bad-cgi-header"},
      {"markup", "<html>: b\n", "bad-cgi-header"},
      {"folded", "X-A: b\n c: d\n", "bad-cgi-header"},
      {"bare CR", "X-A: b\rX-B: c\n", "bad-cgi-header"},
      {"NUL", std::string("X-A: b\0c\n", 9), "bad-cgi-header"},
      {"status no number", "Status: good\n", "bad-cgi-status"},
      {"status empty", "Status:\n", "bad-cgi-status"},
      {"status too long", "Status: 2000\n", "bad-cgi-status"},
      {"status interim", "Status: 100 Continue\n", "bad-cgi-status"},
      {"status too large", "Status: 600\n", "bad-cgi-status"},
      {"status negative", "Status: -20\n", "bad-cgi-status"},
      {"status line interim", "HTTP/1.1 101 Switching\n", "bad-cgi-status"},
      {"status line without status", "HTTP/1.1\n", "bad-cgi-status"},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(parsed(row.head), row.expected) << row.description;
  }
}

TEST(CgiReply, TakesOneValidContentLength) {
  struct Row {
    const char* head;
    std::optional<std::uint64_t> expected;
  };
  const std::vector<Row> rows = {
      {"Content-Length: 5\n", 5},
      {"Content-Length: 0\n", 0},
      {"content-length: 18446744073709551615\n", 18446744073709551615U},
      {"Content-Length: 5\nContent-Length: 5\n", 5},
      {"Content-Length: 5\nContent-Length: 6\n", std::nullopt},
      {"Content-Length: x\nContent-Length: 6\n", std::nullopt},
      {"Content-Length: 18446744073709551616\n", std::nullopt},
      {"Content-Length: -1\n", std::nullopt},
      {"Content-Length: +1\n", std::nullopt},
      {"Content-Length: 5, 5\n", std::nullopt},
      {"Content-Length: 0x5\n", std::nullopt},
      {"Content-Length:\n", std::nullopt},
      {"X-A: b\n", std::nullopt},
  };
  for (const auto& row : rows) {
    const auto reply = parse_cgi_reply(row.head);
    ASSERT_TRUE(reply) << row.head;
    EXPECT_EQ(reply->content_length, row.expected) << row.head;
    EXPECT_FALSE(reply->headers.has("content-length")) << row.head;
  }
}

TEST(CgiReply, TellsALocalRedirect) {
  struct Row {
    const char* description;
    const char* head;
    const char* expected;
  };
  const std::vector<Row> rows = {
      {"local path", "Location: /other?x=1\n", "/other?x=1"},
      {"with a type", "Content-Type: text/html\nLocation: /other\n", "/other"},
      {"with a length", "Content-Length: 0\nLocation: /other\n", "/other"},
      {"absolute", "Location: http://x.example/\n", ""},
      {"relative", "Location: other\n", ""},
      {"another host", "Location: //x.example/\n", ""},
      {"fragment", "Location: /other#part\n", ""},
      {"status said", "Status: 302\nLocation: /other\n", ""},
      {"cookie to pass on", "Set-Cookie: a=b\nLocation: /other\n", ""},
      {"empty", "Location:\n", ""},
  };
  for (const auto& row : rows) {
    const auto reply = parse_cgi_reply(row.head);
    ASSERT_TRUE(reply) << row.description;
    EXPECT_EQ(reply->local_redirect, row.expected) << row.description;
    EXPECT_EQ(reply->status, 302) << "for the case that content follows: " << row.description;
    EXPECT_TRUE(reply->headers.has("Location")) << row.description;
  }
}

TEST(CgiReply, TheLogHasTheBeginningOfABadLineOnly) {
  const auto reply = parse_cgi_reply(std::string(5000, 'x') + "\n");
  ASSERT_FALSE(reply);
  EXPECT_LT(reply.error().detail.size(), 200U);
}

TEST(NphStatus, IsFoundInAStatusLineOnly) {
  EXPECT_EQ(find_nph_status("HTTP/1.0 203 Told\r\nX: y\r\n\r\n"), 203);
  EXPECT_EQ(find_nph_status("HTTP/1.1 404\n"), 404);
  EXPECT_EQ(find_nph_status("hello"), std::nullopt);
  EXPECT_EQ(find_nph_status("HTTP/1.1 abc\n"), std::nullopt);
  EXPECT_EQ(find_nph_status(""), std::nullopt);
}

}  // namespace
}  // namespace tthttpd::handler
