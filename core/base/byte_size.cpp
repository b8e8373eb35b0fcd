#include "core/base/byte_size.h"

#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace gb {
namespace {

constexpr double kMost = 0x1.0p62;

constexpr std::array<std::pair<std::string_view, double>, 10> kUnits = {{{"", 1},
                                                                         {"b", 1},
                                                                         {"kb", 1e3},
                                                                         {"mb", 1e6},
                                                                         {"gb", 1e9},
                                                                         {"tb", 1e12},
                                                                         {"kib", 0x1.0p10},
                                                                         {"mib", 0x1.0p20},
                                                                         {"gib", 0x1.0p30},
                                                                         {"tib", 0x1.0p40}}};

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

}  // namespace

Result<std::int64_t> parse_byte_size(std::string_view text) {
  double number = 0;
  const auto parsed =
      std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  if (parsed.ec == std::errc() && number >= 0) {
    std::string_view unit = text.substr(static_cast<std::size_t>(parsed.ptr - text.data()));
    if (unit.starts_with(' ')) unit.remove_prefix(1);
    for (const auto& [name, bytes] : kUnits) {
      if (lower(unit) == name && number * bytes <= kMost) {
        return static_cast<std::int64_t>(std::llround(number * bytes));
      }
    }
  }
  return fail(
      ErrorCode::InvalidArgument,
      "\"{}\" is no size; write bytes, or a number with kB, MB, GB, TB, KiB, MiB, GiB or TiB",
      text.substr(0, 80));
}

std::string byte_size_text(std::int64_t bytes) {
  constexpr std::array<std::string_view, 4> kNames = {"KiB", "MiB", "GiB", "TiB"};
  if (bytes < 1024) return fmt::format("{} B", bytes);
  auto size = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  for (; size >= 1024 && unit + 1 < kNames.size(); ++unit) size /= 1024;
  return fmt::format("{:.3g} {}", size, kNames[unit]);
}

}  // namespace gb
