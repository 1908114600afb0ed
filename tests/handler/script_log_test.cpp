#include "tthttpd/handler/script_log.hpp"

#include "cgi_fixture.hpp"

namespace tthttpd::handler {
namespace {

TEST(ScriptLog, SaysLineByLineHoweverItIsCut) {
  const std::string text = "one\ntwo\r\n\nthree";
  for (std::size_t step = 1; step <= text.size(); ++step) {
    Recorder log;
    ScriptLog script(log, "script /a[1]");
    for (std::size_t at = 0; at < text.size(); at += step) {
      script.feed(std::string_view(text).substr(at, step));
    }
    script.finish();
    script.finish();
    EXPECT_EQ(log.all(),
              "script /a[1]: one\nscript /a[1]: two\nscript /a[1]: \nscript /a[1]: three\n");
  }
}

TEST(ScriptLog, CutsLongLines) {
  Recorder log;
  ScriptLog script(log, "s");
  script.feed(std::string(ScriptLog::kLongestLine + 5, 'x') + "\n");
  EXPECT_EQ(log.all(), "s: " + std::string(ScriptLog::kLongestLine, 'x') + "\ns: xxxxx\n");
}

TEST(ScriptLog, DropsWhatIsTooMuchAndSaysSoOnce) {
  Recorder log;
  ScriptLog script(log, "s");
  for (int i = 0; i < 1000; ++i) {
    script.feed(std::string(999, 'x') + "\n");
  }
  script.finish();
  EXPECT_EQ(log.count("x"), ScriptLog::kMostBytes / 1000);
  EXPECT_EQ(log.count("the rest is dropped"), 1U);
}

TEST(ScriptLog, CountsEmptyLinesToo) {
  Recorder log;
  ScriptLog script(log, "s");
  script.feed(std::string(2 * ScriptLog::kMostBytes, '\n'));
  EXPECT_LE(log.count("s"), ScriptLog::kMostBytes + 1);
  EXPECT_EQ(log.count("the rest is dropped"), 1U);
}

}  // namespace
}  // namespace tthttpd::handler
