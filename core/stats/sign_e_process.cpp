#include "core/stats/sign_e_process.h"

#include <cmath>
#include <numbers>

namespace gb {
namespace {

double log_factorial(double n) {
  int sign = 0;  // lgamma() writes a global
  return ::lgamma_r(n + 1, &sign);
}

}  // namespace

double SignEProcess::value() const {
  const auto n = static_cast<double>(pairs());
  const auto k = static_cast<double>(positive_);
  // 2 * integral over [1/2, 1] of (2p)^k (2 - 2p)^(n - k) dp
  //   = 2^(n + 1) * k! (n - k)! / (n + 1)! * P(Binomial(n + 1, 1/2) <= k).
  double tail = 0;
  for (double i = 0; i <= k; i += 1) {
    tail += std::exp(log_factorial(n + 1) - log_factorial(i) - log_factorial(n + 1 - i) -
                     (n + 1) * std::numbers::ln2);
  }
  if (tail <= 0) return 0;
  return std::exp((n + 1) * std::numbers::ln2 + log_factorial(k) + log_factorial(n - k) -
                  log_factorial(n + 1) + std::log(tail));
}

}  // namespace gb
