#include "structure/source_rules.hpp"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tthttpd::structure {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(BrokenRules, AcceptsIncludesAlongTheData) {
  struct Case {
    const char* path;
    const char* text;
  };
  const Case cases[] = {
      {"src/serve/connection.cpp", "#include \"tthttpd/parse/request_reader.hpp\"\n"},
      {"src/serve/connection.cpp", "#include \"tthttpd/handler/handler.hpp\"\n"},
      {"src/accept/accept_loop.cpp", "#include <spdlog/spdlog.h>\n#include <asio/error.hpp>\n"},
      {"include/tthttpd/filter/filter.hpp", "#include \"tthttpd/route/resource.hpp\"\n"},
      {"src/handler/cgi.cpp", "#include \"tthttpd/platform/child_process.hpp\"\n"},
      {"src/handler/cgi.cpp", "#include \"tthttpd/handler/cgi_env.hpp\"\n#include <vector>\n"},
      {"src/filter/password_hash.cpp", "#include <apr_md5.h>\n"},
      {"src/app/command_line.cpp", "#include <CLI/CLI.hpp>\n#include \"tthttpd/config/ini.hpp\"\n"},
      {"src/platform/file_win32.cpp", "#ifdef _WIN32\n#endif\n"},
      {"src/write/response_writer.cpp", "  thread_local DateText date{-1, {}, 0};\n"},
      {"src/http/date.cpp",
       "// #include in the middle of a line is no include: \"tthttpd/serve/x\"\n"},
  };
  for (const Case& c : cases) {
    EXPECT_THAT(broken_rules(c.path, c.text), IsEmpty()) << c.path << "\n" << c.text;
  }
}

TEST(BrokenRules, NamesEveryBreach) {
  struct Case {
    const char* path;
    const char* text;
    const char* complaint;
  };
  const Case cases[] = {
      {"src/http/date.cpp", "#include \"tthttpd/serve/connection.hpp\"\n", "serve/connection.hpp"},
      {"include/tthttpd/http/date.hpp", "  #  include \"tthttpd/parse/target.hpp\"\n", "parse/"},
      {"src/platform/file_posix.cpp", "#include \"tthttpd/http/error.hpp\"\n", "http/error.hpp"},
      {"src/handler/cgi.cpp", "#include \"tthttpd/write/error_page.hpp\"\n", "write/"},
      {"src/write/response_writer.cpp", "  thread_local std::string text;\n", "destructor"},
      {"src/handler/cgi.cpp", "#include \"tthttpd/route/router.hpp\"\n", "route/router.hpp"},
      {"src/filter/basic_auth.cpp", "#include <tthttpd/handler/handler.hpp>\n", "handler/"},
      {"src/serve/connection.cpp", "#include \"tthttpd/handler/cgi.hpp\"\n", "handler/cgi.hpp"},
      {"src/serve/connection.cpp", "#include \"tthttpd/filter/basic_auth.hpp\"\n", "basic_auth"},
      {"src/accept/listener.cpp", "#include \"tthttpd/serve/connection.hpp\"\n", "serve/"},
      {"src/config/config.cpp", "#include \"tthttpd/route/router.hpp\"\n", "route/router.hpp"},
      {"src/parse/target.cpp", "#include \"tthttpd/app/logging.hpp\"\n", "app/"},
      {"src/serve/connection.cpp", "#include <CLI/CLI.hpp>\n", "CLI/"},
      {"src/http/date.cpp", "#include <asio/error_code.hpp>\n", "asio"},
      {"src/handler/cgi.cpp", "#include <spdlog/spdlog.h>\n", "spdlog"},
      {"src/handler/cgi.cpp", "#include <fmt/format.h>\n", "fmt"},
      {"src/app/main.cpp", "#include <apr_md5.h>\n", "apr"},
      {"src/serve/connection.cpp", "#ifdef _WIN32\n", "_WIN32"},
      {"src/http/date.cpp", "#include \"../serve/connection.hpp\"\n", "neither"},
      {"src/newfolder/thing.cpp", "int x;\n", "newfolder"},
  };
  for (const Case& c : cases) {
    EXPECT_THAT(broken_rules(c.path, c.text), ElementsAre(HasSubstr(c.complaint))) << c.path;
  }
}

TEST(BrokenRules, CountsLines) {
  std::string text;
  for (std::size_t line = 0; line < kMaxLines; ++line) {
    text += "\n";
  }
  EXPECT_THAT(broken_rules("src/http/date.cpp", text), IsEmpty());
  EXPECT_THAT(broken_rules("src/http/date.cpp", text + "\n"), ElementsAre(HasSubstr("401 lines")));
}

TEST(MissingPartners, WantsAHeaderAndATest) {
  EXPECT_THAT(missing_partners({"src/http/date.cpp", "include/tthttpd/http/date.hpp",
                                "tests/http/date_test.cpp"}),
              IsEmpty());
  EXPECT_THAT(missing_partners({"src/http/date.cpp", "tests/http/date_test.cpp"}),
              ElementsAre(HasSubstr("include/tthttpd/http/date.hpp")));
  EXPECT_THAT(missing_partners({"src/http/date.cpp", "include/tthttpd/http/date.hpp"}),
              ElementsAre(HasSubstr("tests/http/date_test.cpp")));
}

TEST(MissingPartners, KnowsTwinsPrivateHeadersAndMain) {
  EXPECT_THAT(missing_partners({"src/platform/file_posix.cpp", "include/tthttpd/platform/file.hpp",
                                "src/platform/walk_posix.cpp", "src/platform/walk_posix.hpp",
                                "tests/platform/walk_test.cpp", "src/handler/pump.cpp",
                                "src/handler/pump.hpp", "tests/platform/file_test.cpp",
                                "tests/handler/pump_test.cpp", "src/app/main.cpp"}),
              IsEmpty());
}

}  // namespace
}  // namespace tthttpd::structure
