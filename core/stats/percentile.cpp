#include "core/stats/percentile.h"

#include <algorithm>
#include <cassert>

namespace gb {

std::uint64_t nearest_rank(std::uint64_t n, Rank rank) {
  assert(rank.denominator > 0 && rank.numerator > 0 && rank.numerator <= rank.denominator);
  if (n == 0) return 0;
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(n) * rank.numerator;
  const Wide ceiling = (product + rank.denominator - 1) / rank.denominator;
  return std::clamp<std::uint64_t>(static_cast<std::uint64_t>(ceiling), 1, n);
}

Nanos percentile(std::span<const Nanos> ascending, Rank rank) {
  if (ascending.empty()) return Nanos(0);
  assert(std::is_sorted(ascending.begin(), ascending.end()));
  return ascending[nearest_rank(ascending.size(), rank) - 1];
}

}  // namespace gb
