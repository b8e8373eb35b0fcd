#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/base/random.h"

namespace gb {

/// Which query each operation of a mix belongs to.
struct MixSchedule {
  std::vector<std::string> queries;  // those that take part, by id
  std::vector<std::uint32_t> slots;  // operations of each
  std::vector<double> shares;        // of each, of those that take part: they sum to 1
  std::vector<std::uint32_t> turns;  // operation k is of queries[turns[k]]
};

/// Shares by largest remainder (workloads §8.3): floor(w / sum * total) each, the left-over slots
/// to the largest fractional parts, at ties to the id that sorts first; then one Fisher-Yates
/// shuffle with SplitMix64(seed). weights: by query id, of approved queries alone; those of 0 are
/// left out.
MixSchedule schedule_mix(const std::map<std::string, double>& weights, std::uint32_t total,
                         Seed seed);

}  // namespace gb
