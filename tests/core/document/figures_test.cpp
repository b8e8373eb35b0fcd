#include "core/document/figures.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/document/codec.h"
#include "core/stats/multiset.h"

using gb::Nanos;

TEST_CASE("what a document keeps of samples gives every percentile back") {
  std::vector<Nanos> samples;
  for (int i = 1000; i > 0; --i) samples.emplace_back(i);
  const gb::Distribution latencies(samples);
  const gb::QuerySamples kept = gb::query_samples(latencies, 0.5);
  CHECK(kept.count == 1000);
  CHECK(kept.p50_low == 469);
  CHECK(kept.p50_high == 532);
  CHECK(kept.p99_low == 983);
  CHECK(kept.p99_high == 997);
  CHECK(kept.p90_low < 900);
  CHECK(kept.p95_high > 950);
  CHECK(kept.histogram.empty());
  CHECK(gb::completed_per_second(kept).value() == 2000);
  const auto back = gb::distribution_of(kept);
  REQUIRE(back);
  CHECK(back->percentile(gb::kP999) == Nanos(999));

  const gb::StatFields stat = gb::stat_fields("traversal", latencies, 3, "boom");
  CHECK(stat.count == 1003);
  CHECK(stat.p99 == 990);
  CHECK(gb::latency_fields(latencies, 1).p95 == 950);
}

TEST_CASE("beyond a million samples a histogram of a few kilobytes is kept in their place") {
  std::vector<Nanos> samples;
  for (std::int64_t i = 0; i <= 1'000'000; ++i) samples.emplace_back(100'000 + i);
  const gb::QuerySamples kept = gb::query_samples(gb::Distribution(std::move(samples)), 1);
  CHECK(kept.multiset.empty());
  CHECK(kept.histogram.size() < 10'000);
  const gb::Distribution back = gb::distribution_of(kept).value();
  CHECK(!back.exact());
  CHECK(back.count() == 1'000'001);
}

TEST_CASE("samples that are missing, damaged or of another number are told apart") {
  gb::QuerySamples kept;
  CHECK(gb::distribution_of(kept).error().code == gb::ErrorCode::NotFound);
  CHECK(!gb::completed_per_second(kept));
  kept.multiset = "AAAA";
  CHECK(gb::distribution_of(kept).error().code == gb::ErrorCode::DataLoss);
  kept.multiset = gb::encode_multiset(std::vector{Nanos(1), Nanos(2)});
  kept.count = 3;
  CHECK(gb::distribution_of(kept).error().message == "2 samples are there, 3 were announced");
}

TEST_CASE("a series survives, and one of unequal lists is refused") {
  const std::vector<gb::SeriesWindow> windows{{5, 1, Nanos(10), Nanos(20), Nanos(30)}, {}};
  gb::SeriesFields fields = gb::series_fields(windows, std::chrono::seconds(10));
  CHECK(fields.window_ns == 10'000'000'000);
  const auto back = gb::windows_of(fields).value();
  CHECK(back[0].count == 5);
  CHECK(back[0].errors == 1);
  CHECK(back[0].p99 == Nanos(20));
  fields.errors.pop_back();
  CHECK(gb::windows_of(fields).error().message.find("2 counts, 1 errors") != std::string::npos);
}

TEST_CASE("what a run has nothing to say about is left out of the file") {
  gb::ResultDocument document;
  document.gb.emplace().outcomes["q"] = {"measured", "", "", {}, "traversal"};
  document.gb->samples["q"].multiset = "x";
  const std::string bytes = gb::encode_document(document);
  for (const char* name : {"emulated", "histogram", "p90_low_ns", "seconds", "trends", "batches"}) {
    CHECK(bytes.find(fmt::format("\"{}\"", name)) == std::string::npos);
  }
}
