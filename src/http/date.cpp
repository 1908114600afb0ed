#include "tthttpd/http/date.hpp"

#include <algorithm>
#include <array>
#include <chrono>

namespace tthttpd::http {
namespace {

constexpr std::array<std::string_view, 7> kDays = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                                   "Thursday", "Friday", "Saturday"};

struct Moment {
  int year = 0;
  unsigned month = 0;
  unsigned day = 0;
  unsigned hour = 0;
  unsigned minute = 0;
  unsigned second = 0;
};

/// Takes one part after the other from the front of a text; once one does not fit, nothing does.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : rest_(text) {}

  void literal(std::string_view expected) {
    if (ok_ && rest_.starts_with(expected)) {
      rest_.remove_prefix(expected.size());
    } else {
      ok_ = false;
    }
  }
  unsigned digits(std::size_t count) {
    unsigned number = 0;
    if (rest_.size() < count) {
      ok_ = false;
    }
    for (std::size_t i = 0; ok_ && i < count; ++i) {
      if (rest_[i] < '0' || rest_[i] > '9') {
        ok_ = false;
      } else {
        number = number * 10 + static_cast<unsigned>(rest_[i] - '0');
      }
    }
    if (ok_) {
      rest_.remove_prefix(count);
    }
    return number;
  }
  /// Two digits, or a space and one (the day in asctime).
  unsigned padded_day() {
    if (rest_.starts_with(' ')) {
      literal(" ");
      return digits(1);
    }
    return digits(2);
  }
  /// 1 for Jan.
  unsigned month() {
    for (unsigned i = 0; ok_ && i < kMonthNames.size(); ++i) {
      if (rest_.starts_with(kMonthNames[i])) {
        rest_.remove_prefix(kMonthNames[i].size());
        return i + 1;
      }
    }
    ok_ = false;
    return 0;
  }
  /// A weekday with all its letters or only three. That it fits the date is not asked: senders get
  /// it wrong, and the date alone is what counts.
  void weekday(std::size_t letters) {
    for (const std::string_view name : kDays) {
      const std::string_view wanted = name.substr(0, letters);
      if (ok_ && rest_.starts_with(wanted)) {
        rest_.remove_prefix(wanted.size());
        return;
      }
    }
    ok_ = false;
  }
  void time_of_day(Moment& moment) {
    moment.hour = digits(2);
    literal(":");
    moment.minute = digits(2);
    literal(":");
    moment.second = digits(2);
  }
  [[nodiscard]] bool done() const { return ok_ && rest_.empty(); }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

/// "Sun, 06 Nov 1994 08:49:37 GMT"
std::optional<Moment> scan_imf_fixdate(std::string_view text) {
  Scanner scanner(text);
  Moment moment;
  scanner.weekday(3);
  scanner.literal(", ");
  moment.day = scanner.digits(2);
  scanner.literal(" ");
  moment.month = scanner.month();
  scanner.literal(" ");
  moment.year = static_cast<int>(scanner.digits(4));
  scanner.literal(" ");
  scanner.time_of_day(moment);
  scanner.literal(" GMT");
  return scanner.done() ? std::optional(moment) : std::nullopt;
}

/// "Sunday, 06-Nov-94 08:49:37 GMT"; `year` is left as the two digits.
std::optional<Moment> scan_rfc850(std::string_view text) {
  Scanner scanner(text);
  Moment moment;
  scanner.weekday(std::string_view::npos);
  scanner.literal(", ");
  moment.day = scanner.digits(2);
  scanner.literal("-");
  moment.month = scanner.month();
  scanner.literal("-");
  moment.year = static_cast<int>(scanner.digits(2));
  scanner.literal(" ");
  scanner.time_of_day(moment);
  scanner.literal(" GMT");
  return scanner.done() ? std::optional(moment) : std::nullopt;
}

/// "Sun Nov  6 08:49:37 1994"
std::optional<Moment> scan_asctime(std::string_view text) {
  Scanner scanner(text);
  Moment moment;
  scanner.weekday(3);
  scanner.literal(" ");
  moment.month = scanner.month();
  scanner.literal(" ");
  moment.day = scanner.padded_day();
  scanner.literal(" ");
  scanner.time_of_day(moment);
  scanner.literal(" ");
  moment.year = static_cast<int>(scanner.digits(4));
  return scanner.done() ? std::optional(moment) : std::nullopt;
}

/// The year with those last two digits in the hundred years that end 50 years after `now_year`.
int full_year(int two_digits, int now_year) {
  int year = now_year - now_year % 100 + two_digits;
  if (year > now_year + 50) {
    year -= 100;
  } else if (year <= now_year - 50) {
    year += 100;
  }
  return year < 0 ? year + 100 : year > 9999 ? year - 100 : year;
}

std::chrono::sys_seconds clamped(std::int64_t unix_seconds) {
  return std::chrono::sys_seconds(
      std::chrono::seconds(std::clamp(unix_seconds, kFirstSecond, kLastSecond)));
}

std::optional<std::int64_t> to_unix(const Moment& moment) {
  const std::chrono::year_month_day date{std::chrono::year(moment.year),
                                         std::chrono::month(moment.month),
                                         std::chrono::day(moment.day)};
  // :60 is a leap second, which the grammar allows; it counts as the first of the next minute.
  if (!date.ok() || moment.hour > 23 || moment.minute > 59 || moment.second > 60) {
    return std::nullopt;
  }
  const std::int64_t days = std::chrono::sys_days(date).time_since_epoch().count();
  const std::int64_t seconds =
      days * 86'400 + moment.hour * 3'600 + moment.minute * 60 + moment.second;
  return std::min(seconds, kLastSecond);
}

void put_number(std::string& text, unsigned number, std::size_t width) {
  const std::string digits = std::to_string(number);
  text.append(width - std::min(width, digits.size()), '0').append(digits);
}

}  // namespace

std::string format_date(std::int64_t unix_seconds) {
  const std::chrono::sys_seconds at = clamped(unix_seconds);
  const auto day = std::chrono::floor<std::chrono::days>(at);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss time(at - day);

  std::string text;
  text.reserve(29);
  text += kDays[std::chrono::weekday(day).c_encoding()].substr(0, 3);
  text += ", ";
  put_number(text, static_cast<unsigned>(date.day()), 2);
  text += ' ';
  text += kMonthNames[static_cast<unsigned>(date.month()) - 1];
  text += ' ';
  put_number(text, static_cast<unsigned>(static_cast<int>(date.year())), 4);
  text += ' ';
  put_number(text, static_cast<unsigned>(time.hours().count()), 2);
  text += ':';
  put_number(text, static_cast<unsigned>(time.minutes().count()), 2);
  text += ':';
  put_number(text, static_cast<unsigned>(time.seconds().count()), 2);
  text += " GMT";
  return text;
}

std::optional<std::int64_t> parse_date(std::string_view text, std::int64_t now_unix_seconds) {
  std::optional<Moment> moment = scan_imf_fixdate(text);
  if (!moment) {
    moment = scan_asctime(text);
  }
  if (!moment) {
    moment = scan_rfc850(text);
    if (moment) {
      const std::chrono::year_month_day now(
          std::chrono::floor<std::chrono::days>(clamped(now_unix_seconds)));
      moment->year = full_year(moment->year, static_cast<int>(now.year()));
    }
  }
  return moment ? to_unix(*moment) : std::nullopt;
}

}  // namespace tthttpd::http
