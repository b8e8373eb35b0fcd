#pragma once

#include <cstdint>
#include <span>

#include "core/base/clock.h"

namespace gb {

/// A share of all samples as an exact fraction: 99.9 % is 999/1000, which no double is.
struct Rank {
  std::uint64_t numerator = 1;
  std::uint64_t denominator = 2;

  friend constexpr bool operator==(const Rank&, const Rank&) = default;
};

inline constexpr Rank kP50{1, 2};
inline constexpr Rank kP90{9, 10};
inline constexpr Rank kP95{19, 20};
inline constexpr Rank kP99{99, 100};
inline constexpr Rank kP999{999, 1000};

/// The 1-based position of the percentile among n ascending samples: ceil(n * rank), at least 1.
/// The one rank rule of this project. 0 when n is 0. rank: in (0, 1].
std::uint64_t nearest_rank(std::uint64_t n, Rank rank);

/// Nearest rank: the smallest sample that at least `rank` of all samples do not exceed.
/// ascending: sorted; 0 ns when empty. Never interpolates.
/// Source: the inverse of the empirical distribution function (Hyndman and Fan 1996, type 1).
Nanos percentile(std::span<const Nanos> ascending, Rank rank);

}  // namespace gb
