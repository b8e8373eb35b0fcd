#include "workloads/dataset/generator_urand.h"

#include <string>

#include "workloads/dataset/bare_graph.h"
#include "workloads/dataset/edge_list.h"

namespace gb {
namespace {

constexpr std::int64_t kMaxEdges = std::int64_t{1} << 56U;

std::int64_t node_count(const UrandParams& params) {
  return std::int64_t{1} << static_cast<unsigned>(params.scale);
}

std::int64_t edge_factor(const UrandParams& params) {
  return params.edge_factor == 0 ? 16 : params.edge_factor;
}

template <class Key>
Result<void> generate_packed(const UrandParams& params, SplitMix64& random, DatasetWriter& out) {
  const EdgePacking<Key> packing{static_cast<unsigned>(params.scale), 8};
  const auto nodes = static_cast<std::uint64_t>(node_count(params));
  std::vector<Key> keys(static_cast<std::size_t>(edge_factor(params) * node_count(params)));
  for (Key& key : keys) {
    const std::uint64_t source = random.below(nodes);
    const std::uint64_t target = random.below(nodes);
    key = packing.pack(source, target, 1 + random.below(255));
  }
  sort_keys(keys, packing.bits());
  return write_edges(out, keys, packing);
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
  const auto bits = static_cast<unsigned>(2 * params.scale + 8);
  const std::int64_t edges = edge_factor(params) * node_count(params);
  if (auto memory = check_edge_memory(edges, bits); !memory) return memory;
  if (auto nodes = write_bare_nodes(out, node_count(params)); !nodes) return nodes;
  return bits <= 64 ? generate_packed<std::uint64_t>(params, random, out)
                    : generate_packed<WideKey>(params, random, out);
}

}  // namespace gb
