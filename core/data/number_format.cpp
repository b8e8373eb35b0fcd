#include "core/data/number_format.h"

#include <array>
#include <charconv>
#include <cstdlib>
#include <string_view>

namespace gb {
namespace {

/// sign, the digits without a point, and the power of ten of the first of them.
struct Decimal {
  bool negative = false;
  std::string digits;
  int exponent = 0;
};

Decimal shortest(double number) {
  std::array<char, 64> text{};
  const auto written =
      std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::scientific);
  std::string_view rest(text.data(), static_cast<std::size_t>(written.ptr - text.data()));
  Decimal decimal;
  if (rest.front() == '-') {
    decimal.negative = true;
    rest.remove_prefix(1);
  }
  const std::size_t e = rest.find('e');
  for (const char c : rest.substr(0, e)) {
    if (c != '.') decimal.digits.push_back(c);
  }
  decimal.exponent = std::atoi(std::string(rest.substr(e + 1)).c_str());
  return decimal;
}

std::string plain(const Decimal& decimal) {
  std::string out = decimal.negative ? "-" : "";
  const int count = static_cast<int>(decimal.digits.size());
  if (decimal.exponent < 0) {
    return out + "0." + std::string(static_cast<std::size_t>(-decimal.exponent - 1), '0') +
           decimal.digits;
  }
  const int whole = decimal.exponent + 1;
  if (count <= whole) {
    return out + decimal.digits + std::string(static_cast<std::size_t>(whole - count), '0');
  }
  const auto point = static_cast<std::size_t>(whole);
  return out + decimal.digits.substr(0, point) + "." + decimal.digits.substr(point);
}

/// The exponent has at least two digits, or at least one when it is negative and `short_negative`.
std::string scientific(const Decimal& decimal, bool short_negative) {
  std::string out = decimal.negative ? "-" : "";
  out.push_back(decimal.digits.front());
  if (decimal.digits.size() > 1) out += "." + decimal.digits.substr(1);
  out += decimal.exponent < 0 ? "e-" : "e+";
  const std::string exponent = std::to_string(std::abs(decimal.exponent));
  if (exponent.size() == 1 && !(short_negative && decimal.exponent < 0)) out.push_back('0');
  return out + exponent;
}

}  // namespace

std::string json_float(double number) {
  const Decimal decimal = shortest(number);
  const bool fits = number == 0 || (decimal.exponent >= -6 && decimal.exponent < 21);
  return fits ? plain(decimal) : scientific(decimal, true);
}

std::string name_float(double number) {
  const Decimal decimal = shortest(number);
  const bool fits = number == 0 || (decimal.exponent >= -4 && decimal.exponent < 6);
  return fits ? plain(decimal) : scientific(decimal, false);
}

void append_money(std::string& out, double number) {
  std::array<char, 352> text{};  // the longest double has 309 digits before the point
  const auto written =
      std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed, 2);
  out.append(text.data(), written.ptr);
}

}  // namespace gb
