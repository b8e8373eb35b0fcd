#pragma once

#include <cstdint>

#include "core/base/random.h"

namespace gb {

/// What one step of SplitMix64 adds to its state.
inline constexpr std::uint64_t kStep = 0x9E3779B97F4A7C15ULL;

/// The number of the draw, from 0, that is 0: there is one in 2^64, for a draw is 0 exactly where
/// the state is. state: before draw 0.
constexpr std::uint64_t draw_of_zero(std::uint64_t state) {
  std::uint64_t inverse = kStep;  // of an odd number, by Newton's iteration: the right bits double
  for (int i = 0; i < 6; ++i) inverse *= 2 - kStep * inverse;
  return (0 - state) * inverse - 1;
}

/// A weight from 1 to 255 is 1 + below(255), and below(255) draws again exactly when it draws 0,
/// which it does once in 2^64: so the draw of every weight is known without drawing those before
/// it. state: before draw 0.
class WeightDraws {
 public:
  explicit constexpr WeightDraws(std::uint64_t state) : state_(state), zero_(draw_of_zero(state)) {}

  /// The draw that is drawn again when a weight meets it.
  constexpr std::uint64_t zero() const { return zero_; }
  /// The weight whose draw has the given number, which is not that of zero().
  constexpr std::uint8_t at(std::uint64_t draw) const {
    SplitMix64 random(Seed{state_ + draw * kStep});
    return static_cast<std::uint8_t>(1 + random.below(255));
  }

 private:
  std::uint64_t state_;
  std::uint64_t zero_;
};

}  // namespace gb
