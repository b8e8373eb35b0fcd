#include "core/stats/distribution.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace gb {

Distribution::Distribution(std::vector<Nanos> samples) : ascending_(std::move(samples)) {
  if (ascending_.size() > kMaxExactSamples) {
    histogram_.emplace();
    for (const Nanos sample : ascending_) histogram_->record(sample);
    ascending_ = {};
    return;
  }
  std::sort(ascending_.begin(), ascending_.end());
}

std::uint64_t Distribution::count() const {
  return histogram_ ? histogram_->count() : ascending_.size();
}

void Distribution::merge(const Distribution& other) {
  if (exact() && other.exact() && count() + other.count() <= kMaxExactSamples) {
    std::vector<Nanos> both;
    both.reserve(ascending_.size() + other.ascending_.size());
    std::merge(ascending_.begin(), ascending_.end(), other.ascending_.begin(),
               other.ascending_.end(), std::back_inserter(both));
    ascending_ = std::move(both);
    return;
  }
  Histogram both = histogram();
  both.merge(other.histogram());
  histogram_ = std::move(both);
  ascending_ = {};
}

Nanos Distribution::at(std::uint64_t position) const {
  if (position == 0) return Nanos(0);
  return histogram_ ? histogram_->at(position) : ascending_.at(position - 1);
}

Interval Distribution::interval(Rank rank) const {
  const IntervalRanks ranks = interval_ranks(count(), rank);
  Interval interval;
  if (ranks.low) interval.low = at(*ranks.low);
  if (ranks.high) interval.high = at(*ranks.high);
  return interval;
}

Summary Distribution::summary() const {
  if (!histogram_) return summarise(ascending_);
  Summary summary;
  summary.count = histogram_->count();
  if (summary.count == 0) return summary;
  summary.min = histogram_->min();
  summary.p50 = percentile(kP50);
  summary.p90 = percentile(kP90);
  summary.p95 = percentile(kP95);
  summary.p99 = percentile(kP99);
  summary.max = histogram_->max();
  const auto ranges = histogram_->ranges();
  const auto middle = [](const Histogram::Range& range) {
    return static_cast<double>(range.low.count()) +
           static_cast<double>((range.high - range.low).count()) / 2;
  };
  const auto n = static_cast<double>(summary.count);
  double mean = 0;
  for (const auto& range : ranges) mean += middle(range) * (static_cast<double>(range.count) / n);
  double variance = 0;
  for (const auto& range : ranges) {
    const double away = middle(range) - mean;
    variance += away * away * (static_cast<double>(range.count) / n);
  }
  summary.mean = Nanos(static_cast<std::int64_t>(mean));
  summary.stddev = Nanos(static_cast<std::int64_t>(std::sqrt(variance)));
  return summary;
}

Histogram Distribution::histogram() const {
  if (histogram_) return *histogram_;
  Histogram all;
  for (const Nanos sample : ascending_) all.record(sample);
  return all;
}

}  // namespace gb
