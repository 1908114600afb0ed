// The limits of a request head, each one below, at and one above: 414 for the request line, 431 for
// the fields (RFC 9112 section 3, RFC 6585 section 5).
#include "wire/exchange.hpp"

namespace tthttpd::support {
namespace {

using HeadLimits = Wire;

/// A request line of that many bytes, its line end not counted.
std::string line_of(std::size_t size) {
  const std::string start = "GET /a.txt?";
  const std::string end = " HTTP/1.1";
  return start + std::string(size - start.size() - end.size(), 'x') + end + "\r\nHost: h\r\n\r\n";
}

/// Fields of that many bytes together, their line ends counted, the empty line not.
std::string fields_of(std::size_t size) {
  const std::string host = "Host: h\r\n";
  const std::string start = "X: ";
  return "GET /a.txt HTTP/1.1\r\n" + host + start +
         std::string(size - host.size() - start.size() - 2, 'x') + "\r\n\r\n";
}

std::string number_of_fields(int count) {
  std::string text = "GET /a.txt HTTP/1.1\r\nHost: h\r\n";
  for (int i = 1; i < count; ++i) {
    text += "A: b\r\n";
  }
  return text + "\r\n";
}

TEST_P(HeadLimits, OfTheConfigurationHoldToTheByte) {
  site.start("", "[limits]\nmax_request_line = 300\nmax_header_bytes = 400\nmax_headers = 5\n");
  play({{"line one below", line_of(299), "200 open"},
        {"line at the limit", line_of(300), "200 open"},
        {"line one above", line_of(301) + probe(), "414 close"},
        {"fields one below", fields_of(399), "200 open"},
        {"fields at the limit", fields_of(400), "200 open"},
        {"fields one above", fields_of(401) + probe(), "431 close"},
        {"count one below", number_of_fields(4), "200 open"},
        {"count at the limit", number_of_fields(5), "200 open"},
        {"count one above", number_of_fields(6) + probe(), "431 close"},
        {"after a sound request", probe() + line_of(301), "200 414 close"},
        {"a method without end", std::string(301, 'G'), "414 close"},
        {"a name without end", "GET /a.txt HTTP/1.1\r\n" + std::string(401, 'X'), "431 close"},
        {"empty lines are not counted", "\r\n\r\n" + line_of(300), "200 open"}});
}

TEST_P(HeadLimits, OfTheDefaultsHoldToTheByte) {
  site.start();
  const std::vector<Exchange> rows = {
      {"line one below", line_of(8191), "200 open"},
      {"line at the limit", line_of(8192), "200 open"},
      {"line one above", line_of(8193) + probe(), "414 close"},
      {"fields one below", fields_of(32767), "200 open"},
      {"fields at the limit", fields_of(32768), "200 open"},
      {"fields one above", fields_of(32769) + probe(), "431 close"},
      {"count one below", number_of_fields(99), "200 open"},
      {"count at the limit", number_of_fields(100), "200 open"},
      {"count one above", number_of_fields(101) + probe(), "431 close"},
  };
  play(rows, Delivery::whole);
  play(rows, Delivery::halves);
}

INSTANTIATE_TEST_SUITE_P(BothFamilies, HeadLimits, ::testing::Values(Family::v4, Family::v6),
                         family_name);

}  // namespace
}  // namespace tthttpd::support
