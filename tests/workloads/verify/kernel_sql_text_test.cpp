// The kernels' emulated sql texts on the system's SQLite, every draw of every pool against the
// oracle, on graphs with loops, parallel edges and nodes by themselves.
#include <SQLiteCpp/SQLiteCpp.h>
#include <doctest/doctest.h>
#include <sqlite3.h>

#include <limits>

#include "tests/workloads/oracle/kernels/kernel_graphs.h"
#include "tests/workloads/oracle/queries.h"
#include "workloads/verify/verify.h"

using namespace gb;

namespace {

class WeighedTables {
 public:
  explicit WeighedTables(const WeighedGraph& graph)
      : database_(":memory:", SQLite::OPEN_READWRITE) {
    database_.exec("CREATE TABLE Node (id INTEGER PRIMARY KEY)");
    database_.exec(
        "CREATE TABLE EDGE (src INTEGER NOT NULL, dst INTEGER NOT NULL, ordinal INTEGER NOT NULL, "
        "w INTEGER, PRIMARY KEY (src, dst, ordinal)) WITHOUT ROWID");
    database_.exec("CREATE INDEX edge_in ON EDGE (dst, src)");
    for (const std::int64_t id : graph.ids) insert("INSERT INTO Node VALUES (?)", {id});
    std::int64_t ordinal = 0;
    for (const EdgeWeights::Edge& edge : graph.edges) {
      insert("INSERT INTO EDGE VALUES (?, ?, ?, ?)", {edge.src, edge.dst, ++ordinal, edge.weight});
    }
  }

  Result<Answer> ask(const Question& question, const Params& params) const try {
    SQLite::Statement statement(database_, question.operation.front().text);
    for (std::size_t i = 0; i < params.size(); ++i) {
      statement.bind("$" + question.operation.front().parameters[i],
                     std::get<std::int64_t>(params[i].is));
    }
    Answer answer;
    for (int column = 0; column < statement.getColumnCount(); ++column) {
      answer.columns.emplace_back(statement.getColumnName(column));
    }
    while (statement.executeStep()) {
      std::vector<Value>& row = answer.rows.emplace_back();
      for (int i = 0; i < statement.getColumnCount(); ++i) {
        const SQLite::Column cell = statement.getColumn(i);
        row.push_back(cell.isInteger() ? Value(std::int64_t{cell.getInt64()})
                                       : Value(cell.getDouble()));
      }
    }
    return answer;
  } catch (const SQLite::Exception& error) {
    return fail(ErrorCode::Internal, "{}", error.what());
  }

 private:
  void insert(const char* text, const std::vector<std::int64_t>& values) {
    SQLite::Statement statement(database_, text);
    for (std::size_t i = 0; i < values.size(); ++i) {
      statement.bind(static_cast<int>(i) + 1, values[i]);
    }
    statement.exec();
  }

  mutable SQLite::Database database_;
};

void check_every_draw(const WeighedGraph& plain, std::uint64_t seed) {
  const Models models = plain.models();
  const WeighedTables tables(plain);
  for (const char* name : {"galytics", "galytics-w", "gap", "g500"}) {
    const Workload& workload = built_in(name);
    const BoundParameters bound = *bind_parameters(workload, models, Seed{seed});
    const VerifiedPlan plan = verify(
        resolve_questions(workload, bound, {.dialects = {"sql"}}), Oracle(models),
        std::numeric_limits<std::uint32_t>::max(),
        [&](const Question& q, QuestionPart, const Params& p) { return tables.ask(q, p); }, {});
    for (const QueryVerdict& verdict : plan.verdicts()) {
      CAPTURE(verdict.query_id);
      CAPTURE(verdict.reason);
      const bool may_skip =
          verdict.reason == "no-param-pool" || verdict.reason == "missing-algorithm:bc";
      CHECK((verdict.verdict == Verdict::Pass || may_skip));
    }
  }
}

}  // namespace

TEST_CASE("every emulated kernel answers right on the worked example and on 60 tiny graphs") {
  check_every_draw(k7(), 1);
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    CAPTURE(seed);
    check_every_draw(tiny_weighed_graph(Seed{seed}), seed);
  }
}

TEST_CASE("kernels in sql are marked as emulated, and betweenness is skipped with the reason") {
  const Models models = k7().models();
  for (const char* name : {"galytics", "galytics-w", "gap", "g500"}) {
    const Workload& workload = built_in(name);
    CHECK(workload.protocol == Protocol::Analytics);
    const BoundParameters bound = *bind_parameters(workload, models, Seed{1});
    for (const Question& q : resolve_questions(workload, bound, {.dialects = {"sql"}})) {
      CAPTURE(q.query->id);
      CHECK(q.emulated == (q.query->kernel != "bc"));
      CHECK(q.skip_reason == (q.query->kernel == "bc" ? "missing-algorithm:bc" : ""));
    }
  }
}
