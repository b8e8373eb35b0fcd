#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "core/base/random.h"
#include "workloads/dataset/recipe.h"

namespace gb::bench {

// The generators of bare graphs as datasets §9 tells them, one draw after the other and nothing
// clever: what the fast ones are compared with. row(source, target, weight) gets every edge in
// order; the weight is -1 where there is none.

using LiteralEdge = std::tuple<std::int64_t, std::int64_t, std::int64_t>;

template <class Row>
void literal(const GridParams& grid, SplitMix64& /*random*/, const Row& row) {
  for (std::int64_t r = 0; r < grid.rows; ++r) {
    for (std::int64_t c = 0; c < grid.cols; ++c) {
      const std::int64_t id = r * grid.cols + c;
      if (c + 1 < grid.cols) row(id, id + 1, -1);
      if (r + 1 < grid.rows) row(id, id + grid.cols, -1);
      if (grid.diagonal && r + 1 < grid.rows && c + 1 < grid.cols) row(id, id + grid.cols + 1, -1);
      if (grid.diagonal && r + 1 < grid.rows && c >= 1) row(id, id + grid.cols - 1, -1);
    }
  }
}

template <class Row>
void literal(const ErParams& er, SplitMix64& random, const Row& row) {
  const double log_absent = std::log(1 - er.p);
  std::int64_t index = -1;
  for (;;) {
    const double r = random.unit();
    index += static_cast<std::int64_t>(std::floor(std::log(1 - r) / log_absent)) + 1;
    if (index >= er.n * er.n) return;
    if (index / er.n != index % er.n) row(index / er.n, index % er.n, -1);
  }
}

inline std::set<std::int64_t> literal_distinct(SplitMix64& random, std::int64_t n, std::int64_t k,
                                               std::int64_t excluded) {
  std::set<std::int64_t> targets;
  while (static_cast<std::int64_t>(targets.size()) < k) {
    const auto target = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(n)));
    if (target != excluded) targets.insert(target);
  }
  return targets;
}

template <class Row>
void literal(const UniformParams& uniform, SplitMix64& random, const Row& row) {
  for (std::int64_t u = 0; u < uniform.n; ++u) {
    for (const auto v : literal_distinct(random, uniform.n, uniform.degree, u)) row(u, v, -1);
  }
}

template <class Row>
void literal(const PowerlawParams& powerlaw, SplitMix64& random, const Row& row) {
  std::vector<double> table;
  double sum = 0;
  for (std::int64_t d = powerlaw.min_degree; d <= powerlaw.max_degree; ++d) {
    table.push_back(sum += std::pow(static_cast<double>(d), -powerlaw.gamma));
  }
  for (double& c : table) c /= sum;
  for (std::int64_t u = 0; u < powerlaw.n; ++u) {
    const double r = random.unit();
    std::int64_t degree = powerlaw.min_degree;
    while (degree < powerlaw.max_degree &&
           !(r < table[static_cast<std::size_t>(degree - powerlaw.min_degree)])) {
      ++degree;
    }
    for (const auto v : literal_distinct(random, powerlaw.n, degree, u)) row(u, v, -1);
  }
}

template <class Row>
void literal_sorted(std::vector<LiteralEdge>& edges, const Row& row) {
  std::sort(edges.begin(), edges.end());
  for (const auto& [source, target, weight] : edges) row(source, target, weight);
}

template <class Row>
void literal(const RmatParams& rmat, SplitMix64& random, const Row& row) {
  auto [a, b, c, d] = rmat.initiator;
  if (a == 0 && b == 0 && c == 0 && d == 0) {
    a = 0.57;
    b = 0.19;
    c = 0.19;
  }
  std::vector<LiteralEdge> edges;
  for (std::int64_t e = 0; e < rmat.edge_factor << rmat.scale; ++e) {
    std::int64_t source = 0;
    std::int64_t target = 0;
    for (std::int64_t bit = rmat.scale - 1; bit >= 0; --bit) {
      const double r = random.unit();
      if (r < a) continue;
      if (r < a + b) {
        target |= std::int64_t{1} << bit;
      } else if (r < a + b + c) {
        source |= std::int64_t{1} << bit;
      } else {
        source |= std::int64_t{1} << bit;
        target |= std::int64_t{1} << bit;
      }
    }
    edges.emplace_back(source, target, -1);
  }
  if (rmat.weighted) {
    for (auto& edge : edges) std::get<2>(edge) = 1 + static_cast<std::int64_t>(random.below(255));
  }
  literal_sorted(edges, row);
}

template <class Row>
void literal(const UrandParams& urand, SplitMix64& random, const Row& row) {
  const std::uint64_t nodes = std::uint64_t{1} << urand.scale;
  std::vector<LiteralEdge> edges;
  for (std::int64_t e = 0; e < (urand.edge_factor == 0 ? 16 : urand.edge_factor) << urand.scale;
       ++e) {
    const auto source = static_cast<std::int64_t>(random.below(nodes));
    const auto target = static_cast<std::int64_t>(random.below(nodes));
    edges.emplace_back(source, target, 1 + static_cast<std::int64_t>(random.below(255)));
  }
  literal_sorted(edges, row);
}

}  // namespace gb::bench
