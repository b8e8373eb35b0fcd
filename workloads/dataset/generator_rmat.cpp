#include "workloads/dataset/generator_rmat.h"

#include <array>
#include <cmath>
#include <string>

#include "core/data/number_format.h"
#include "workloads/dataset/bare_graph.h"
#include "workloads/dataset/rmat_kernel.h"
#include "workloads/dataset/sorted_edges.h"
#include "workloads/dataset/weight_draws.h"

namespace gb {
namespace {

using Initiator = std::array<double, 4>;
constexpr std::int64_t kMaxEdges = std::int64_t{1} << 56U;

Initiator initiator_of(const RmatParams& params) {
  constexpr Initiator kNone = {0, 0, 0, 0};
  return params.initiator == kNone ? Initiator{0.57, 0.19, 0.19, 0.05} : params.initiator;
}

std::int64_t node_count(const RmatParams& params) {
  return std::int64_t{1} << static_cast<unsigned>(params.scale);
}

std::int64_t edge_count(const RmatParams& params) {
  return params.edge_factor * node_count(params);
}

std::string text_of(const Initiator& initiator) {
  std::string text = "[";
  for (const double entry : initiator) text += (text.size() > 1 ? "," : "") + json_float(entry);
  return text + "]";
}

}  // namespace

Result<void> check(const RmatParams& params) {
  if (params.scale < 1 || params.scale > 30) {
    return fail(ErrorCode::InvalidArgument, "rmat: scale must be from 1 to 30, and is {}",
                params.scale);
  }
  if (params.edge_factor < 1 || params.edge_factor > kMaxEdges >> params.scale) {
    return fail(ErrorCode::InvalidArgument, "rmat: edge-factor must be from 1 to {}, and is {}",
                kMaxEdges >> params.scale, params.edge_factor);
  }
  double sum = 0;
  for (const double entry : initiator_of(params)) {
    if (!(entry >= 0)) {
      return fail(ErrorCode::InvalidArgument,
                  "rmat: initiator must hold no negative entry, and is {}, {}, {}, {}",
                  params.initiator[0], params.initiator[1], params.initiator[2],
                  params.initiator[3]);
    }
    sum += entry;
  }
  if (!(std::abs(sum - 1) <= 1e-9)) {
    return fail(ErrorCode::InvalidArgument,
                "rmat: the initiator's entries must add up to 1, not {}", sum);
  }
  return {};
}

Dataset describe(const RmatParams& params) {
  Dataset dataset = describe_bare_graph(
      "rmat",
      fmt::format("s{}-e{}{}", params.scale, params.edge_factor, params.weighted ? "-w" : ""));
  dataset.params = {{"scale", std::to_string(params.scale)},
                    {"edgeFactor", std::to_string(params.edge_factor)},
                    {"initiator", text_of(initiator_of(params))},
                    {"duplicates", "kept"}};
  if (params.weighted) {
    dataset.params["weighted"] = "true";
    dataset.rels[0].properties = {{"w", PropertyType::Int64}};
  }
  dataset.node_count = node_count(params);
  dataset.edge_count = edge_count(params);
  return dataset;
}

Result<void> generate(const RmatParams& params, SplitMix64& random, DatasetWriter& out) {
  if (auto nodes = write_bare_nodes(out, node_count(params)); !nodes) return nodes;
  const auto scale = static_cast<unsigned>(params.scale);
  const auto edges = static_cast<std::uint64_t>(edge_count(params));
  const RmatKernel kernel(random.state(), scale, initiator_of(params));
  // The weights are drawn after all edges.
  const WeightDraws draws(random.state() + edges * scale * kStep);
  const auto draw = [&](std::uint64_t first, std::size_t count, std::uint64_t* ids,
                        std::uint8_t* weights) {
    kernel.draw(first, count, ids);
    if (!params.weighted) return;
    for (std::uint64_t i = 0; i < count; ++i) {
      weights[i] = draws.at(first + i + (first + i >= draws.zero() ? 1 : 0));
    }
  };
  return write_sorted_edges(out, {scale, params.weighted, edges, draw});
}

}  // namespace gb
