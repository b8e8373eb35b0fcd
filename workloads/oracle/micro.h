#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "workloads/oracle/graph_model.h"

namespace gb {

/// The answers behind the micro queries (workloads §10), by the plainest means there are.

bool has_edge(const GraphModel& graph, std::int64_t src, std::int64_t dst);

/// Edges leaving the node of that id, parallel ones each; 0 when there is no such node.
std::int64_t out_degree(const GraphModel& graph, std::int64_t seed);

/// How many distinct nodes a walk of exactly `length` edges from the seed ends at. Edges may
/// repeat.
std::int64_t walk_ends(const GraphModel& graph, std::int64_t seed, int length);

/// As walk_ends, for walks of 1 up to `longest` edges together.
std::int64_t walk_ends_within(const GraphModel& graph, std::int64_t seed, int longest);

enum class Direction { Out, Either };

/// Edges on a shortest path; nothing when there is no path or no such node. 0 from a node to
/// itself.
std::optional<std::int64_t> hop_distance(const GraphModel& graph, std::int64_t src,
                                         std::int64_t dst, Direction direction);

/// Mean of all ids; 0 without nodes.
double mean_id(const GraphModel& graph);

/// Ordered matches of a->b->c->a with three distinct edges: three for every directed triangle, and
/// parallel edges multiply.
std::int64_t directed_triangle_matches(const GraphModel& graph);

/// Unordered triples of distinct nodes, pairwise joined by an edge of either direction.
std::int64_t undirected_triangles(const GraphModel& graph);

}  // namespace gb
