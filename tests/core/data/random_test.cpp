#include "core/base/random.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

namespace gb {
namespace {

std::vector<std::uint64_t> below(std::uint64_t n, int count) {
  SplitMix64 random(Seed{1});
  std::vector<std::uint64_t> numbers;
  for (int i = 0; i < count; ++i) numbers.push_back(random.below(n));
  return numbers;
}

using Numbers = std::vector<std::uint64_t>;

}  // namespace

TEST_CASE("the generator gives the published numbers of SplitMix64") {
  const auto first = [](std::int64_t seed) {
    SplitMix64 random(Seed{static_cast<std::uint64_t>(seed)});
    Numbers numbers;
    for (int i = 0; i < 4; ++i) numbers.push_back(random.next());
    return numbers;
  };
  CHECK(first(0) ==
        Numbers{0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f, 0xf88bb8a8724c81ec});
  CHECK(first(1) ==
        Numbers{0x910a2dec89025cc1, 0xbeeb8da1658eec67, 0xf893a2eefb32555e, 0x71c18690ee42c90b});
  CHECK(first(-1) ==
        Numbers{0xe4d971771b652c20, 0xe99ff867dbf682c9, 0x382ff84cb27281e9, 0x6d1db36ccba982d2});
  CHECK(first(42) ==
        Numbers{0xbdd732262feb6e95, 0x28efe333b266f103, 0x47526757130f9f52, 0x581ce1ff0e4ae394});
}

TEST_CASE("a bounded number takes the low bits of a power of two, else the high product") {
  CHECK(below(10, 5) == Numbers{5, 7, 9, 4, 4});
  CHECK(below(16, 5) == Numbers{1, 7, 14, 11, 9});
  CHECK(below(36, 5) == Numbers{20, 26, 34, 15, 15});
  CHECK(below(255, 5) == Numbers{144, 190, 247, 113, 113});
  CHECK(below(1000, 5) == Numbers{566, 745, 971, 444, 444});
  CHECK(below(86400, 5) == Numbers{48950, 64435, 83894, 38392, 38384});
  CHECK(below(1'000'000'000, 5) == Numbers{566561575, 745781757, 971002753, 444359217, 444264700});
  CHECK(below(1, 5) == Numbers{0, 0, 0, 0, 0});
}

TEST_CASE("each bounded number costs a draw, a rejected one another") {
  constexpr std::uint64_t kStep = 0x9E3779B97F4A7C15ULL;
  SplitMix64 one(Seed{1});
  for (int i = 0; i < 5; ++i) one.below(1);
  CHECK(one.state() == 1 + 5 * kStep);

  SplitMix64 rejecting(Seed{1});
  Numbers numbers;
  for (int i = 0; i < 8; ++i) numbers.push_back(rejecting.below(3ULL << 61U));
  numbers.resize(5);
  CHECK(numbers == Numbers{3919206142200308424, 5158966954149910694, 6716939733856083971,
                           3073213963922613285, 6069085008053950141});
  CHECK(rejecting.state() == 1 + 11 * kStep);
}

TEST_CASE("a unit number has the published doubles") {
  SplitMix64 random(Seed{1});
  CHECK(random.unit() == 0.5665615751722809);
  CHECK(random.unit() == 0.7457817572627011);
  CHECK(random.unit() == 0.9710027535867962);
  CHECK(random.unit() == 0.4443592170557721);
}

}  // namespace gb
