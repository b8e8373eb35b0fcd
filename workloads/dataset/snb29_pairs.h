#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "workloads/dataset/file_list_writer.h"

namespace gb::snb29 {

struct Pair {
  std::uint32_t source;
  std::uint32_t target;
  bool operator<(const Pair& other) const {
    return source != other.source ? source < other.source : target < other.target;
  }
};

/// What makes a pair one that is there already.
enum class Repeats {
  SamePair,      // the pair itself
  EitherWay,     // also its reverse; and nobody with himself
  OnePerSource,  // any pair of its source
};

/// Pairs from draw() until `total` were accepted, sorted by source, then target.
template <class Draw>
std::vector<Pair> draw_pairs(std::int64_t total, Repeats repeats, StopCheck check, Draw draw) {
  std::vector<Pair> pairs;
  pairs.reserve(static_cast<std::size_t>(total));
  std::unordered_set<std::uint64_t> taken(static_cast<std::size_t>(total));
  while (std::ssize(pairs) < total) {
    check();
    const Pair pair = draw();
    std::uint64_t low = pair.source;
    std::uint64_t high = pair.target;
    if (repeats == Repeats::EitherWay) {
      if (low == high) continue;
      if (low > high) std::swap(low, high);
    }
    if (repeats == Repeats::OnePerSource) high = 0;
    if (taken.insert(low << 32U | high).second) pairs.push_back(pair);
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

/// "src,dst" and one property, drawn in the sorted order by property(pair).
template <class Property>
Result<void> write_pairs(std::string_view path, std::string_view property_name,
                         const std::vector<Pair>& pairs, FileListWriter& out, Property property) {
  return out.write(path, fmt::format("src,dst,{}", property_name), [&](CsvWriter& csv) {
    for (const Pair& pair : pairs) {
      csv.integer(pair.source).integer(pair.target).integer(property(pair));
      if (!csv.end_row()) return;
    }
  });
}

/// "src,dst" without a property.
inline Result<void> write_pairs(std::string_view path, const std::vector<Pair>& pairs,
                                FileListWriter& out) {
  return out.write(path, "src,dst", [&](CsvWriter& csv) {
    for (const Pair& pair : pairs) {
      if (!csv.integer(pair.source).integer(pair.target).end_row()) return;
    }
  });
}

}  // namespace gb::snb29
