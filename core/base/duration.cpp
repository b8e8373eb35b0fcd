#include "core/base/duration.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>

namespace gb {
namespace {

struct Unit {
  std::string_view text;
  std::int64_t nanos;
};
// Longer spellings first, so that "ms" is not read as "m".
constexpr std::array<Unit, 7> kUnits{{{"ns", 1},
                                      {"us", 1'000},
                                      {"µs", 1'000},
                                      {"ms", 1'000'000},
                                      {"s", 1'000'000'000},
                                      {"m", 60'000'000'000},
                                      {"h", 3'600'000'000'000}}};

/// `whole` and the digits of nanos / scale after the point, without trailing zeros.
std::string exact_fraction(std::int64_t nanos, std::int64_t scale) {
  const std::int64_t rest = nanos % scale;
  std::string text = std::to_string(nanos / scale);
  if (rest == 0) return text;
  std::string digits = std::to_string(scale + rest).substr(1);
  while (digits.back() == '0') digits.pop_back();
  return text + "." + digits;
}

}  // namespace

Result<Nanos> parse_duration(std::string_view text) {
  const std::string_view whole = text;
  const auto bad = [&](std::string_view why) {
    return fail(ErrorCode::InvalidArgument,
                "\"{}\" is no duration: {}; write for example 500ms, 2s or 1m30s", whole, why);
  };
  if (text.empty()) return bad("it is empty");
  double total = 0;
  while (!text.empty()) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || !std::isfinite(number) || number < 0)
      return bad("a number was expected");
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    const Unit* found = nullptr;
    for (const Unit& unit : kUnits) {
      if (text.starts_with(unit.text)) {
        found = &unit;
        break;
      }
    }
    if (found == nullptr) return bad("the unit is missing or unknown");
    text.remove_prefix(found->text.size());
    total += number * static_cast<double>(found->nanos);
  }
  if (total >= static_cast<double>(std::numeric_limits<std::int64_t>::max()))
    return bad("it is too long");
  return Nanos(std::llround(total));
}

std::string format_duration(Nanos span) {
  std::int64_t nanos = span.count();
  if (nanos == 0) return "0s";
  std::string text;
  if (nanos < 0) {
    text = "-";
    nanos = -nanos;
  }
  if (nanos < 1'000) return text + std::to_string(nanos) + "ns";
  if (nanos < 1'000'000) return text + exact_fraction(nanos, 1'000) + "µs";
  if (nanos < 1'000'000'000) return text + exact_fraction(nanos, 1'000'000) + "ms";
  const std::int64_t hours = nanos / 3'600'000'000'000;
  nanos %= 3'600'000'000'000;
  const std::int64_t minutes = nanos / 60'000'000'000;
  nanos %= 60'000'000'000;
  if (hours > 0) text += std::to_string(hours) + "h";
  if (hours > 0 || minutes > 0) text += std::to_string(minutes) + "m";
  return text + exact_fraction(nanos, 1'000'000'000) + "s";
}

namespace {

struct Civil {
  std::chrono::year_month_day date;
  std::chrono::hh_mm_ss<Nanos> time;
};

Civil civil(WallTime time) {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  return {std::chrono::year_month_day(day), std::chrono::hh_mm_ss<Nanos>(time - day)};
}

}  // namespace

std::string format_rfc3339(WallTime time) {
  const Civil c = civil(time);
  std::string text =
      fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}", static_cast<int>(c.date.year()),
                  static_cast<unsigned>(c.date.month()), static_cast<unsigned>(c.date.day()),
                  c.time.hours().count(), c.time.minutes().count(), c.time.seconds().count());
  if (const auto nanos = c.time.subseconds().count(); nanos != 0) {
    std::string digits = fmt::format(".{:09}", nanos);
    while (digits.back() == '0') digits.pop_back();
    text += digits;
  }
  return text + "Z";
}

std::string format_compact_utc(WallTime time) {
  const Civil c = civil(time);
  return fmt::format("{:04}{:02}{:02}T{:02}{:02}{:02}Z", static_cast<int>(c.date.year()),
                     static_cast<unsigned>(c.date.month()), static_cast<unsigned>(c.date.day()),
                     c.time.hours().count(), c.time.minutes().count(), c.time.seconds().count());
}

Result<WallTime> parse_rfc3339(std::string_view text) {
  const auto bad = [&] {
    return fail(ErrorCode::InvalidArgument, "\"{}\" is no RFC 3339 time", text);
  };
  const auto number = [&](std::size_t at, std::size_t length, int& out) {
    if (at + length > text.size()) return false;
    const char* begin = text.data() + at;
    const auto [end, error] = std::from_chars(begin, begin + length, out);
    return error == std::errc{} && end == begin + length && *begin != '-';
  };
  int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0;
  if (text.size() < 20 || !number(0, 4, year) || text[4] != '-' || !number(5, 2, month) ||
      text[7] != '-' || !number(8, 2, day) || (text[10] != 'T' && text[10] != 't') ||
      !number(11, 2, hour) || text[13] != ':' || !number(14, 2, minute) || text[16] != ':' ||
      !number(17, 2, second)) {
    return bad();
  }
  const std::chrono::year_month_day date{std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (!date.ok() || hour > 23 || minute > 59 || second > 60) return bad();
  // 64 bits of nanoseconds around 1970 reach from 1677 to 2262.
  if (year < 1678 || year > 2261) return bad();
  std::size_t at = 19;
  std::int64_t fraction = 0;
  if (text[at] == '.') {
    std::int64_t scale = 100'000'000;
    std::size_t digits = 0;
    for (++at; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at, ++digits) {
      fraction += (text[at] - '0') * scale;
      scale /= 10;
    }
    if (digits == 0) return bad();
  }
  std::chrono::minutes offset{0};
  if (at + 1 == text.size() && (text[at] == 'Z' || text[at] == 'z')) {
    offset = std::chrono::minutes(0);
  } else if (at + 6 == text.size() && (text[at] == '+' || text[at] == '-') && text[at + 3] == ':') {
    int hours = 0, minutes = 0;
    if (!number(at + 1, 2, hours) || !number(at + 4, 2, minutes) || hours > 23 || minutes > 59)
      return bad();
    offset = std::chrono::minutes(hours * 60 + minutes);
    if (text[at] == '-') offset = -offset;
  } else {
    return bad();
  }
  return WallTime(std::chrono::sys_days(date)) + std::chrono::hours(hour) +
         std::chrono::minutes(minute) + std::chrono::seconds(second) + Nanos(fraction) - offset;
}

}  // namespace gb
