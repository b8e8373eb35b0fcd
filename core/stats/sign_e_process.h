#pragma once

#include <cstddef>

namespace gb {

/// Evidence against "a difference is positive at most half of the time", that may be looked at
/// after every pair: the chance that it ever reaches 1/alpha while that holds is at most alpha
/// (Ville's inequality). The likelihood ratio of the signs against a fair coin, averaged over every
/// coin that favours "positive" alike (a uniform mixture on [1/2, 1]).
/// Assumes nothing of the size of the differences; of their order only that each pair's was tossed.
class SignEProcess {
 public:
  /// A difference of exactly 0 bets nothing.
  void add(double difference) {
    if (difference > 0) ++positive_;
    if (difference < 0) ++negative_;
  }

  std::size_t pairs() const { return positive_ + negative_; }
  std::size_t positive() const { return positive_; }

  /// 1 before anything was seen. Seven pairs of one sign reach 20, thirteen 1000.
  double value() const;

 private:
  std::size_t positive_ = 0, negative_ = 0;
};

}  // namespace gb
