#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "workloads/dataset/recipe.h"

namespace gb::literal {

/// Every file of a dataset but its manifest, by relative path.
using Files = std::map<std::string, std::string>;

/// The dataset as its definition reads, word for word, with nothing of the product's: the slow
/// counterpart the fast generators are compared with. recipe: of small size.
Files files_of(const Recipe& recipe);

// The generators of datasets §9, then those of other-harnesses §2.4, §3.1 and §4.3.
Files grid(const GridParams& params);
Files er(const ErParams& params, std::int64_t seed);
Files uniform(const UniformParams& params, std::int64_t seed);
Files powerlaw(const PowerlawParams& params, std::int64_t seed);
Files rmat(const RmatParams& params, std::int64_t seed);
Files urand(const UrandParams& params, std::int64_t seed);
Files lb(const LbParams& params, std::int64_t seed);
Files fin(const FinParams& params, std::int64_t seed);
Files social(const SocialParams& params, std::int64_t seed);
Files friends(const FriendsParams& params, std::int64_t seed);
Files collab(const CollabParams& params, std::int64_t seed);
Files snb29(const Snb29Params& params, std::int64_t seed);

/// datasets §5: one step of SplitMix64.
std::uint64_t next(std::uint64_t& state);

/// A line of a file: the cells with commas between.
template <class First, class... Rest>
std::string row(const First& first, const Rest&... rest) {
  const auto text = [](const auto& cell) {
    if constexpr (requires { std::to_string(cell); }) {
      return std::to_string(cell);
    } else {
      return std::string(cell);
    }
  };
  std::string line = text(first);
  ((line += "," + text(rest)), ...);
  return line + "\n";
}

}  // namespace gb::literal
