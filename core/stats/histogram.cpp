#include "core/stats/histogram.h"

#include <algorithm>
#include <bit>

namespace gb {
namespace {

constexpr unsigned kExactBits = 11;                   // values of up to 11 bits are exact
constexpr std::uint64_t kExact = 1ULL << kExactBits;  // 2048
constexpr std::uint64_t kPerPower = kExact / 2;       // ranges per power of two above that
constexpr std::size_t kRanges = kExact + (63 - kExactBits) * kPerPower;

std::size_t range_of(std::uint64_t value) {
  if (value < kExact) return value;
  const auto shift = static_cast<unsigned>(std::bit_width(value)) - kExactBits;  // 1 to 52
  return kExact + (shift - 1) * kPerPower + ((value >> shift) - kPerPower);
}

std::uint64_t low_of(std::size_t range) {
  if (range < kExact) return range;
  const std::size_t above = range - kExact;
  return (above % kPerPower + kPerPower) << (above / kPerPower + 1);
}

std::uint64_t high_of(std::size_t range) {
  if (range < kExact) return range;
  return low_of(range) + (1ULL << ((range - kExact) / kPerPower + 1)) - 1;
}

Nanos nanos(std::uint64_t value) { return Nanos(static_cast<std::int64_t>(value)); }

}  // namespace

Histogram::Histogram() : counts_(kRanges) {}

void Histogram::record(Nanos latency, std::uint64_t times) {
  if (times == 0) return;
  const Nanos value = std::max(latency, Nanos(0));
  counts_[range_of(static_cast<std::uint64_t>(value.count()))] += times;
  count_ += times;
  min_ = std::min(min_, value);
  max_ = std::max(max_, value);
}

void Histogram::merge(const Histogram& other) {
  for (std::size_t i = 0; i < kRanges; ++i) counts_[i] += other.counts_[i];
  count_ += other.count_;
  min_ = std::min(min_, other.min_);
  max_ = std::max(max_, other.max_);
}

Nanos Histogram::at(std::uint64_t position) const {
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < kRanges && position > 0; ++i) {
    seen += counts_[i];
    if (seen < position) continue;
    const std::uint64_t low = low_of(i);
    return std::clamp(nanos(low + (high_of(i) - low) / 2), min_, max_);
  }
  return Nanos(0);
}

Histogram::Range Histogram::range_around(Nanos latency) {
  const Nanos value = std::max(latency, Nanos(0));
  const std::size_t at = range_of(static_cast<std::uint64_t>(value.count()));
  return {nanos(low_of(at)), nanos(high_of(at)), 0};
}

std::vector<Histogram::Range> Histogram::ranges() const {
  std::vector<Range> filled;
  for (std::size_t i = 0; i < kRanges; ++i) {
    if (counts_[i] != 0) filled.push_back({nanos(low_of(i)), nanos(high_of(i)), counts_[i]});
  }
  return filled;
}

Result<Histogram> Histogram::restored(std::span<const Range> ranges, Nanos min, Nanos max) {
  const auto bad = [](std::string_view why) {
    return fail(ErrorCode::InvalidArgument, "histogram: {}", why);
  };
  Histogram histogram;
  Nanos before(-1);
  for (const Range& range : ranges) {
    if (range.low <= before) return bad("its ranges do not ascend");
    const std::size_t at = range_of(static_cast<std::uint64_t>(range.low.count()));
    if (nanos(low_of(at)) != range.low || nanos(high_of(at)) != range.high) {
      return bad("a range is none of this scale");
    }
    if (range.count == 0) return bad("a range is empty");
    if (range.count > UINT64_MAX - histogram.count_) return bad("its counts exceed 64 bits");
    histogram.counts_[at] = range.count;
    histogram.count_ += range.count;
    before = range.low;
  }
  if (ranges.empty()) return histogram;
  if (min < ranges.front().low || min > ranges.front().high || max < ranges.back().low ||
      max > ranges.back().high || min > max) {
    return bad("its smallest or largest sample lies outside its ranges");
  }
  histogram.min_ = min;
  histogram.max_ = max;
  return histogram;
}

}  // namespace gb
