#include "tthttpd/app/command_line.hpp"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tthttpd::app {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

ParsedCommandLine parse_all(const std::vector<std::string>& arguments) {
  std::vector<const char*> argv{"tthttpd"};
  for (const auto& argument : arguments) {
    argv.push_back(argument.c_str());
  }
  return parse_command_line(static_cast<int>(argv.size()), argv.data());
}

CommandLine parse(const std::vector<std::string>& arguments) { return parse_all(arguments).flags; }

TEST(CommandLine, AsksForNothingWithoutFlags) {
  EXPECT_FALSE(parse_all({}).exit_code);
  const CommandLine flags = parse({});
  EXPECT_FALSE(flags.ipv4_only);
  EXPECT_FALSE(flags.ipv6_only);
  EXPECT_FALSE(flags.port);
  EXPECT_EQ(flags.config_file, "");
  EXPECT_EQ(flags.root, "");
  EXPECT_FALSE(flags.run_executables);
  EXPECT_EQ(flags.verbosity, 0);
  EXPECT_FALSE(flags.check);
}

TEST(CommandLine, ReadsShortAndLongFlagsAlike) {
  const std::vector<std::vector<std::string>> spellings{
      {"-4", "-p", "8000", "-c", "site.conf", "-d", "/srv/www", "-x", "-v", "-t"},
      {"--ipv4", "--port", "8000", "--config", "site.conf", "--root", "/srv/www", "--spawnexec",
       "--verbose", "--check"},
      {"--port=8000", "--config=site.conf", "--root=/srv/www/", "-4xvt"},
      {"-p8000", "-csite.conf", "-d/srv/./www", "-4xvt"}};
  for (const auto& arguments : spellings) {
    const ParsedCommandLine parsed = parse_all(arguments);
    ASSERT_FALSE(parsed.exit_code) << arguments.front() << parsed.text;
    const CommandLine& flags = parsed.flags;
    EXPECT_TRUE(flags.ipv4_only);
    EXPECT_FALSE(flags.ipv6_only);
    EXPECT_EQ(flags.port, "8000");
    EXPECT_EQ(flags.config_file, "site.conf");
    EXPECT_EQ(flags.root, "/srv/www");
    EXPECT_TRUE(flags.run_executables);
    EXPECT_EQ(flags.verbosity, 1);
    EXPECT_TRUE(flags.check);
  }
}

TEST(CommandLine, CountsHowVerboseToBe) {
  EXPECT_EQ(parse({"-v", "-v"}).verbosity, 2);
  EXPECT_EQ(parse({"-vvv"}).verbosity, 3);
  EXPECT_EQ(parse({"-q"}).verbosity, -1);
}

TEST(CommandLine, TakesServiceNamesAndAnyFreePort) {
  EXPECT_EQ(parse({"-p", "http"}).port, "http");
  EXPECT_EQ(parse({"-p", "0"}).port, "0");
  EXPECT_EQ(parse({"-p", "65535"}).port, "65535");
}

TEST(CommandLine, MakesTheRootAbsolute) {
  EXPECT_EQ(parse({"-d", "public"}).root, (std::filesystem::current_path() / "public").string());
}

TEST(CommandLine, RefusesWrongUsageInOneLineWithAHint) {
  struct Case {
    const char* description;
    std::vector<std::string> arguments;
    const char* said;
  };
  const Case cases[] = {
      {"a folder without -d", {"public"}, "use -d DIR"},
      {"an empty argument", {""}, "use -d DIR"},
      {"an unknown flag", {"--nonsense"}, "--nonsense"},
      {"an unknown short flag", {"-z"}, "-z"},
      {"a misspelt flag", {"--prot", "80"}, "did you mean '--port'?"},
      {"a misspelt flag with a value", {"--prot=80"}, "did you mean '--port'?"},
      {"no port", {"-p"}, "port"},
      {"an empty port", {"-p", ""}, "is no port"},
      {"a port too large", {"-p", "65536"}, "65536"},
      {"a negative port", {"--port=-1"}, "-1"},
      {"a port with more behind it", {"-p", "80x"}, "80x"},
      {"an unknown service", {"-p", "no-such-service"}, "no-such-service"},
      {"both families excluded", {"-4", "-6"}, "-4 and -6 exclude each other"},
      {"loud and quiet", {"-q", "-v"}, "-v and -q exclude each other"},
      {"no file name", {"-c"}, "config"},
      {"an empty file name", {"--config="}, "config"},
      {"an empty directory name", {"-d", ""}, "-d needs"},
      {"a flag with a value it cannot have", {"--check=perhaps"}, "check"},
  };
  for (const Case& c : cases) {
    const ParsedCommandLine flags = parse_all(c.arguments);
    EXPECT_EQ(flags.exit_code, 2) << c.description;
    EXPECT_THAT(flags.text, HasSubstr(c.said)) << c.description;
    EXPECT_THAT(flags.text, HasSubstr("tthttpd -h")) << c.description;
    EXPECT_EQ(std::count(flags.text.begin(), flags.text.end(), '\n'), 2) << c.description;
  }
}

TEST(CommandLine, KeepsControlBytesFromTheTerminal) {
  EXPECT_THAT(parse_all({"\x1b[2J"}).text, Not(HasSubstr("\x1b")));
}

TEST(CommandLine, ExplainsItselfWithExamples) {
  for (const char* flag : {"-h", "--help"}) {
    const ParsedCommandLine flags = parse_all({flag});
    EXPECT_EQ(flags.exit_code, 0);
    for (const char* part : {"-4", "-6", "--port", "--config", "--root", "-x", "-v", "-q", "-t",
                             "-V", "examples:", "tthttpd -c site.conf"}) {
      EXPECT_THAT(flags.text, HasSubstr(part));
    }
  }
}

TEST(CommandLine, SaysItsVersion) {
  const ParsedCommandLine flags = parse_all({"-V"});
  EXPECT_EQ(flags.exit_code, 0);
  EXPECT_EQ(flags.text, "tthttpd " TTHTTPD_VERSION "\n");
}

TEST(CommandLine, GivesDefaultsWithoutConfigurationFile) {
  config::Config config;
  apply(parse({}), config);
  EXPECT_EQ(config.global.port, "8080");
  EXPECT_EQ(config.global.root, std::filesystem::current_path().string());
  EXPECT_TRUE(config.global.listing);
  EXPECT_FALSE(config.global.spawnexec);
}

TEST(CommandLine, LeavesListingsToTheConfigurationFile) {
  config::Config config;
  config.file = "site.conf";
  apply(parse({}), config);
  EXPECT_FALSE(config.global.listing);
}

TEST(CommandLine, WinsOverTheConfigurationFile) {
  config::Config config;
  config.file = "site.conf";
  config.global.root = "/srv/a";
  config.global.port = "80";
  config.global.ipv6_only = true;
  config.lines = {{"root", 3}, {"port", 4}, {"ipv6_only", 5}};
  apply(parse({"-4", "-p", "8000", "-d", "/srv/b", "-x"}), config);
  EXPECT_EQ(config.global.root, "/srv/b");
  EXPECT_EQ(config.global.port, "8000");
  EXPECT_TRUE(config.global.ipv4_only);
  EXPECT_FALSE(config.global.ipv6_only);
  EXPECT_TRUE(config.global.spawnexec);
  EXPECT_EQ(config.lines.count("root"), 0U) << "a fault in it is not the file's any more";
  EXPECT_EQ(config.lines.count("port"), 0U);
}

TEST(CommandLine, LeavesAloneWhatItDoesNotName) {
  config::Config config;
  config.file = "site.conf";
  config.global.root = "/srv/a";
  config.global.port = "80";
  config.global.ipv6_only = true;
  config.global.spawnexec = true;
  apply(parse({"-v"}), config);
  EXPECT_EQ(config.global.root, "/srv/a");
  EXPECT_EQ(config.global.port, "80");
  EXPECT_TRUE(config.global.ipv6_only);
  EXPECT_TRUE(config.global.spawnexec);
}

TEST(CommandLine, ReplacesThePortOfEachAddressAndNotTheAddress) {
  config::Config config;
  config.file = "site.conf";
  config.global.listen = {{"127.0.0.1", "80", ""},
                          {"127.0.0.1", "81", ""},
                          {"::1", "", ""},
                          {"", "", "/run/a.sock"},
                          {"", "", "/run/b.sock"}};
  apply(parse({"-p", "9000"}), config);
  std::vector<std::string> left;
  for (const auto& address : config.global.listen) {
    left.push_back(address.host + '|' + address.port + '|' + address.unix_path);
  }
  EXPECT_THAT(left, ::testing::ElementsAre("127.0.0.1|9000|", "::1|9000|", "||/run/a.sock",
                                           "||/run/b.sock"));
}

}  // namespace
}  // namespace tthttpd::app
