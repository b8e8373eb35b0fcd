#include "workloads/dataset/generator_rmat.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "core/data/number_format.h"
#include "workloads/dataset/bare_graph.h"
#include "workloads/dataset/edge_list.h"

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

/// A unit number is k * 2^-53 for an integer k, so `unit < limit` is `k < ceil(limit * 2^53)`;
/// scaling by a power of two is exact.
std::uint64_t scaled(double limit) {
  return static_cast<std::uint64_t>(std::ceil(limit * 0x1.0p53));
}

/// scale draws an edge: each picks the quadrant of one bit of source and target, highest bit first.
template <class Key>
std::vector<Key> draw_edges(const RmatParams& params, const EdgePacking<Key>& packing,
                            SplitMix64& random) {
  const Initiator initiator = initiator_of(params);
  const double t1 = initiator[0];
  const double t2 = t1 + initiator[1];
  const double t3 = t2 + initiator[2];
  const std::uint64_t target_from = scaled(t1);
  const std::uint64_t source_from = scaled(t2);
  const std::uint64_t both_from = scaled(t3);
  std::vector<Key> keys(static_cast<std::size_t>(edge_count(params)));
  for (Key& key : keys) {
    std::uint64_t source = 0;
    std::uint64_t target = 0;
    for (std::int64_t bit = 0; bit < params.scale; ++bit) {
      const std::uint64_t r = random.next() >> 11U;
      // Arithmetic, for a branch would be mispredicted half the time. The quadrants in order: none,
      // the target's bit, the source's bit, both.
      const std::uint64_t in_source = r >= source_from ? 1 : 0;
      target =
          target << 1U | (((r >= target_from ? 1U : 0U) ^ in_source) | (r >= both_from ? 1U : 0U));
      source = source << 1U | in_source;
    }
    key = packing.pack(source, target, 0);
  }
  if (params.weighted) {
    for (Key& key : keys) key |= 1 + random.below(255);
  }
  return keys;
}

template <class Key>
Result<void> generate_packed(const RmatParams& params, SplitMix64& random, DatasetWriter& out) {
  const EdgePacking<Key> packing{static_cast<unsigned>(params.scale), params.weighted ? 8U : 0U};
  std::vector<Key> keys = draw_edges(params, packing, random);
  sort_keys(keys, packing.bits());
  return write_edges(out, keys, packing);
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
  const auto bits = static_cast<unsigned>(2 * params.scale + (params.weighted ? 8 : 0));
  if (auto memory = check_edge_memory(edge_count(params), bits); !memory) return memory;
  if (auto nodes = write_bare_nodes(out, node_count(params)); !nodes) return nodes;
  return bits <= 64 ? generate_packed<std::uint64_t>(params, random, out)
                    : generate_packed<WideKey>(params, random, out);
}

}  // namespace gb
