#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/random.h"

namespace gb {

/// A column's own random numbers (other-harnesses §1.1): SplitMix64 from seed * 65536 + number.
/// Each draw takes one step and uses its upper 32 bits alone; bounds are below 2^32.
class Stream {
 public:
  Stream(std::int64_t seed, std::uint64_t number)
      : random_(Seed{static_cast<std::uint64_t>(seed) * 65536 + number}) {}

  /// In [0, n), by the product's high part.
  std::int64_t below(std::int64_t n) {
    return static_cast<std::int64_t>((upper() * static_cast<std::uint64_t>(n)) >> 32U);
  }
  /// Like floor(n * x^power) for x uniform in [0, 1), truncated at every step: small values are
  /// likely.
  std::int64_t skew(std::int64_t n, unsigned power) {
    const std::uint64_t u = upper();
    std::uint64_t v = u;
    for (unsigned i = 1; i < power; ++i) v = (v * u) >> 32U;
    return static_cast<std::int64_t>((v * static_cast<std::uint64_t>(n)) >> 32U);
  }
  template <std::size_t N>
  std::string_view pick(const std::array<std::string_view, N>& list) {
    return list[static_cast<std::size_t>(below(static_cast<std::int64_t>(N)))];
  }

 private:
  std::uint64_t upper() { return random_.next() >> 32U; }

  SplitMix64 random_;
};

/// `count` words of other-harnesses §2.4 with one space between, one draw each; replaces `text`.
void random_words(Stream& words, std::int64_t count, std::string& text);

}  // namespace gb
