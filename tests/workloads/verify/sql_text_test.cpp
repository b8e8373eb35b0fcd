// The catalogue's sql texts on the system's SQLite, every draw of every pool against the oracle.
#include <SQLiteCpp/SQLiteCpp.h>
#include <doctest/doctest.h>
#include <sqlite3.h>

#include <limits>

#include "tests/workloads/oracle/graphs.h"
#include "tests/workloads/oracle/queries.h"
#include "workloads/verify/verify.h"

using namespace gb;

namespace {

/// The tables the sqlite adapter makes: one per label, one per type, clustered by (src, dst).
class Tables {
 public:
  explicit Tables(const PlainGraph& graph) : database_(":memory:", SQLite::OPEN_READWRITE) {
    database_.exec("CREATE TABLE Node (id INTEGER PRIMARY KEY)");
    database_.exec(
        "CREATE TABLE EDGE (src INTEGER NOT NULL, dst INTEGER NOT NULL, ordinal INTEGER NOT NULL, "
        "PRIMARY KEY (src, dst, ordinal)) WITHOUT ROWID");
    SQLite::Statement node(database_, "INSERT INTO Node VALUES (?)");
    for (const std::int64_t id : graph.ids) {
      node.bind(1, id);
      node.exec();
      node.reset();
    }
    SQLite::Statement edge(database_, "INSERT INTO EDGE VALUES (?, ?, ?)");
    std::int64_t ordinal = 0;
    for (const GraphModel::Edge& each : graph.edges) {
      edge.bind(1, each.src);
      edge.bind(2, each.dst);
      edge.bind(3, ++ordinal);  // keeps parallel edges apart
      edge.exec();
      edge.reset();
    }
    database_.exec("CREATE INDEX edge_in ON EDGE (dst, src)");
    database_.exec("ANALYZE");
  }

  Result<Answer> ask(const Question& question, const Params& params) const try {
    SQLite::Statement statement(database_, question.operation.front().text);
    for (std::size_t i = 0; i < params.size(); ++i) {
      statement.bind("$" + question.operation.front().parameters[i],
                     std::get<std::int64_t>(params[i].is));
    }
    Answer answer;
    std::vector<bool> is_bool;
    for (int column = 0; column < statement.getColumnCount(); ++column) {
      const std::string name = statement.getColumnName(column);
      const auto suffix = name.find("::");
      answer.columns.push_back(name.substr(0, suffix));
      is_bool.push_back(suffix != std::string::npos && name.substr(suffix) == "::bool");
    }
    while (statement.executeStep()) {
      std::vector<Value>& row = answer.rows.emplace_back();
      for (int i = 0; i < statement.getColumnCount(); ++i) {
        row.push_back(decode(statement.getColumn(i), is_bool[static_cast<std::size_t>(i)]));
      }
    }
    return answer;
  } catch (const SQLite::Exception& error) {
    return fail(ErrorCode::Internal, "{}", error.what());
  }

  /// How SQLite means to answer, one step a line.
  std::string plan(const std::string& text) const {
    SQLite::Statement statement(database_, "EXPLAIN QUERY PLAN " + text);
    std::string steps;
    while (statement.executeStep()) steps += statement.getColumn(3).getString() + "\n";
    return steps;
  }

 private:
  static Value decode(const SQLite::Column& column, bool is_bool) {
    if (column.isInteger()) {
      return is_bool ? Value(column.getInt64() != 0) : Value(std::int64_t{column.getInt64()});
    }
    if (column.isFloat()) return column.getDouble();
    if (column.isText()) return column.getString();
    return {};
  }

  mutable SQLite::Database database_;
};

void check_every_draw(const Workload& workload, const PlainGraph& plain, std::uint64_t seed) {
  const Models models(plain.model());
  const BoundParameters bound = *bind_parameters(workload, models, Seed{seed});
  const Tables tables(plain);
  const VerifiedPlan plan = verify(
      resolve_questions(workload, bound, {.dialects = {"sql"}, .shortest_paths = true}),
      Oracle(models), std::numeric_limits<std::uint32_t>::max(),
      [&](const Question& q, QuestionPart, const Params& p) { return tables.ask(q, p); }, {});
  for (const QueryVerdict& verdict : plan.verdicts()) {
    CAPTURE(verdict.query_id);
    CAPTURE(verdict.reason);
    const bool unbound = verdict.reason == "no-param-pool";
    CHECK((verdict.verdict == Verdict::Pass || unbound));
  }
}

}  // namespace

TEST_CASE("every sql text answers right on a skewed graph, for every draw of its pool") {
  check_every_draw(built_in("micro-read"), skewed_graph(400, Seed{11}), 1);
  check_every_draw(built_in("micro-powerlaw"), skewed_graph(400, Seed{11}), 1);
}

TEST_CASE("every sql text answers right on the grid, for every draw of its pool") {
  check_every_draw(built_in("micro-read"), grid(30, 30), 1);
}

TEST_CASE("every sql text answers right on 200 tiny graphs with loops and parallel edges") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    CAPTURE(seed);
    check_every_draw(built_in("micro-read"), tiny_graph(Seed{seed}), seed);
    check_every_draw(built_in("micro-powerlaw"), tiny_graph(Seed{seed}), seed);
  }
}

TEST_CASE("no sql text but the scans reads a whole table") {
  const Tables tables(skewed_graph(400, Seed{11}));
  for (const Query& query : micro_read().queries) {
    if (query.query_class == QueryClass::Aggregation) continue;
    CAPTURE(query.id);
    const std::string plan = tables.plan(query.texts.at("sql").front());
    CAPTURE(plan);
    for (const char* table :
         {"SCAN Node", "SCAN EDGE", "SCAN e1", "SCAN e2", "SCAN e3", "SCAN e\n"}) {
      CHECK(plan.find(table) == std::string::npos);
    }
    CHECK(plan.find("AUTOMATIC") == std::string::npos);
  }
}
