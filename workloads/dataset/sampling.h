#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "workloads/dataset/stop_check.h"

namespace gb {

/// Cumulative table of the discrete power law d^-gamma on [low, high] (datasets §6, PLTABLE).
class PowerLawTable {
 public:
  PowerLawTable(std::int64_t low, std::int64_t high, double gamma, StopCheck check = StopCheck());

  /// The smallest degree whose cumulative probability exceeds r, r in [0, 1); one by binary search.
  std::int64_t pick(double r) const;
  double mean() const;

 private:
  std::int64_t low_;
  std::vector<double> cumulative_;
};

/// Draws sets of different integers (datasets §6, DISTINCT); reuses its memory.
class DistinctPicker {
 public:
  static constexpr std::int64_t kNone = -1;

  explicit DistinctPicker(StopCheck check = StopCheck()) : check_(std::move(check)) {}

  /// k different integers of [0, n), none equal to `excluded`, ascending; valid until the next
  /// call. Discarded candidates cost draws. k: at most n, or n - 1 with an exclusion.
  std::span<const std::int64_t> pick(SplitMix64& random, std::int64_t n, std::int64_t k,
                                     std::int64_t excluded);

 private:
  void pick_few(SplitMix64& random, std::uint64_t n, std::size_t k, std::int64_t excluded);
  void pick_many(SplitMix64& random, std::uint64_t n, std::size_t k, std::int64_t excluded);

  StopCheck check_;
  std::vector<std::int64_t> picked_;
  std::vector<std::int64_t> slots_;  // open addressing; kNone is free
};

/// `length` random characters of a-z and 0-9, one draw each; into `text`, replacing what it held.
void random_text(SplitMix64& random, std::size_t length, std::string& text);

/// The stream `draws` draws further on: any place of it is reached at once.
inline SplitMix64 random_after(const SplitMix64& random, std::uint64_t draws) {
  return SplitMix64(Seed{random.state() + draws * 0x9E3779B97F4A7C15ULL});
}

/// below() for the signed numbers of ids and times. n: at least 1.
inline std::int64_t below(SplitMix64& random, std::int64_t n) {
  return static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(n)));
}

}  // namespace gb
