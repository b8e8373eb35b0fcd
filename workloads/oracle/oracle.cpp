#include "workloads/oracle/oracle.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "workloads/oracle/micro.h"

namespace gb {
namespace {

using Row = std::vector<Value>;
using Rows = std::vector<Row>;

/// What one oracle is given: the graph and the parameters by name.
class Asked {
 public:
  Asked(const GraphModel& graph, const Query& query, const Params& params)
      : graph(graph), query_(query), params_(params) {}

  /// Bindings are checked before any oracle runs, so a name an oracle asks for is there.
  std::int64_t operator[](std::string_view name) const {
    const auto found = std::find(query_.parameters.begin(), query_.parameters.end(), name);
    return std::get<std::int64_t>(
        params_[static_cast<std::size_t>(found - query_.parameters.begin())].is);
  }

  const GraphModel& graph;

 private:
  const Query& query_;
  const Params& params_;
};

/// An oracle: the parameters it needs, and the rows it answers with.
struct Rule {
  std::vector<std::string_view> parameters;
  std::size_t columns;
  Result<Rows> (*answer)(const Asked&);
};

Rows one(Value value) { return Rows{Row{std::move(value)}}; }

Rows distance(const Asked& asked, Direction direction) {
  const auto hops = hop_distance(asked.graph, asked["src"], asked["dst"], direction);
  return hops ? one(*hops) : Rows{};
}

Result<Rows> point(const Asked& asked) {
  return asked.graph.find(asked["id"]) ? one(asked["id"]) : Rows{};
}

Result<Rows> point_miss(const Asked& asked) {
  if (asked.graph.find(asked["id"])) {
    return fail(ErrorCode::Internal, "the id {} was drawn as absent, but a node has it",
                asked["id"]);
  }
  return Rows{};
}

const std::map<std::string_view, Rule>& rules() {
  static const std::map<std::string_view, Rule> kRules = {
      {"micro-point", {{"id"}, 1, point}},
      {"micro-point-miss", {{"id"}, 1, point_miss}},
      {"micro-edge",
       {{"src", "dst"},
        1,
        [](const Asked& q) -> Result<Rows> { return one(has_edge(q.graph, q["src"], q["dst"])); }}},
      {"micro-khop1",
       {{"seed"},
        1,
        [](const Asked& q) -> Result<Rows> { return one(out_degree(q.graph, q["seed"])); }}},
      {"micro-khop2",
       {{"seed"},
        1,
        [](const Asked& q) -> Result<Rows> { return one(walk_ends(q.graph, q["seed"], 2)); }}},
      {"micro-khop3",
       {{"seed"},
        1,
        [](const Asked& q) -> Result<Rows> { return one(walk_ends(q.graph, q["seed"], 3)); }}},
      {"micro-varlen",
       {{"seed"},
        1,
        [](const Asked& q) -> Result<Rows> {
          return one(walk_ends_within(q.graph, q["seed"], 3));
        }}},
      {"micro-sp",
       {{"src", "dst"},
        1,
        [](const Asked& q) -> Result<Rows> { return distance(q, Direction::Out); }}},
      {"micro-sp-bidir",
       {{"src", "dst"},
        1,
        [](const Asked& q) -> Result<Rows> { return distance(q, Direction::Either); }}},
      {"micro-scan-count",
       {{},
        1,
        [](const Asked& q) -> Result<Rows> {
          return one(static_cast<std::int64_t>(q.graph.node_count()));
        }}},
      {"micro-scan-stats",
       {{},
        2,
        [](const Asked& q) -> Result<Rows> {
          return Rows{{static_cast<std::int64_t>(q.graph.node_count()), mean_id(q.graph)}};
        }}},
      {"micro-triangle",
       {{},
        1,
        [](const Asked& q) -> Result<Rows> { return one(directed_triangle_matches(q.graph)); }}},
      {"micro-triangle-undirected",
       {{}, 1, [](const Asked& q) -> Result<Rows> { return one(undirected_triangles(q.graph)); }}},
  };
  return kRules;
}

/// Everything an oracle takes for granted.
Result<void> check_question(const Query& query, const Rule& rule, const Params& params) {
  for (const std::string_view name : rule.parameters) {
    if (std::find(query.parameters.begin(), query.parameters.end(), name) ==
        query.parameters.end()) {
      return fail(ErrorCode::Internal,
                  "oracle {} needs the parameter \"{}\", which {} does not have", query.oracle,
                  name, query.id);
    }
  }
  if (query.columns.size() != rule.columns) {
    return fail(ErrorCode::Internal, "oracle {} answers with {} columns, {} declares {}",
                query.oracle, rule.columns, query.id, query.columns.size());
  }
  if (params.size() != query.parameters.size()) {
    return fail(ErrorCode::Internal, "{} has {} parameters, {} are bound", query.id,
                query.parameters.size(), params.size());
  }
  for (std::size_t i = 0; i < params.size(); ++i) {
    if (std::holds_alternative<std::int64_t>(params[i].is)) continue;
    return fail(ErrorCode::Internal, "{}: ${} is {}, which is no integer", query.id,
                query.parameters[i], to_text(params[i]));
  }
  return {};
}

}  // namespace

bool Oracle::knows(std::string_view oracle) { return rules().contains(oracle); }

Result<Answer> Oracle::answer(const Query& query, const Params& params) const {
  const auto rule = rules().find(query.oracle);
  if (rule == rules().end()) {
    return fail(ErrorCode::Internal, "no oracle is called {}", query.oracle);
  }
  const Result<void> checked = check_question(query, rule->second, params);
  if (!checked) return tl::unexpected(checked.error());
  Result<Rows> rows = rule->second.answer(Asked(graph_, query, params));
  if (!rows) return tl::unexpected(rows.error());
  return Answer{query.columns, std::move(*rows)};
}

}  // namespace gb
