#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/clock.h"

namespace gb {

/// One timed operation where its moment matters.
struct TimedSample {
  Nanos start{};  // since the measured window opened; not negative
  Nanos latency{};
  bool failed = false;  // then the latency tells nothing
};

/// What happened between two moments of a run.
struct SeriesWindow {
  std::uint64_t count = 0, errors = 0;  // completed well; failed
  Nanos p50{}, p99{}, max{};            // nearest rank over what completed; 0 without any
};

/// The samples of one query by when they began, in windows of `length` from the opening on. Only
/// whole windows: what began after the last full one is left out, so that no short window passes
/// for a quiet one. Whole means that a sample began at or after its end, or `span` reaches there.
/// samples: in any order. length: positive.
std::vector<SeriesWindow> windows_of(std::span<const TimedSample> samples, Nanos length,
                                     Nanos span = Nanos(0));

/// How the median of one query moved over a run. Never asked across queries: there it would only
/// say that the next one is slower.
struct Drift {
  std::size_t windows = 0;
  double p_value = 1;  // Mann-Kendall, two-sided
  /// Growth from the first window to the last, as a share of the first: 0.1 is ten per cent slower
  /// at the end; with its 95 % interval.
  double growth = 0, growth_low = 0, growth_high = 0;

  /// At the 1 % level.
  bool found() const { return p_value < 0.01; }
};

/// From the medians of consecutive windows; those without a completed operation are passed over.
/// Nothing when fewer than eight have one, or the level is 0: no trend could be told.
std::optional<Drift> drift_of(std::span<const SeriesWindow> windows);

}  // namespace gb
