#include "core/stats/series.h"

#include <algorithm>

#include "core/stats/percentile.h"
#include "core/stats/trend.h"

namespace gb {

std::vector<SeriesWindow> windows_of(std::span<const TimedSample> samples, Nanos length,
                                     Nanos span) {
  for (const TimedSample& sample : samples) span = std::max(span, sample.start);
  const auto whole = static_cast<std::size_t>(span / length);
  std::vector<SeriesWindow> windows(whole);
  std::vector<std::vector<Nanos>> latencies(whole);
  for (const TimedSample& sample : samples) {
    const auto at = static_cast<std::size_t>(sample.start / length);
    if (at >= whole) continue;
    if (sample.failed) {
      ++windows[at].errors;
    } else {
      latencies[at].push_back(sample.latency);
    }
  }
  for (std::size_t i = 0; i < whole; ++i) {
    std::vector<Nanos>& one = latencies[i];
    if (one.empty()) continue;
    std::sort(one.begin(), one.end());
    windows[i].count = one.size();
    windows[i].p50 = percentile(one, kP50);
    windows[i].p99 = percentile(one, kP99);
    windows[i].max = one.back();
  }
  return windows;
}

std::optional<Drift> drift_of(std::span<const SeriesWindow> windows) {
  std::vector<double> medians;
  for (const SeriesWindow& window : windows) {
    if (window.count > 0) medians.push_back(static_cast<double>(window.p50.count()));
  }
  if (medians.size() < 8) return std::nullopt;
  const Trend trend = trend_of(medians);
  if (trend.start <= 0) return std::nullopt;
  const double share = static_cast<double>(medians.size() - 1) / trend.start;
  return Drift{medians.size(), trend.p_value, trend.slope * share, trend.slope_low * share,
               trend.slope_high * share};
}

}  // namespace gb
