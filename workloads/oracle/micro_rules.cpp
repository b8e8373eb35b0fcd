#include "workloads/oracle/micro_rules.h"

#include "workloads/oracle/micro.h"

namespace gb {
namespace {

/// Every micro query asks the merged graph; what cannot be read is the oracle's error.
template <class F>
Result<OracleRows> on_graph(const Asked& asked, F answer) {
  const Result<const GraphModel*> graph = asked.models.graph();
  if (!graph) return tl::unexpected(graph.error());
  return answer(**graph);
}

OracleRows distance(const GraphModel& graph, const Asked& q, Direction direction) {
  const auto hops = hop_distance(graph, q.integer("src"), q.integer("dst"), direction);
  return hops ? one_cell(*hops) : OracleRows{};
}

Result<OracleRows> point(const Asked& q) {
  return on_graph(q, [&](const GraphModel& graph) -> OracleRows {
    return graph.find(q.integer("id")) ? one_cell(q.integer("id")) : OracleRows{};
  });
}

Result<OracleRows> point_miss(const Asked& q) {
  return on_graph(q, [&](const GraphModel& graph) -> Result<OracleRows> {
    if (!graph.find(q.integer("id"))) return OracleRows{};
    return fail(ErrorCode::Internal, "the id {} was drawn as absent, but a node has it",
                q.integer("id"));
  });
}

Result<OracleRows> edge(const Asked& q) {
  return on_graph(q, [&](const GraphModel& graph) {
    return one_cell(has_edge(graph, q.integer("src"), q.integer("dst")));
  });
}

Result<OracleRows> khop1(const Asked& q) {
  return on_graph(
      q, [&](const GraphModel& graph) { return one_cell(out_degree(graph, q.integer("seed"))); });
}

template <int kLength>
Result<OracleRows> khop(const Asked& q) {
  return on_graph(q, [&](const GraphModel& graph) {
    return one_cell(walk_ends(graph, q.integer("seed"), kLength));
  });
}

Result<OracleRows> varlen(const Asked& q) {
  return on_graph(q, [&](const GraphModel& graph) {
    return one_cell(walk_ends_within(graph, q.integer("seed"), 3));
  });
}

template <Direction kDirection>
Result<OracleRows> shortest(const Asked& q) {
  return on_graph(q, [&](const GraphModel& graph) { return distance(graph, q, kDirection); });
}

Result<OracleRows> scan_count(const Asked& q) {
  return on_graph(q, [](const GraphModel& graph) {
    return one_cell(static_cast<std::int64_t>(graph.node_count()));
  });
}

Result<OracleRows> scan_stats(const Asked& q) {
  return on_graph(q, [](const GraphModel& graph) {
    return OracleRows{{static_cast<std::int64_t>(graph.node_count()), mean_id(graph)}};
  });
}

template <std::int64_t (*kCount)(const GraphModel&)>
Result<OracleRows> counted(const Asked& q) {
  return on_graph(q, [](const GraphModel& graph) { return one_cell(kCount(graph)); });
}

}  // namespace

const OracleRules& micro_rules() {
  static const OracleRules kRules = {
      {"micro-point", {{{"id"}}, 1, point}},
      {"micro-point-miss", {{{"id"}}, 1, point_miss}},
      {"micro-edge", {{{"src"}, {"dst"}}, 1, edge}},
      {"micro-khop1", {{{"seed"}}, 1, khop1}},
      {"micro-khop2", {{{"seed"}}, 1, khop<2>}},
      {"micro-khop3", {{{"seed"}}, 1, khop<3>}},
      {"micro-varlen", {{{"seed"}}, 1, varlen}},
      {"micro-sp", {{{"src"}, {"dst"}}, 1, shortest<Direction::Out>}},
      {"micro-sp-bidir", {{{"src"}, {"dst"}}, 1, shortest<Direction::Either>}},
      {"micro-scan-count", {{}, 1, scan_count}},
      {"micro-scan-stats", {{}, 2, scan_stats}},
      {"micro-triangle", {{}, 1, counted<directed_triangle_matches>}},
      {"micro-triangle-undirected", {{}, 1, counted<undirected_triangles>}},
  };
  return kRules;
}

}  // namespace gb
