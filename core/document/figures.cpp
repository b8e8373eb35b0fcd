#include "core/document/figures.h"

#include "core/stats/histogram_text.h"
#include "core/stats/multiset.h"

namespace gb {
namespace {

std::int64_t or_none(const std::optional<Nanos>& bound) { return bound ? bound->count() : -1; }

}  // namespace

StatFields stat_fields(std::string query_class, const Distribution& latencies, std::int64_t errors,
                       std::string first_error) {
  const Summary s = latencies.summary();
  StatFields fields;
  fields.query_class = std::move(query_class);
  fields.count = static_cast<std::int64_t>(s.count) + errors;
  fields.errors = errors;
  fields.first_error = std::move(first_error);
  fields.min = s.min.count();
  fields.p50 = s.p50.count();
  fields.p90 = s.p90.count();
  fields.p95 = s.p95.count();
  fields.p99 = s.p99.count();
  fields.max = s.max.count();
  fields.mean = s.mean.count();
  fields.stddev = s.stddev.count();
  return fields;
}

QuerySamples query_samples(const Distribution& latencies, double wall_seconds) {
  QuerySamples fields;
  if (latencies.exact()) {
    fields.multiset = encode_multiset(latencies.ascending());
  } else {
    fields.histogram = encode_histogram(latencies.histogram());
  }
  fields.count = static_cast<std::int64_t>(latencies.count());
  const auto bounds = [&](Rank rank, std::int64_t& low, std::int64_t& high) {
    const Interval interval = latencies.interval(rank);
    low = or_none(interval.low);
    high = or_none(interval.high);
  };
  bounds(kP50, fields.p50_low, fields.p50_high);
  bounds(kP90, fields.p90_low, fields.p90_high);
  bounds(kP95, fields.p95_low, fields.p95_high);
  bounds(kP99, fields.p99_low, fields.p99_high);
  fields.wall_seconds = wall_seconds;
  return fields;
}

LatencyFields latency_fields(const Distribution& latencies, double wall_seconds) {
  const Summary s = latencies.summary();
  return {s.min.count(),
          s.p50.count(),
          s.p90.count(),
          s.p95.count(),
          s.p99.count(),
          s.max.count(),
          query_samples(latencies, wall_seconds)};
}

SeriesFields series_fields(std::span<const SeriesWindow> windows, Nanos length) {
  SeriesFields fields;
  fields.window_ns = length.count();
  for (const SeriesWindow& window : windows) {
    fields.counts.push_back(static_cast<std::int64_t>(window.count));
    fields.errors.push_back(static_cast<std::int64_t>(window.errors));
    fields.p50_ns.push_back(window.p50.count());
    fields.p99_ns.push_back(window.p99.count());
  }
  return fields;
}

Result<std::vector<SeriesWindow>> windows_of(const SeriesFields& fields) {
  const std::size_t n = fields.counts.size();
  if (fields.errors.size() != n || fields.p50_ns.size() != n || fields.p99_ns.size() != n) {
    return fail(ErrorCode::InvalidArgument,
                "a series has {} counts, {} errors, {} medians and {} p99s: they must be as many",
                n, fields.errors.size(), fields.p50_ns.size(), fields.p99_ns.size());
  }
  std::vector<SeriesWindow> windows(n);
  for (std::size_t i = 0; i < n; ++i) {
    if (fields.counts[i] < 0 || fields.errors[i] < 0) {
      return fail(ErrorCode::InvalidArgument, "window {} of a series has a negative count", i + 1);
    }
    windows[i].count = static_cast<std::uint64_t>(fields.counts[i]);
    windows[i].errors = static_cast<std::uint64_t>(fields.errors[i]);
    windows[i].p50 = Nanos(fields.p50_ns[i]);
    windows[i].p99 = Nanos(fields.p99_ns[i]);
  }
  return windows;
}

TrendFields trend_fields(const Drift& drift) {
  return {static_cast<std::int64_t>(drift.windows), drift.p_value, drift.growth, drift.growth_low,
          drift.growth_high};
}

Result<Distribution> distribution_of(const QuerySamples& samples) {
  Distribution found;
  if (!samples.multiset.empty()) {
    auto multiset = decode_multiset(samples.multiset);
    if (!multiset) return tl::unexpected(multiset.error());
    found = Distribution(std::move(*multiset));
  } else if (!samples.histogram.empty()) {
    auto histogram = decode_histogram(samples.histogram);
    if (!histogram) return tl::unexpected(histogram.error());
    found = Distribution(std::move(*histogram));
  } else {
    return fail(ErrorCode::NotFound, "the document kept no samples");
  }
  if (static_cast<std::int64_t>(found.count()) != samples.count) {
    return fail(ErrorCode::DataLoss, "{} samples are there, {} were announced", found.count(),
                samples.count);
  }
  return found;
}

std::optional<double> completed_per_second(const QuerySamples& samples) {
  if (samples.wall_seconds <= 0) return std::nullopt;
  return static_cast<double>(samples.count) / samples.wall_seconds;
}

}  // namespace gb
