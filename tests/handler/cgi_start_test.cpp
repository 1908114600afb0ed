#include "tthttpd/handler/cgi_start.hpp"

#include "cgi_fixture.hpp"

namespace tthttpd::handler {
namespace {

using CgiStartTest = CgiTest;

TEST_F(CgiStartTest, RunsInTheDirectoryTheScriptWasAddressedIn) {
  directory.write_script("app/where.sh", "#!/bin/sh\nprintf 'X-Here: %s\\n\\n' \"$PWD\"");
  std::filesystem::create_directory(directory / "linked");
  std::filesystem::create_symlink("../app/where.sh", directory / "linked/where.sh");
  const auto response = start((directory / "linked/where.sh").string());
  ASSERT_TRUE(response);
  EXPECT_EQ(response->headers.find("X-Here"), (directory / "linked").string());
}

TEST_F(CgiStartTest, GivesNoWordOfTheQueryAsArgument) {
  request.query = "-s+word";
  EXPECT_EQ(run(shell_script("printf 'X: y\\n\\n%s' \"$#\"")).content, "0");
}

TEST_F(CgiStartTest, UsesTheInterpreterOfTheResource) {
  // Not executable, and found in PATH by its bare name.
  const auto file = directory.write("plain.sh", "printf 'X: y\\n\\n%s' \"$1$0\"").string();
  auto resource = script_at(file);
  resource.interpreter = {"sh", "-u"};
  auto response = cgi().handle(request, resource);
  // sh -u stops because $1 is not set: the options came before the file.
  ASSERT_FALSE(response);
  directory.write("plain.sh", "printf 'X: y\\n\\n%s' \"$0\"");
  response = cgi().handle(request, resource);
  ASSERT_TRUE(response);
  EXPECT_EQ(read_out(*response).content, file);
}

TEST_F(CgiStartTest, SaysWhyAScriptCannotStart) {
  struct Row {
    const char* description;
    std::string file;
    int status;
    const char* advice;
  };
  directory.write("plain", "#!/bin/sh\n");
  const std::vector<Row> rows = {
      {"interpreter missing", directory.write_script("a", "#!/no/such/ruby\n").string(), 500,
       "is missing: #!/no/such/ruby"},
      {"CR LF", directory.write_script("b", "#!/bin/sh\r\necho\r\n").string(), 500, "CR LF"},
      {"no permission", (directory / "plain").string(), 403, "chmod +x"},
      {"no first line", directory.write_script("c", "echo hello\n").string(), 500, "#!"},
      {"empty", directory.write_script("d", "").string(), 500, "#!"},
  };
  for (const auto& row : rows) {
    const auto outcome = run(row.file);
    ASSERT_TRUE(outcome.error) << row.description;
    EXPECT_EQ(outcome.status, row.status) << row.description;
    EXPECT_EQ(outcome.error->reason, "cgi-cannot-start") << row.description;
    EXPECT_NE(outcome.error->detail.find(row.advice), std::string::npos)
        << row.description << ": " << outcome.error->detail;
  }
  EXPECT_TRUE(log.has("chmod +x")) << "a 403 is logged here, by nobody else";
  auto resource = script_at((directory / "plain").string());
  resource.interpreter = {"no-such-ruby"};
  const auto response = cgi().handle(request, resource);
  ASSERT_FALSE(response);
  EXPECT_NE(response.error().detail.find("there is no program no-such-ruby"), std::string::npos);
}

}  // namespace
}  // namespace tthttpd::handler
