#include "workloads/dataset/generator_urand.h"

#include <string>

#include "workloads/dataset/bare_graph.h"
#include "workloads/dataset/sorted_edges.h"
#include "workloads/dataset/weight_draws.h"

namespace gb {
namespace {

constexpr std::int64_t kMaxEdges = std::int64_t{1} << 56U;

std::int64_t node_count(const UrandParams& params) {
  return std::int64_t{1} << static_cast<unsigned>(params.scale);
}

std::int64_t edge_factor(const UrandParams& params) {
  return params.edge_factor == 0 ? 16 : params.edge_factor;
}

}  // namespace

Result<void> check(const UrandParams& params) {
  if (params.scale < 1 || params.scale > 30) {
    return fail(ErrorCode::InvalidArgument, "urand: scale must be from 1 to 30, and is {}",
                params.scale);
  }
  if (params.edge_factor < 0 || params.edge_factor > kMaxEdges >> params.scale) {
    return fail(ErrorCode::InvalidArgument,
                "urand: edge-factor must be from 1 to {}, or 0 for 16, and is {}",
                kMaxEdges >> params.scale, params.edge_factor);
  }
  return {};
}

Dataset describe(const UrandParams& params) {
  Dataset dataset =
      describe_bare_graph("urand", fmt::format("s{}-e{}", params.scale, edge_factor(params)));
  dataset.params = {{"scale", std::to_string(params.scale)},
                    {"edgeFactor", std::to_string(edge_factor(params))},
                    {"duplicates", "kept"}};
  dataset.rels[0].properties = {{"w", PropertyType::Int64}};
  dataset.node_count = node_count(params);
  dataset.edge_count = edge_factor(params) * node_count(params);
  return dataset;
}

Result<void> generate(const UrandParams& params, SplitMix64& random, DatasetWriter& out) {
  if (auto nodes = write_bare_nodes(out, node_count(params)); !nodes) return nodes;
  const auto scale = static_cast<unsigned>(params.scale);
  const std::uint64_t mask = static_cast<std::uint64_t>(node_count(params)) - 1;
  const std::uint64_t state = random.state();
  const WeightDraws draws(state);
  // Three draws an edge, but the one weight that may have to be drawn again moves all draws after
  // it.
  const std::uint64_t redrawn = draws.zero() % 3 == 2 ? draws.zero() / 3 : UINT64_MAX;
  const auto draw = [&](std::uint64_t first, std::size_t count, std::uint64_t* ids,
                        std::uint8_t* weights) {
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t edge = first + i;
      const std::uint64_t at = 3 * edge + (edge > redrawn ? 1 : 0);
      SplitMix64 ends(Seed{state + at * kStep});
      const std::uint64_t source = ends.next() & mask;
      ids[i] = source << scale | (ends.next() & mask);
      weights[i] = draws.at(at + 2 + (edge == redrawn ? 1 : 0));
    }
  };
  const auto edges = static_cast<std::uint64_t>(edge_factor(params) * node_count(params));
  return write_sorted_edges(out, {scale, true, edges, draw});
}

}  // namespace gb
