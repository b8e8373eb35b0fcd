#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace gb {

/// Where Holm's step-down procedure stops for each of several tests (Holm 1979): rejecting those
/// with p <= level keeps the chance of any false rejection at alpha, whatever depends on what.
struct HolmStep {
  double adjusted_p = 1;  // compare with alpha
  double level = 0;       // compare p with; also the level at which to show this row's interval
  bool rejected = false;
};

/// One per p-value, in the order given.
std::vector<HolmStep> holm(std::span<const double> p_values, double alpha);

/// e-BH (Wang and Ramdas 2022): the k largest e-values are rejected for the largest k whose k-th
/// largest is at least n / (k * alpha). Keeps the expected share of false rejections at alpha
/// whatever depends on what. In the order given.
std::vector<bool> e_bh(std::span<const double> e_values, double alpha);

/// What each look of a group-sequential plan may spend of alpha, by O'Brien and Fleming's spending
/// function (Lan and DeMets 1983): alpha(t) = 2 - 2 Phi(z / sqrt t). Each look gets the increment,
/// so that the sum bounds the chance of a false alarm without the looks' joint distribution. looks:
/// ascending, the last being the planned number of rounds.
std::vector<double> spending_levels(std::span<const std::size_t> looks, double alpha);

}  // namespace gb
