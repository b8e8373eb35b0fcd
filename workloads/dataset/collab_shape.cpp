#include "workloads/dataset/collab_shape.h"

#include <algorithm>

#include "workloads/dataset/stream.h"

namespace gb {
namespace {

constexpr int kAttempts = 64;  // draws before the last value is stepped on

/// A degree for each source: drawn, then moved within its bounds until the sum is `total`.
struct Degrees {
  std::vector<std::int64_t> of;
  std::vector<std::int64_t> highest;  // of each source
  std::int64_t lowest = 0;

  /// Walks the sources from the first, again and again; each gives or takes one where it may. The
  /// bounds of collab leave room for its totals at every scale.
  void repair(std::int64_t total) {
    std::int64_t sum = 0;
    for (const std::int64_t degree : of) sum += degree;
    while (sum != total) {
      for (std::size_t i = 0; i < of.size() && sum != total; ++i) {
        if (sum < total && of[i] < highest[i]) {
          ++of[i];
          ++sum;
        } else if (sum > total && of[i] > lowest) {
          --of[i];
          --sum;
        }
      }
    }
  }
};

/// draw(source): a candidate. acceptable(source, value): beyond being no target of it already.
/// modulus(source): where stepping wraps.
template <class Draw, class Acceptable, class Modulus>
void draw_targets(const Degrees& degrees, Targets& targets, Draw draw, Acceptable acceptable,
                  Modulus modulus) {
  std::vector<std::uint32_t> own;
  for (std::size_t source = 0; source < degrees.of.size(); ++source) {
    own.clear();
    const auto fits = [&](std::int64_t value) {
      return std::find(own.begin(), own.end(), value) == own.end() && acceptable(source, value);
    };
    while (static_cast<std::int64_t>(own.size()) < degrees.of[source]) {
      std::int64_t value = draw(source);
      for (int i = 1; i < kAttempts && !fits(value); ++i) value = draw(source);
      while (!fits(value)) value = (value + 1) % modulus(source);
      own.push_back(static_cast<std::uint32_t>(value));
    }
    std::sort(own.begin(), own.end());
    targets.all.insert(targets.all.end(), own.begin(), own.end());
    targets.starts.push_back(targets.all.size());
  }
}

/// Targets among `count`, any but those a source has already.
Targets draw_among(const Degrees& degrees, std::int64_t count, Stream targets_stream) {
  Targets targets;
  draw_targets(
      degrees, targets, [&](std::size_t) { return targets_stream.skew(count, 2); },
      [](std::size_t, std::int64_t) { return true; }, [&](std::size_t) { return count; });
  return targets;
}

template <class Draw>
Degrees draw_degrees(std::int64_t sources, std::int64_t lowest, std::int64_t highest, Draw draw) {
  Degrees degrees;
  degrees.lowest = lowest;
  degrees.highest.assign(static_cast<std::size_t>(sources), highest);
  for (std::int64_t i = 0; i < sources; ++i) degrees.of.push_back(draw());
  return degrees;
}

}  // namespace

std::vector<std::uint32_t> draw_single(const CollabSingle& relationship, std::int64_t seed,
                                       std::int64_t sources, std::int64_t targets) {
  Stream stream(seed, relationship.stream);
  std::vector<std::uint32_t> drawn(static_cast<std::size_t>(sources));
  for (std::uint32_t& target : drawn) target = static_cast<std::uint32_t>(stream.skew(targets, 2));
  return drawn;
}

Targets draw_follows(const CollabSizes& sizes, std::int64_t seed) {
  const std::int64_t persons = sizes.persons();
  const std::int64_t highest = std::min<std::int64_t>(84, (persons - 1) / 2);
  Stream degree_stream(seed, 110);
  Degrees degrees = draw_degrees(persons, 1, highest,
                                 [&] { return std::min(1 + degree_stream.skew(84, 5), highest); });
  degrees.repair(sizes.scaled(1'519'400));
  Stream target_stream(seed, 111);
  Targets targets;
  // Never to oneself, never in both directions. Only smaller sources have their targets by now.
  draw_targets(
      degrees, targets, [&](std::size_t) { return target_stream.skew(persons, 2); },
      [&](std::size_t source, std::int64_t value) {
        const auto other = static_cast<std::size_t>(value);
        if (other >= source) return other != source;
        const auto back = targets.of(other);
        return !std::binary_search(back.begin(), back.end(), source);
      },
      [&](std::size_t) { return persons; });
  return targets;
}

Targets draw_depends_on(const CollabSizes& sizes, std::int64_t seed) {
  Stream degree_stream(seed, 112);
  Degrees degrees;
  for (std::int64_t i = 0; i < sizes.repos(); ++i) {
    degrees.of.push_back(std::min(i, degree_stream.skew(20, 3)));
    degrees.highest.push_back(std::min<std::int64_t>(i, 20));
  }
  degrees.repair(sizes.scaled(93'039));
  Stream target_stream(seed, 113);
  Targets targets;
  // Only an older repo, so that the graph is acyclic.
  const auto older = [](std::size_t source) { return static_cast<std::int64_t>(source); };
  draw_targets(
      degrees, targets, [&](std::size_t source) { return target_stream.skew(older(source), 2); },
      [](std::size_t, std::int64_t) { return true; }, older);
  return targets;
}

Targets draw_tagged(const CollabSizes& sizes, std::int64_t seed) {
  Stream degree_stream(seed, 114);
  Degrees degrees = draw_degrees(sizes.issues(), 1, 3, [&] { return 1 + degree_stream.below(3); });
  degrees.repair(sizes.scaled(500'000));
  return draw_among(degrees, sizes.topics(), Stream(seed, 115));
}

Targets draw_assigned_to(const CollabSizes& sizes, std::int64_t seed) {
  constexpr std::array<std::int64_t, 8> kAssignees = {0, 0, 0, 1, 1, 1, 2, 3};
  Stream degree_stream(seed, 116);
  Degrees degrees = draw_degrees(sizes.issues(), 0, 3, [&] {
    return kAssignees[static_cast<std::size_t>(degree_stream.below(8))];
  });
  degrees.repair(sizes.scaled(250'000));
  return draw_among(degrees, sizes.persons(), Stream(seed, 117));
}

}  // namespace gb
