#include "cli/row_progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <string_view>

#include "cli/context.h"
#include "core/base/duration.h"

namespace gb {
namespace {

constexpr std::int64_t kBar = 20;
constexpr std::chrono::milliseconds kRepaint{100};

/// Three digits and a power of a thousand: "118 k".
std::string short_count(double count) {
  constexpr std::array<std::string_view, 4> kUnits = {"", " k", " M", " G"};
  std::size_t unit = 0;
  for (; count >= 999.5 && unit + 1 < kUnits.size(); ++unit) count /= 1000;
  return fmt::format("{:.3g}{}", count, kUnits[unit]);
}

}  // namespace

std::string row_progress_line(const std::string& what, const std::string& unit, std::int64_t done,
                              std::int64_t total, Nanos elapsed) {
  const double seconds = std::chrono::duration<double>(elapsed).count();
  const double rate = seconds > 0 ? static_cast<double>(done) / seconds : 0;
  std::string line = what;
  if (total > 0) {
    const auto share = std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
    const auto full = static_cast<std::size_t>(share * kBar);
    line += fmt::format(" [{}{}] {:.0f}% · {} of {} {}", std::string(full, '#'),
                        std::string(kBar - full, '.'), 100 * share,
                        short_count(static_cast<double>(done)),
                        short_count(static_cast<double>(total)), unit);
  } else {
    line += fmt::format(" {} {}", short_count(static_cast<double>(done)), unit);
  }
  if (rate <= 0) return line;
  line += fmt::format(" · {} {}/s", short_count(rate), unit);
  if (total > done) {
    const std::chrono::duration<double> left(static_cast<double>(total - done) / rate);
    line +=
        fmt::format(" · {} left", format_duration(std::chrono::ceil<std::chrono::seconds>(left)));
  }
  return line;
}

RowProgress::RowProgress(std::string what, std::string unit, bool quiet)
    : what_(std::move(what)), unit_(std::move(unit)), lively_(stderr_is_lively() && !quiet) {}

void RowProgress::show(std::int64_t done, std::int64_t total) {
  const Instant at = now();
  if (!lively_ || (painted_ && at - painted_at_ < kRepaint)) return;
  fmt::print(stderr, "\r\x1b[2K{}", row_progress_line(what_, unit_, done, total, at - began_));
  std::fflush(stderr);
  painted_ = true;
  painted_at_ = at;
}

void RowProgress::clear() {
  if (!painted_) return;
  fmt::print(stderr, "\r\x1b[2K");
  std::fflush(stderr);
  painted_ = false;
}

}  // namespace gb
