#include "core/report/quantity.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace gb {

RowUnit row_unit(std::span<const std::int64_t> nanos) {
  __extension__ using Wide = __int128;
  Wide sum = 0;
  std::int64_t count = 0;
  for (const std::int64_t value : nanos) {
    if (value <= 0) continue;
    sum += value;
    ++count;
  }
  if (count == 0) return RowUnit::Ms;
  const auto mean = static_cast<std::int64_t>(sum / count);
  if (mean < 1'000) return RowUnit::Ns;
  if (mean < 1'000'000) return RowUnit::Us;
  if (mean < 1'000'000'000) return RowUnit::Ms;
  return RowUnit::S;
}

std::string in_unit(std::int64_t nanos, RowUnit unit) {
  const auto value = static_cast<double>(nanos);
  switch (unit) {
    case RowUnit::Ns:
      return fmt::format("{}ns", nanos);
    case RowUnit::Us:
      return fmt::format("{:.1f}µs", value / 1e3);
    case RowUnit::Ms:
      return fmt::format("{:.2f}ms", value / 1e6);
    case RowUnit::S:
      break;
  }
  return fmt::format("{:.3f}s", value / 1e9);
}

std::string three_digits(std::int64_t nanos) {
  if (nanos < 0) return "-" + three_digits(-nanos);
  if (nanos < 1'000) return fmt::format("{}ns", nanos);
  struct Step {
    std::int64_t scale;
    std::string_view unit;
  };
  constexpr std::array<Step, 3> kSteps{{{1'000, "µs"}, {1'000'000, "ms"}, {1'000'000'000, "s"}}};
  for (const Step& step : kSteps) {
    const bool last = step.unit == "s";
    // In hundredths, tenths or whole units, whichever leaves three digits; integers, so that a
    // half always rounds up and 999.6 µs becomes 1.00 ms.
    for (const std::int64_t parts : {100, 10, 1}) {
      const std::int64_t grain = step.scale / parts;
      const std::int64_t rounded = nanos / grain + (nanos % grain >= (grain + 1) / 2 ? 1 : 0);
      if (rounded > 999 && !(last && parts == 1)) continue;
      if (parts == 1) return fmt::format("{}{}", rounded, step.unit);
      const int decimals = parts == 100 ? 2 : 1;
      return fmt::format("{}.{:0{}}{}", rounded / parts, rounded % parts, decimals, step.unit);
    }
  }
  return {};  // the last step always answers
}

std::string format_bytes(std::int64_t bytes) {
  if (bytes == -1) return "n/a";
  const double sign = bytes < 0 ? -1 : 1;
  double size = sign * static_cast<double>(bytes);
  if (size < 1024) return fmt::format("{} B", bytes);
  constexpr std::array<std::string_view, 5> kUnits{"KiB", "MiB", "GiB", "TiB", "PiB"};
  std::size_t unit = 0;
  size /= 1024;
  while (size >= 1024 && unit + 1 < kUnits.size()) {
    size /= 1024;
    ++unit;
  }
  return fmt::format("{:.1f} {}", sign * size, kUnits[unit]);
}

}  // namespace gb
