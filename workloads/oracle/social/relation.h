#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gb {

/// The edges of one type, by index and from both ends. Parallel edges are kept, each with its date.
class Relation {
 public:
  using Index = std::uint32_t;
  struct Edge {
    Index src = 0;
    Index dst = 0;
    std::int64_t date = 0;
  };
  /// The other end of an edge.
  struct End {
    Index node = 0;
    std::int64_t date = 0;
    auto operator<=>(const End&) const = default;
  };

  Relation() = default;
  /// Every src below sources, every dst below targets.
  Relation(std::size_t sources, std::size_t targets, std::span<const Edge> edges);

  std::span<const End> out(Index src) const { return out_.of(src); }  // by (node, date)
  std::span<const End> in(Index dst) const { return in_.of(dst); }
  std::size_t size() const { return out_.ends.size(); }

 private:
  struct Side {
    std::vector<std::size_t> first;  // of each node's ends, and one past the last
    std::vector<End> ends;

    std::span<const End> of(Index node) const {
      return std::span(ends).subspan(first[node], first[node + 1] - first[node]);
    }
  };
  static Side side(std::size_t nodes, std::span<const Edge> edges, Index Edge::*from,
                   Index Edge::*to);

  Side out_;
  Side in_;
};

}  // namespace gb
