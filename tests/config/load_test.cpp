#include "tthttpd/config/load.hpp"

#include <filesystem>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/parsed.hpp"
#include "support/temp_dir.hpp"
#include "tthttpd/config/free_sections.hpp"
#include "tthttpd/config/keys.hpp"

namespace tthttpd::config {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::Pair;
using ::testing::SizeIs;

TEST(Load, TakesAnEmptyFileForDefaultsInItsOwnFolder) {
  const auto loaded = parsed("");
  EXPECT_THAT(loaded.problems, IsEmpty());
  EXPECT_EQ(loaded.config.file, "site.conf");
  EXPECT_EQ(loaded.config.global.root, "/etc/site");
  EXPECT_FALSE(loaded.config.global.listing);
}

TEST(Load, RefusesWhatItDoesNotKnow) {
  struct Case {
    const char* text;
    const char* where;
    const char* said;
  };
  const Case cases[] = {
      {"[global]\n\nrot = www\n", "site.conf:3:", "did you mean 'root'?"},
      {"[global]\nPort = 80\n", "site.conf:2:", "did you mean 'port'?"},
      {"[global]\nxyzzy = 80\n", "site.conf:2:", "spawnexec"},
      {"[glbal]\nroot = www\n", "site.conf:1:", "did you mean 'global'?"},
      {"[Global]\n", "site.conf:1:", "did you mean 'global'?"},
      {"\n[mime]\n", "site.conf:2:", "mime/types"},
      {"[limits]\nmax_bodi = 1\n", "site.conf:2:", "did you mean 'max_body'?"},
      {"[global]\nmax_body = 1\n", "site.conf:2:", "it belongs in [limits]"},
      {"[limits]\nlisting = on\n", "site.conf:2:", "it belongs in [global]"},
      {"[listing]\nreadmee = x\n", "site.conf:2:", "did you mean 'readme'?"},
      {"root = www\n", "site.conf:1:", "'root' stands before the first section"},
      {"[global]\nroot\n", "site.conf:2:", "'root'"},
      {"[global]\nipv4_only=on\nipv6_only=on\n", "site.conf:3:", "exclude each other"},
  };
  for (const Case& c : cases) {
    const auto faults = faults_of(c.text);
    ASSERT_THAT(faults, SizeIs(1)) << c.text;
    EXPECT_THAT(faults[0], AllOf(HasSubstr(c.where), HasSubstr(c.said))) << c.text;
  }
}

TEST(Load, ReportsAllFaultsInTheOrderOfTheFile) {
  const auto problems =
      parsed("x = 1\n[global]\nport = 99999\n[nonsense]\na = b\n[limits]\nmax_body\nmax_cgi = -1\n")
          .problems;
  std::vector<int> lines;
  for (const auto& problem : problems) {
    lines.push_back(problem.line);
  }
  EXPECT_THAT(lines, ElementsAre(1, 3, 4, 7, 8));
}

TEST(Load, NeverShowsControlBytes) {
  for (const auto& fault : faults_of(
           "[\x1b[2J]\n[global]\n\x1b[31m = 1\ncharset = \x1b\n[limits]\nmax_body = \x1b\n")) {
    EXPECT_THAT(fault, Not(HasSubstr("\x1b")));
  }
}

TEST(Load, LetsTheLastValueOfAKeyCount) {
  EXPECT_EQ(parsed("[global]\nport = 1\n[limits]\n[global]\nport = 2\n").config.global.port, "2");
}

TEST(Load, ReadsAFileAndPutsItsFolderBeforeRelativePaths) {
  const support::TempDir folder;
  const auto file = folder.write("conf/site.conf", "\xEF\xBB\xBF[global]\r\nroot = ../www\r\n");
  const auto loaded = load_config(file.string());
  EXPECT_THAT(loaded.problems, IsEmpty());
  EXPECT_EQ(loaded.config.global.root, (folder / "www").string());
  EXPECT_EQ(loaded.config.file, file.string());
}

TEST(Load, SaysWhyAFileCannotBeRead) {
  const support::TempDir folder;
  const auto missing = load_config((folder / "nowhere.conf").string());
  ASSERT_THAT(missing.problems, SizeIs(1));
  EXPECT_THAT(to_text(missing.problems[0]),
              AllOf(HasSubstr("nowhere.conf"), HasSubstr("No such file")));
  const auto directory = load_config(folder.path().string());
  ASSERT_THAT(directory.problems, SizeIs(1));
  EXPECT_THAT(to_text(directory.problems[0]), HasSubstr("-d"));
}

// Configuration files of sites that have been in use.

TEST(Load, KeepsReadingTheFileOfATdiary) {
  const auto loaded = parsed(R"(# tDiary
[global]
port=8080
root=/srv/kit/diary
indexpages=index.html,index.rb
charset=utf-8
spawnexec=on
htaccess=on

[mime/types]
cgi=@/usr/bin/perl
rb=@/usr/bin/ruby
css=text/css
js=text/javascript
png=image/png
jpg=image/jpeg
gif=image/gif
rdf=application/xml

[authentication]
/update.rb=GET/POST,tDiary,/srv/kit/authfile
/tdiary.conf=GET/POST,tDiary,/srv/kit/authfile
/.htaccess=GET/POST,tDiary,/srv/kit/authfile
)");
  EXPECT_THAT(loaded.problems, IsEmpty());
  const auto& config = loaded.config;
  EXPECT_EQ(config.global.root, "/srv/kit/diary");
  EXPECT_THAT(config.global.index_pages, ElementsAre("index.html", "index.rb"));
  EXPECT_TRUE(config.global.spawnexec);
  EXPECT_EQ(config.global.htaccess, Htaccess::on);
  ASSERT_THAT(config.mime_types, SizeIs(8));
  EXPECT_THAT(config.mime_types[1].interpreter, ElementsAre("/usr/bin/ruby"));
  EXPECT_EQ(config.mime_types[7].type, "application/xml");
  ASSERT_THAT(config.authentication, SizeIs(3));
  EXPECT_EQ(config.authentication[0].prefix, "/update.rb");
  EXPECT_THAT(config.authentication[2].methods, ElementsAre("GET", "POST"));
  EXPECT_EQ(config.authentication[2].authfile, "/srv/kit/authfile");
}

TEST(Load, KeepsReadingTheFileOfASinatraApplication) {
  const auto loaded = parsed(R"(# Sinatra
[global]
port=8080
root=/srv/kit/site
indexpages=index.html,index.rb
default_cgi=/srv/kit/app/dispatch.cgi
charset=utf-8
spawnexec=on

[mime/types]
cgi=@/usr/bin/ruby
css=text/css
txt=text/plain

[request/environments]
APP_ENV=production
RACK_ENV=production
SITE_NAME=シナトラ=Sinatra #1
)");
  EXPECT_THAT(loaded.problems, IsEmpty());
  EXPECT_EQ(loaded.config.global.default_cgi, "/srv/kit/app/dispatch.cgi");
  EXPECT_THAT(loaded.config.mime_types, SizeIs(3));
  EXPECT_THAT(loaded.config.environment,
              ElementsAre(Pair("APP_ENV", "production"), Pair("RACK_ENV", "production"),
                          Pair("SITE_NAME", "シナトラ=Sinatra #1")));
}

TEST(Load, KeepsReadingTheFileOfPhpPages) {
  const auto loaded = parsed(R"(# PHP
[global]
port=8080
root=/srv/kit/www
indexpages=index.html,index.php
charset=utf-8
spawnexec=on

[mime/types]
php=@/usr/bin/php-cgi
css=text/css

[authentication]
/private=GET/POST,PHP,/srv/kit/authfile

[request/environments]
APP_MODE=test
)");
  EXPECT_THAT(loaded.problems, IsEmpty());
  EXPECT_THAT(loaded.config.mime_types[0].interpreter, ElementsAre("/usr/bin/php-cgi"));
  EXPECT_EQ(loaded.config.authentication[0].realm, "PHP");
  EXPECT_THAT(loaded.config.environment, ElementsAre(Pair("APP_MODE", "test")));
}

TEST(Load, KeepsReadingTheFileOfGitRepositories) {
  const auto loaded = parsed(R"(# git-http-backend
[global]
port=8080
root=/srv/kit/www
indexpages=index.html
charset=utf-8
spawnexec=on

[mime/types]
html=text/html

[authentication]
/git/public.git/git-receive-pack=POST,Push,/srv/kit/authfile
/git/private.git=GET/POST,Private,/srv/kit/authfile

[request/environments]
GIT_PROJECT_ROOT=/srv/kit/repos
GIT_HTTP_EXPORT_ALL=1
)");
  EXPECT_THAT(loaded.problems, IsEmpty());
  ASSERT_THAT(loaded.config.authentication, SizeIs(2));
  EXPECT_EQ(loaded.config.authentication[0].prefix, "/git/public.git/git-receive-pack");
  EXPECT_THAT(loaded.config.authentication[0].methods, ElementsAre("POST"));
  EXPECT_THAT(loaded.config.environment, SizeIs(2));
}

// The files that come with the program.

TEST(Load, ReadsEveryExample) {
  std::size_t read = 0;
  for (const auto& entry : std::filesystem::directory_iterator(TTHTTPD_SOURCE_DIR "/conf")) {
    if (entry.path().extension() == ".conf" || entry.path().extension() == ".ini") {
      for (const auto& problem : load_config(entry.path().string()).problems) {
        ADD_FAILURE() << to_text(problem);
      }
      ++read;
    }
  }
  EXPECT_EQ(read, 5U);
}

TEST(Load, ReadsTheCommentedFileWithEachCommentLifted) {
  std::istringstream lines(support::read_file(TTHTTPD_SOURCE_DIR "/conf/tthttpd.ini"));
  // "#key = value" is a setting, "# text" a comment.
  const std::regex setting("#[^ #].*=.*");
  std::string whole;
  std::string section;
  std::size_t lifted = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("[", 0) == 0) {
      section = line;
    }
    if (std::regex_match(line, setting)) {
      EXPECT_THAT(faults_of(section + '\n' + line.substr(1)), IsEmpty()) << line;
      line.erase(0, 1);
      ++lifted;
    }
    if (line.rfind("ipv6_only", 0) != 0) {  // excludes ipv4_only
      whole += line + '\n';
    }
  }
  EXPECT_GT(lifted, 50U);
  EXPECT_THAT(faults_of(whole), IsEmpty());
}

TEST(Load, HasACommentedLineForEveryKey) {
  const auto text = support::read_file(TTHTTPD_SOURCE_DIR "/conf/tthttpd.ini");
  for (const auto* keys : {&global_keys(), &limit_keys(), &listing_keys()}) {
    for (const auto& key : *keys) {
      EXPECT_THAT(text, HasSubstr("\n#" + std::string(key.name) + " = "));
    }
  }
  for (const auto& section : section_names()) {
    EXPECT_THAT(text, HasSubstr("\n[" + section + "]\n"));
  }
}

TEST(Load, FindsEveryKeyInTheDocumentation) {
  const auto text = support::read_file(TTHTTPD_SOURCE_DIR "/docs/configuration.md");
  for (const auto* keys : {&global_keys(), &limit_keys(), &listing_keys()}) {
    for (const auto& key : *keys) {
      EXPECT_THAT(text, HasSubstr("`" + std::string(key.name) + "`"));
    }
  }
  for (const auto& section : section_names()) {
    EXPECT_THAT(text, HasSubstr("[" + section + "]"));
  }
}

}  // namespace
}  // namespace tthttpd::config
