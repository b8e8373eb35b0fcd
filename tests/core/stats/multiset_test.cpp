#include "core/stats/multiset.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/random.h"

namespace {

using gb::Nanos;

/// A log-normal body around 1 ms with a heavy hundredth.
std::vector<Nanos> latencies(std::size_t n, gb::Seed seed) {
  gb::SplitMix64 random(seed);
  std::vector<Nanos> samples;
  for (std::size_t i = 0; i < n; ++i) {
    double sum = -6;
    for (int k = 0; k < 12; ++k) sum += random.unit();
    const double tail = random.below(100) == 0 ? 8 : 1;
    samples.emplace_back(static_cast<std::int64_t>(1e6 * std::exp(0.2 * sum) * tail));
  }
  std::sort(samples.begin(), samples.end());
  return samples;
}

}  // namespace

TEST_CASE("what is encoded is decoded, sample for sample") {
  for (const auto& samples :
       {std::vector<Nanos>{}, std::vector<Nanos>{Nanos(0)}, std::vector<Nanos>(1000, Nanos(5)),
        std::vector<Nanos>{Nanos(0), Nanos(127), Nanos(128), Nanos(16383), Nanos(16384),
                           Nanos::max(), Nanos::max()},
        latencies(1000, gb::Seed{1}), latencies(50'000, gb::Seed{2})}) {
    const auto back = gb::decode_multiset(gb::encode_multiset(samples));
    REQUIRE(back);
    CHECK(*back == samples);
  }
}

TEST_CASE("1,000 samples of a realistic latency take less than three bytes each") {
  const std::string text = gb::encode_multiset(latencies(1000, gb::Seed{3}));
  CHECK(text.size() < 3000);
}

TEST_CASE("equal multisets have equal bytes") {
  CHECK(gb::encode_multiset(latencies(500, gb::Seed{4})) ==
        gb::encode_multiset(latencies(500, gb::Seed{4})));
}

TEST_CASE("whichever character is changed or cut off, the damage is an error") {
  const std::string whole = gb::encode_multiset(latencies(200, gb::Seed{5}));
  int accepted = 0;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string changed = whole;
    changed[i] = changed[i] == 'A' ? 'B' : 'A';
    if (gb::decode_multiset(changed)) ++accepted;
    if (gb::decode_multiset(whole.substr(0, i))) ++accepted;
  }
  // Nothing but the unused bits of the last digit may pass.
  CHECK(accepted <= 1);
}

TEST_CASE("text that is no encoded multiset is refused with the place") {
  CHECK(gb::decode_multiset("").error().code == gb::ErrorCode::DataLoss);
  CHECK(gb::decode_multiset("abc").error().message ==
        "samples: base64: the length is no multiple of four");
  CHECK(gb::decode_multiset("ab c").error().message ==
        "samples: base64: a character is no base64 digit");
  CHECK(gb::decode_multiset("AAAA").error().message ==
        "samples: zstd: this is no frame that states its size");
  const std::string one = gb::encode_multiset(std::vector<Nanos>{Nanos(1)});
  CHECK(!gb::decode_multiset(one + "AAAA"));
}
