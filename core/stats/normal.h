#pragma once

namespace gb {

/// P(Z <= z) of the standard normal distribution.
double normal_cdf(double z);

/// The z with P(Z <= z) = p, p in (0, 1). A rational start (Abramowitz and Stegun 26.2.23), then
/// Newton's steps to full precision.
double normal_quantile(double p);

}  // namespace gb
