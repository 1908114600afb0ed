#include "tthttpd/config/doubts.hpp"

#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/temp_dir.hpp"
#include "tthttpd/config/load.hpp"

namespace tthttpd::config {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Doubts : public ::testing::Test {
 protected:
  Doubts() { folder.write("www/index.html", ""); }

  [[nodiscard]] std::vector<std::string> of(const std::string& text) const {
    const auto file = folder.write("site.conf", "[global]\nroot = www\n" + text);
    const auto loaded = load_config(file.string());
    EXPECT_THAT(loaded.problems, IsEmpty());
    std::vector<std::string> all;
    for (const auto& doubt : find_doubts(loaded.config)) {
      all.push_back(to_text(doubt));
    }
    return all;
  }

  support::TempDir folder;
};

TEST_F(Doubts, AreNoneAboutASoundSite) {
  folder.write("www/old/x", "");
  folder.write_script("front.cgi", "");
  EXPECT_THAT(of("default_cgi = front.cgi\n[authentication]\n/a b = GET,R,users\n"
                 "[request/aliases]\n/old2 = /old\n/out = .\n"),
              IsEmpty());
}

TEST_F(Doubts, ArePasswordsThatAreServed) {
  folder.write("www/users", "u:p\n");
  EXPECT_THAT(of("[authentication]\n/a = GET,R,www/users\n"),
              ElementsAre(AllOf(HasSubstr("site.conf:4:"), HasSubstr("inside the root"))));
}

TEST_F(Doubts, AreAConfigurationThatIsServed) {
  EXPECT_THAT(of("root = .\n"), ElementsAre(HasSubstr("configuration file lies inside the root")));
}

TEST_F(Doubts, AreEscapesInPrefixesThatAreWrittenDecoded) {
  EXPECT_THAT(of("[authentication]\n/a%20b = GET,R,users\n"),
              ElementsAre(AllOf(HasSubstr("site.conf:4:"), HasSubstr("'/a%20b'"))));
  EXPECT_THAT(of("[request/aliases]\n/%e3 = /index.html\n/100% = /index.html\n"),
              ElementsAre(HasSubstr("'/%e3'")));
}

TEST_F(Doubts, AreAliasesThatSurprise) {
  EXPECT_THAT(of("[request/aliases]\n/a = /usr\n"), ElementsAre(HasSubstr("file:/usr")));
  EXPECT_THAT(of("[request/aliases]\n/a = nowhere\n"), ElementsAre(HasSubstr("not there")));
}

TEST_F(Doubts, AreAFrontControllerThatNothingRuns) {
  folder.write("front.rb", "");
  EXPECT_THAT(of("default_cgi = front.rb\n"), ElementsAre(HasSubstr("site.conf:3:")));
  EXPECT_THAT(of("default_cgi = front.rb\n[mime/types]\nrb = @/usr/bin/ruby\n"), IsEmpty());
}

TEST_F(Doubts, AreAccessRulesThatAreNotObeyed) {
  folder.write("www/.htaccess", "Require all denied\n");
  EXPECT_THAT(of(""), ElementsAre(HasSubstr(".htaccess")));
  EXPECT_THAT(of("htaccess = ignore\n"), IsEmpty());
}

}  // namespace
}  // namespace tthttpd::config
