#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "workloads/dataset/recipe.h"

namespace gb {

/// How many nodes of each label and relationships of each type (other-harnesses §2.2, §2.3).
struct CollabSizes {
  explicit CollabSizes(const CollabParams& params) : ppm(params.ppm) {}

  std::int64_t ppm;

  /// What a count at scale 1 becomes, rounded half up.
  std::int64_t scaled(std::int64_t base) const { return (base * ppm + 500'000) / 1'000'000; }
  std::int64_t orgs() const { return scaled(1'000); }
  std::int64_t persons() const { return scaled(100'000); }
  std::int64_t repos() const { return scaled(20'000); }
  std::int64_t topics() const { return scaled(500); }
  std::int64_t issues() const { return scaled(250'000); }
  std::int64_t comments() const { return scaled(750'000); }
};

/// The targets of every source, as indexes, ascending: those of source i stand from starts[i] up to
/// starts[i + 1].
struct Targets {
  std::vector<std::size_t> starts = {0};
  std::vector<std::uint32_t> all;

  std::span<const std::uint32_t> of(std::size_t source) const {
    return {all.data() + starts[source], starts[source + 1] - starts[source]};
  }
};

/// The relationships of which a source has exactly one (§2.4).
struct CollabSingle {
  std::string_view type;
  std::uint64_t stream;
};
inline constexpr CollabSingle kMemberOf = {"MEMBER_OF", 101};
inline constexpr CollabSingle kOwnedBy = {"OWNED_BY", 102};
inline constexpr CollabSingle kInRepo = {"IN_REPO", 103};
inline constexpr CollabSingle kOpenedBy = {"OPENED_BY", 104};
inline constexpr CollabSingle kOn = {"ON", 105};
inline constexpr CollabSingle kWrittenBy = {"WRITTEN_BY", 106};

/// The target of each source.
std::vector<std::uint32_t> draw_single(const CollabSingle& relationship, std::int64_t seed,
                                       std::int64_t sources, std::int64_t targets);

// The relationships of which a source has several: a degree each, repaired to the exact total, then
// different targets.
Targets draw_follows(const CollabSizes& sizes, std::int64_t seed);
Targets draw_depends_on(const CollabSizes& sizes, std::int64_t seed);
Targets draw_tagged(const CollabSizes& sizes, std::int64_t seed);
Targets draw_assigned_to(const CollabSizes& sizes, std::int64_t seed);

}  // namespace gb
