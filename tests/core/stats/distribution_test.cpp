#include "core/stats/distribution.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "core/base/random.h"
#include "core/stats/histogram_text.h"

namespace {

using gb::Distribution;
using gb::Histogram;
using gb::Nanos;

std::vector<Nanos> random_samples(std::size_t n, std::uint64_t seed) {
  gb::SplitMix64 random(gb::Seed{seed});
  std::vector<Nanos> samples;
  for (std::size_t i = 0; i < n; ++i) {
    samples.emplace_back(static_cast<std::int64_t>(random.below(1'000'000)));
  }
  return samples;
}

bool within_half_a_range(Nanos value, Nanos truth) {
  return std::abs((value - truth).count()) <= truth.count() / 2048 + 1;
}

}  // namespace

TEST_CASE("a million samples are kept exactly, one more makes a histogram of three digits") {
  std::vector<Nanos> samples = random_samples(gb::kMaxExactSamples, 1);
  const Distribution exact(samples);
  CHECK(exact.exact());
  samples.push_back(Nanos(500'000));
  const Distribution beyond(samples);
  CHECK(!beyond.exact());
  CHECK(beyond.ascending().empty());
  REQUIRE(beyond.count() == gb::kMaxExactSamples + 1);
  std::sort(samples.begin(), samples.end());
  for (const gb::Rank rank : {gb::kP50, gb::kP90, gb::kP95, gb::kP99, gb::kP999}) {
    CHECK(within_half_a_range(beyond.percentile(rank), gb::percentile(samples, rank)));
    const gb::Interval interval = beyond.interval(rank);
    const gb::Interval truth = gb::percentile_interval(samples, rank);
    CHECK(within_half_a_range(*interval.low, *truth.low));
    CHECK(within_half_a_range(*interval.high, *truth.high));
  }
  const gb::Summary summary = beyond.summary();
  CHECK(summary.min == samples.front());
  CHECK(summary.max == samples.back());
  const gb::Summary truth = gb::summarise(samples);
  CHECK(within_half_a_range(summary.mean, truth.mean));
  CHECK(within_half_a_range(summary.stddev, truth.stddev));
}

TEST_CASE("merging gives what one pass over both would have given") {
  const std::vector<Nanos> a = random_samples(1000, 2), b = random_samples(501, 3);
  std::vector<Nanos> both = a;
  both.insert(both.end(), b.begin(), b.end());
  Distribution merged(a);
  merged.merge(Distribution(b));
  CHECK(merged.exact());
  const Distribution whole(both);
  CHECK(std::equal(merged.ascending().begin(), merged.ascending().end(), whole.ascending().begin(),
                   whole.ascending().end()));

  SUBCASE("the largest of both percentiles or their mean would have been something else") {
    CHECK(merged.percentile(gb::kP99) == whole.percentile(gb::kP99));
  }
  SUBCASE("beyond a million it becomes a histogram, whichever side is one") {
    Distribution large(random_samples(gb::kMaxExactSamples, 4));
    large.merge(merged);
    CHECK(!large.exact());
    CHECK(large.count() == gb::kMaxExactSamples + 1501);
    Distribution small(a);
    small.merge(large);
    CHECK(small.count() == gb::kMaxExactSamples + 2501);
    large.merge(Distribution(a));
    CHECK(small.histogram() == large.histogram());
  }
}

TEST_CASE("an empty distribution has no samples and no bounds") {
  const Distribution none;
  CHECK(none.count() == 0);
  CHECK(none.percentile(gb::kP99) == Nanos(0));
  CHECK(!none.interval(gb::kP50).low);
  CHECK(none.summary() == gb::Summary{});
  CHECK(Distribution(Histogram()).summary() == gb::Summary{});
}

TEST_CASE("a histogram survives its text") {
  Histogram histogram;
  for (const Nanos sample : random_samples(10'000, 5)) histogram.record(sample);
  histogram.record(Nanos(0));
  histogram.record(Nanos::max(), 3);
  const std::string text = gb::encode_histogram(histogram);
  const auto back = gb::decode_histogram(text);
  REQUIRE(back);
  CHECK(*back == histogram);
  CHECK(gb::encode_histogram(*back) == text);
  CHECK(gb::decode_histogram(gb::encode_histogram(Histogram())).value() == Histogram());
}

TEST_CASE("a damaged histogram is refused, whatever was done to it") {
  Histogram histogram;
  for (const Nanos sample : random_samples(300, 6)) histogram.record(sample);
  const std::string text = gb::encode_histogram(histogram);
  for (std::size_t at = 0; at < text.size(); at += 3) {
    std::string damaged = text;
    damaged[at] = damaged[at] == 'A' ? 'B' : 'A';
    const auto back = gb::decode_histogram(damaged);
    CHECK((!back || *back == histogram));
    CHECK(!gb::decode_histogram(text.substr(0, at)));
  }
}

TEST_CASE("ranges of no scale, in no order or without their ends make no histogram") {
  const Histogram::Range exact = Histogram::range_around(Nanos(100));
  Histogram::Range one = exact;
  one.count = 2;
  const auto bad = [](std::vector<Histogram::Range> ranges, Nanos min, Nanos max) {
    return Histogram::restored(ranges, min, max).error().message;
  };
  CHECK(Histogram::restored(std::vector{one}, Nanos(100), Nanos(100)).value().count() == 2);
  CHECK(bad({one, one}, Nanos(100), Nanos(100)) == "histogram: its ranges do not ascend");
  CHECK(bad({exact}, Nanos(100), Nanos(100)) == "histogram: a range is empty");
  CHECK(bad({{Nanos(4097), Nanos(4098), 1}}, Nanos(4097), Nanos(4097)) ==
        "histogram: a range is none of this scale");
  CHECK(bad({one}, Nanos(99), Nanos(100)) ==
        "histogram: its smallest or largest sample lies outside its ranges");
}
