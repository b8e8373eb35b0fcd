#pragma once

#include <cstdint>
#include <string_view>

namespace gb {

/// Where a stream of random numbers starts. Every function that draws takes one.
struct Seed {
  std::uint64_t value = 1;
};

/// SplitMix64 (Steele, Lea, Flood 2014). State after k draws is seed + k * 0x9E3779B97F4A7C15, so
/// any draw is reached in O(1).
class SplitMix64 {
 public:
  explicit constexpr SplitMix64(Seed seed) : state_(seed.value) {}

  constexpr std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15ULL;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31U);
  }

  /// Uniform in [0, n), n >= 1: low bits for a power of two, else Lemire's product with rejection
  /// (datasets §5).
  constexpr std::uint64_t below(std::uint64_t n) {
    if ((n & (n - 1)) == 0) return next() & (n - 1);
    const std::uint64_t threshold = (0 - n) % n;
    for (;;) {
      __extension__ using Wide = unsigned __int128;
      const Wide product = static_cast<Wide>(next()) * n;
      if (static_cast<std::uint64_t>(product) >= threshold)
        return static_cast<std::uint64_t>(product >> 64U);
    }
  }

  /// A double in [0, 1) with 53 random bits.
  constexpr double unit() { return static_cast<double>(next() >> 11U) * 0x1.0p-53; }

  constexpr std::uint64_t state() const { return state_; }

 private:
  std::uint64_t state_;
};

/// A stream of its own for each purpose: FNV-1a of the name folded into the seed, then one
/// SplitMix64 step.
constexpr Seed derive(Seed seed, std::string_view purpose) {
  std::uint64_t hash = 0xCBF29CE484222325ULL;
  for (const char c : purpose) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
  return Seed{SplitMix64(Seed{seed.value ^ hash}).next()};
}

}  // namespace gb
