#include "workloads/oracle/kernels/kernel_rules.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "workloads/oracle/kernels/grouping.h"
#include "workloads/oracle/kernels/ranking.h"
#include "workloads/oracle/kernels/simple_graph.h"
#include "workloads/oracle/kernels/team.h"
#include "workloads/oracle/kernels/traversal.h"

namespace gb {
namespace {

using Index = GraphModel::Index;

constexpr int kCdlpRounds = 10;

/// answer(graph, team), or why there is no graph.
template <class Answer>
Result<OracleRows> on_graph(const Asked& asked, const Answer& answer) {
  const Result<const GraphModel*> graph = asked.models.graph();
  if (!graph) return tl::unexpected(graph.error());
  Team team(0);
  return answer(**graph, team);
}

Result<Index> node_of(const GraphModel& graph, std::int64_t id) {
  if (const auto node = graph.find(id)) return *node;
  return fail(ErrorCode::InvalidArgument, "no node has the id {}, so nothing starts there", id);
}

std::vector<Index> by_id(const GraphModel& graph) {
  std::vector<Index> nodes(graph.node_count());
  std::iota(nodes.begin(), nodes.end(), Index{0});
  std::sort(nodes.begin(), nodes.end(),
            [&](Index a, Index b) { return graph.id(a) < graph.id(b); });
  return nodes;
}

template <class T>
OracleRows rows_of(const GraphModel& graph, const std::vector<T>& values) {
  OracleRows rows;
  rows.reserve(values.size());
  for (const Index node : by_id(graph)) rows.push_back({graph.id(node), values[node]});
  return rows;
}

/// As rows_of, without the nodes no path leads to. Cell: what a value becomes.
template <class Cell, class T>
OracleRows reached_rows(const GraphModel& graph, const std::vector<T>& values) {
  OracleRows rows;
  for (const Index node : by_id(graph)) {
    if (values[node] == kUnreached) continue;
    rows.push_back({graph.id(node), static_cast<Cell>(values[node])});
  }
  return rows;
}

Result<OracleRows> bfs(const Asked& q) {
  return on_graph(q, [&](const GraphModel& graph, Team& team) -> Result<OracleRows> {
    const Result<Index> source = node_of(graph, q.integer("source"));
    if (!source) return tl::unexpected(source.error());
    return reached_rows<std::int64_t>(graph, bfs_levels(graph, *source, team));
  });
}

Result<OracleRows> sssp(const Asked& q) {
  return on_graph(q, [&](const GraphModel& graph, Team& team) -> Result<OracleRows> {
    const Result<Index> source = node_of(graph, q.integer("source"));
    if (!source) return tl::unexpected(source.error());
    const Result<const EdgeWeights*> weights = q.models.weights();
    if (!weights) return tl::unexpected(weights.error());
    return reached_rows<double>(graph, shortest_distances(graph, **weights, *source, team));
  });
}

Result<OracleRows> scores(const Asked& q) {
  return on_graph(
      q, [](const GraphModel& graph, Team& team) { return rows_of(graph, pagerank(graph, team)); });
}

Result<OracleRows> wcc(const Asked& q) {
  return on_graph(q, [](const GraphModel& graph, Team& team) {
    return rows_of(graph, components(graph, team));
  });
}

Result<OracleRows> cdlp(const Asked& q) {
  return on_graph(q, [](const GraphModel& graph, Team& team) {
    return rows_of(graph, communities(graph, kCdlpRounds, team));
  });
}

Result<OracleRows> lcc(const Asked& q) {
  return on_graph(q, [](const GraphModel& graph, Team& team) {
    return rows_of(graph, clustering_coefficients(graph, team));
  });
}

Result<OracleRows> tc(const Asked& q) {
  return on_graph(
      q, [](const GraphModel& graph, Team& team) { return one_cell(triangles(graph, team)); });
}

Result<OracleRows> bc(const Asked& q) {
  return on_graph(q, [&](const GraphModel& graph, Team& team) {
    std::vector<Index> sources;
    for (const std::int64_t id : q.integers("sources")) {
      // One that is not in the graph contributes nothing.
      if (const auto node = graph.find(id)) sources.push_back(*node);
    }
    return rows_of(graph, betweenness(graph, sources, team));
  });
}

}  // namespace

const OracleRules& kernel_rules() {
  static const OracleRules kRules = {
      {"bfs", {{{"source"}}, 2, bfs}},
      {"sssp", {{{"source"}}, 2, sssp}},
      {"pagerank", {{}, 2, scores}},
      {"wcc", {{}, 2, wcc}},
      {"cdlp", {{}, 2, cdlp}},
      {"lcc", {{}, 2, lcc}},
      {"tc", {{}, 1, tc}},
      {"bc", {{{"sources", ParameterKind::Integers}}, 2, bc}},
  };
  return kRules;
}

Result<std::int64_t> edge_work(const Models& models, std::int64_t source) {
  const Result<const GraphModel*> graph = models.graph();
  if (!graph) return tl::unexpected(graph.error());
  const Result<Index> node = node_of(**graph, source);
  if (!node) return tl::unexpected(node.error());
  Team team(0);
  return edges_reached(**graph, *node, team);
}

}  // namespace gb
