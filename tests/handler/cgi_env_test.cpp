#include "tthttpd/handler/cgi_env.hpp"

#include <algorithm>

#include "cgi_fixture.hpp"

namespace tthttpd::handler {
namespace {

class CgiEnv : public CgiTest {
 protected:
  CgiEnv() {
    resource.file_path = "/srv/www/cgi/a.rb";
    resource.script_name = "/cgi/a.rb";
    options.document_root = "/srv/www";
    options.path = "/usr/bin:/bin";
  }

  /// The variable's value, or "(unset)".
  std::string value_of(const std::string& name,
                       std::optional<std::uint64_t> spooled = std::nullopt) const {
    const auto entries = make_cgi_environment(request, resource, options, spooled);
    std::vector<std::string> found;
    for (const auto& entry : entries) {
      if (entry.compare(0, name.size() + 1, name + '=') == 0) {
        found.push_back(entry.substr(name.size() + 1));
      }
    }
    EXPECT_LE(found.size(), 1U) << name;
    return found.empty() ? "(unset)" : found.front();
  }

  route::Resource resource;
};

TEST_F(CgiEnv, HasWhatEveryScriptNeeds) {
  request.method_name = "GET";
  request.target = "/cgi/a.rb?x=%41";
  request.query = "x=%41";
  request.version_minor = 1;
  auto entries = make_cgi_environment(request, resource, options, std::nullopt);
  std::sort(entries.begin(), entries.end());
  const std::vector<std::string> expected = {"DOCUMENT_ROOT=/srv/www",
                                             "GATEWAY_INTERFACE=CGI/1.1",
                                             "HTTP_HOST=example.org",
                                             "PATH=/usr/bin:/bin",
                                             "QUERY_STRING=x=%41",
                                             "REDIRECT_STATUS=200",
                                             "REMOTE_ADDR=192.0.2.7",
                                             "REMOTE_PORT=40000",
                                             "REQUEST_METHOD=GET",
                                             "REQUEST_URI=/cgi/a.rb?x=%41",
                                             "SCRIPT_FILENAME=/srv/www/cgi/a.rb",
                                             "SCRIPT_NAME=/cgi/a.rb",
                                             "SERVER_ADDR=192.0.2.1",
                                             "SERVER_NAME=example.org",
                                             "SERVER_PORT=80",
                                             "SERVER_PROTOCOL=HTTP/1.1",
                                             "SERVER_SOFTWARE=tthttpd/test"};
  EXPECT_EQ(entries, expected);
}

TEST_F(CgiEnv, TakesNameAndPortOfTheServerFromTheRequest) {
  struct Row {
    const char* description;
    const char* authority;
    bool secure;
    const char* name;
    const char* port;
  };
  options.server_name = "own.example";
  const std::vector<Row> rows = {
      {"name alone", "example.org", false, "example.org", "80"},
      {"name alone, secure", "example.org", true, "example.org", "443"},
      {"name and port", "example.org:8080", false, "example.org", "8080"},
      {"empty port", "example.org:", false, "example.org", "80"},
      {"IPv4", "127.0.0.1:81", false, "127.0.0.1", "81"},
      {"IPv6 keeps its brackets", "[::1]:8080", false, "[::1]", "8080"},
      {"IPv6 without port", "[::1]", false, "[::1]", "80"},
      {"none", "", false, "own.example", "8080"},
  };
  for (const auto& row : rows) {
    request.authority = row.authority;
    request.secure = row.secure;
    EXPECT_EQ(value_of("SERVER_NAME"), row.name) << row.description;
    EXPECT_EQ(value_of("SERVER_PORT"), row.port) << row.description;
    EXPECT_EQ(value_of("HTTPS"), row.secure ? "on" : "(unset)") << row.description;
  }
}

TEST_F(CgiEnv, FallsBackToTheAddressItWasReachedAt) {
  request.authority.clear();
  EXPECT_EQ(value_of("SERVER_NAME"), "192.0.2.1");
  EXPECT_EQ(value_of("SERVER_PORT"), "8080");
  peer.local = {"2001:db8::1", 81};
  EXPECT_EQ(value_of("SERVER_NAME"), "[2001:db8::1]");
  EXPECT_EQ(value_of("SERVER_ADDR"), "2001:db8::1");
  peer.local = {"", 0};  // a UNIX socket
  EXPECT_EQ(value_of("SERVER_NAME"), "localhost");
  EXPECT_EQ(value_of("SERVER_PORT"), "80");
  EXPECT_EQ(value_of("SERVER_ADDR"), "(unset)");
}

TEST_F(CgiEnv, GivesTheTargetInOriginForm) {
  const std::vector<std::pair<const char*, const char*>> rows = {
      {"/a%20b?c=d", "/a%20b?c=d"},
      {"http://h.example/a?b", "/a?b"},
      {"http://h.example", "/"},
      {"http://h.example?b", "/?b"},
      {"/go?to=http://h.example/", "/go?to=http://h.example/"},
  };
  for (const auto& [target, expected] : rows) {
    request.target = target;
    EXPECT_EQ(value_of("REQUEST_URI"), expected) << target;
  }
}

TEST_F(CgiEnv, TheHostOfAnAbsoluteTargetCounts) {
  request.target = "http://example.org/x";
  request.headers.add("Host", "other.example");
  EXPECT_EQ(value_of("HTTP_HOST"), "example.org");
  request.target = "/x";
  EXPECT_EQ(value_of("HTTP_HOST"), "other.example") << "else as it was sent";
}

TEST_F(CgiEnv, PathInfoIsUnsetWhenThereIsNone) {
  EXPECT_EQ(value_of("PATH_INFO"), "(unset)");
  EXPECT_EQ(value_of("PATH_TRANSLATED"), "(unset)");
  resource.path_info = "/x y";
  EXPECT_EQ(value_of("PATH_INFO"), "/x y");
  EXPECT_EQ(value_of("PATH_TRANSLATED"), "/srv/www/x y");
  options.document_root = "/";
  EXPECT_EQ(value_of("PATH_TRANSLATED"), "/x y");
}

TEST_F(CgiEnv, ScriptNameIsEmptyForAFrontController) {
  resource.script_name.clear();
  resource.path_info = "/";
  EXPECT_EQ(value_of("SCRIPT_NAME"), "");
  EXPECT_EQ(value_of("PATH_INFO"), "/");
}

TEST_F(CgiEnv, AnnouncesContentOnlyWhenThereIsSome) {
  EXPECT_EQ(value_of("CONTENT_LENGTH"), "(unset)");
  EXPECT_EQ(value_of("CONTENT_TYPE"), "(unset)");
  request.headers.add("Content-Length", "0");
  EXPECT_EQ(value_of("CONTENT_LENGTH"), "0") << "said by the client";
  MemoryBody body("12345");
  request.body = &body;
  request.headers.set("Content-Length", "5");
  request.headers.set("Content-Type", "text/x-own; charset=EUC-JP");
  EXPECT_EQ(value_of("CONTENT_LENGTH"), "5");
  EXPECT_EQ(value_of("CONTENT_TYPE"), "text/x-own; charset=EUC-JP");
  EXPECT_EQ(value_of("HTTP_CONTENT_LENGTH"), "(unset)");
  EXPECT_EQ(value_of("HTTP_CONTENT_TYPE"), "(unset)");
  EXPECT_EQ(value_of("CONTENT_LENGTH", 77), "77") << "counted, for a chunked body";
}

TEST_F(CgiEnv, NamesAUserOnlyAfterAuthentication) {
  request.headers.add("Authorization", "Basic eDp5");
  EXPECT_EQ(value_of("REMOTE_USER"), "(unset)");
  EXPECT_EQ(value_of("AUTH_TYPE"), "(unset)");
  request.user = "alice";
  EXPECT_EQ(value_of("REMOTE_USER"), "alice");
  EXPECT_EQ(value_of("AUTH_TYPE"), "Basic");
  EXPECT_EQ(value_of("HTTP_AUTHORIZATION"), "(unset)");
}

TEST_F(CgiEnv, PassesHeaderFieldsAndJoinsRepeatedOnes) {
  request.headers.add("If-None-Match", "\"a\"");
  request.headers.add("X-List", "one");
  request.headers.add("cookie", "a=1");
  request.headers.add("x-list", "two");
  request.headers.add("Cookie", "b=2");
  request.headers.add("Content-Encoding", "gzip");
  EXPECT_EQ(value_of("HTTP_IF_NONE_MATCH"), "\"a\"");
  EXPECT_EQ(value_of("HTTP_X_LIST"), "one, two");
  EXPECT_EQ(value_of("HTTP_COOKIE"), "a=1; b=2");
  EXPECT_EQ(value_of("HTTP_CONTENT_ENCODING"), "gzip");
}

TEST_F(CgiEnv, KeepsDangerousFieldsFromScripts) {
  for (const char* name :
       {"Proxy", "PROXY", "Authorization", "Proxy-Authorization", "Transfer-Encoding", "Connection",
        "Keep-Alive", "TE", "Upgrade", "X_User", "Remote_User", "X.User", "X-User!", "_"}) {
    request.headers.clear();
    request.headers.add(name, "evil");
    for (const auto& entry : make_cgi_environment(request, resource, options, std::nullopt)) {
      EXPECT_EQ(entry.find("evil"), std::string::npos) << name << " became " << entry;
    }
  }
}

TEST_F(CgiEnv, ConfiguredVariablesHaveTheLastWord) {
  options.environment = {{"LANG", "C.UTF-8"},     {"PATH", "/opt/bin"}, {"HTTP_X_MODE", "safe"},
                         {"REDIRECT_STATUS", ""}, {"NOTHING", ""},      {"BAD=NAME", "x"}};
  request.headers.add("X-Mode", "evil");
  request.headers.add("Lang", "xx");
  EXPECT_EQ(value_of("LANG"), "C.UTF-8");
  EXPECT_EQ(value_of("PATH"), "/opt/bin");
  EXPECT_EQ(value_of("HTTP_X_MODE"), "safe");
  EXPECT_EQ(value_of("REDIRECT_STATUS"), "(unset)") << "an empty value passes nothing";
  EXPECT_EQ(value_of("NOTHING"), "(unset)");
  EXPECT_EQ(value_of("BAD"), "(unset)");
}

TEST_F(CgiEnv, HoldsLongAndManyFields) {
  const std::string cookie(12000, 'c');
  request.headers.add("Cookie", cookie);
  for (int i = 0; i < 300; ++i) {
    request.headers.add("X-Field-" + std::to_string(i), std::to_string(i));
  }
  EXPECT_EQ(value_of("HTTP_COOKIE"), cookie);
  EXPECT_EQ(value_of("HTTP_X_FIELD_299"), "299");
}

TEST_F(CgiEnv, TheProxysPortIsNotTheClients) {
  request.client_address = "203.0.113.9";
  EXPECT_EQ(value_of("REMOTE_ADDR"), "203.0.113.9");
  EXPECT_EQ(value_of("REMOTE_PORT"), "(unset)");
}

TEST(MaskSecret, HidesValuesThatALogMustNotHold) {
  const std::vector<std::pair<const char*, const char*>> rows = {
      {"HTTP_COOKIE=a=b", "HTTP_COOKIE=***"},
      {"DB_PASSWORD=x", "DB_PASSWORD=***"},
      {"db_pass=x", "db_pass=***"},
      {"SECRET_NAME=x", "SECRET_NAME=***"},
      {"HTTP_X_CSRF_TOKEN=x", "HTTP_X_CSRF_TOKEN=***"},
      {"API_KEY=", "API_KEY=***"},
      {"QUERY_STRING=KEY=1", "QUERY_STRING=KEY=1"},
      {"PATH=/bin", "PATH=/bin"},
  };
  for (const auto& [entry, expected] : rows) {
    EXPECT_EQ(mask_secret(entry), expected);
  }
}

}  // namespace
}  // namespace tthttpd::handler
