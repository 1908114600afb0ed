// Parts of files (RFC 9110 section 14) over a file of ten bytes.
#include <string>

#include <gtest/gtest.h>

#include "support/site.hpp"

namespace tthttpd::support {
namespace {

class Range : public EndToEnd {
 protected:
  void SetUp() override {
    site.file("a.txt", "0123456789");
    site.file("empty.txt", "");
  }
  static std::string range(std::string_view value) {
    return "Range: " + std::string(value) + "\r\n";
  }
};

TEST_P(Range, SendsTheBytesAskedFor) {
  site.start();
  RawClient client = connect();
  struct Case {
    const char* range;
    int status;
    const char* content_range;
    const char* body;
  };
  const Case cases[] = {
      {"bytes=0-3", 206, "bytes 0-3/10", "0123"}, {"bytes=0-0", 206, "bytes 0-0/10", "0"},
      {"bytes=5-", 206, "bytes 5-9/10", "56789"}, {"bytes=5-999999", 206, "bytes 5-9/10", "56789"},
      {"bytes=-3", 206, "bytes 7-9/10", "789"},   {"bytes=-999", 206, "bytes 0-9/10", "0123456789"},
      {"bytes=9-9", 206, "bytes 9-9/10", "9"},
  };
  for (const Case& c : cases) {
    const Reply reply = client.ask(get("/a.txt", range(c.range)));
    EXPECT_EQ(reply.status, c.status) << c.range;
    EXPECT_EQ(reply.header("Content-Range"), c.content_range) << c.range;
    EXPECT_EQ(reply.body, c.body) << c.range;
  }
}

TEST_P(Range, RefusesWhatLiesBehindTheEnd) {
  site.start();
  RawClient client = connect();
  for (const char* value : {"bytes=10-", "bytes=10-20", "bytes=-0"}) {
    const Reply reply = client.ask(get("/a.txt", range(value)));
    EXPECT_EQ(reply.status, 416) << value;
    EXPECT_EQ(reply.header("Content-Range"), "bytes */10") << value;
    EXPECT_EQ(reply.body.find("0123456789"), std::string::npos) << value;
  }
}

TEST_P(Range, IgnoresWhatIsNoRange) {
  site.start();
  RawClient client = connect();
  for (const char* value : {"bytes=10-5", "bytes=5-4", "bytes", "bytes=", "bytes=a-b", "lines=0-1",
                            "bytes=--1", "bytes=18446744073709551616-", "bytes=0-1,x"}) {
    const Reply reply = client.ask(get("/a.txt", range(value)));
    EXPECT_TRUE(reply.status == 200 || reply.status == 416) << value << " " << reply.status;
    EXPECT_EQ(reply.status == 200 ? reply.body : "0123456789", "0123456789") << value;
  }
}

TEST_P(Range, AnswersAnEmptyFileWithoutAHugeLength) {
  site.start();
  for (const char* value : {"bytes=0-", "bytes=-1", "bytes=0-0"}) {
    const Reply reply = ask(get("/empty.txt", range(value)));
    EXPECT_TRUE(reply.status == 200 || reply.status == 416) << value;
    if (reply.status == 200) {
      EXPECT_EQ(reply.header("Content-Length"), "0") << value;
    } else {
      EXPECT_EQ(reply.header("Content-Range"), "bytes */0") << value;
    }
  }
}

TEST_P(Range, SendsSeveralRangesAsMultipartOrTheWholeFile) {
  site.start();
  const Reply reply = ask(get("/a.txt", range("bytes=0-1,4-5")));
  if (reply.status == 200) {
    EXPECT_EQ(reply.body, "0123456789");
    return;
  }
  EXPECT_EQ(reply.status, 206);
  const std::string type = reply.header("Content-Type");
  const std::string prefix = "multipart/byteranges; boundary=";
  ASSERT_EQ(type.substr(0, prefix.size()), prefix);
  const std::string boundary = type.substr(prefix.size());
  for (const char* part : {"Content-Range: bytes 0-1/10", "Content-Range: bytes 4-5/10",
                           "\r\n\r\n01\r\n--", "\r\n\r\n45\r\n--"}) {
    EXPECT_NE(reply.body.find(part), std::string::npos) << part << " in " << reply.body;
  }
  EXPECT_NE(reply.body.find("--" + boundary + "--"), std::string::npos);
}

TEST_P(Range, HoldsOnlyForTheVersionTheClientHas) {
  site.start();
  RawClient client = connect();
  const std::string etag = client.ask(get("/a.txt")).header("ETag");
  EXPECT_EQ(client.ask(get("/a.txt", range("bytes=0-3") + "If-Range: " + etag + "\r\n")).status,
            206);
  EXPECT_EQ(client.ask(get("/a.txt", range("bytes=0-3") + "If-Range: \"other\"\r\n")).body,
            "0123456789");
}

TEST_P(Range, ChangesNoErrorReply) {
  site.beside("users", "u:p\n");
  site.start("", "[authentication]\n/a.txt = GET,Realm,users\n");
  EXPECT_EQ(status(get("/a.txt", range("bytes=1000-"))), 401);
  EXPECT_EQ(status(get("/missing", range("bytes=1000-"))), 404);
}

TEST_P(Range, LeavesTheConnectionInStep) {
  site.start();
  RawClient client = connect();
  client.send(get("/a.txt", range("bytes=0-3")) + request("HEAD", "/a.txt", range("bytes=0-3")) +
              get("/a.txt"));
  EXPECT_EQ(client.read_reply().body, "0123");
  client.read_reply(true);
  EXPECT_EQ(client.read_reply().body, "0123456789");
}

INSTANTIATE_TEST_SUITE_P(BothFamilies, Range, ::testing::Values(Family::v4, Family::v6),
                         family_name);

}  // namespace
}  // namespace tthttpd::support
