// Verification against engines that are wrong in one way each. The "engine" is the oracle with a
// fault put in: what is under test is whether `verify` notices.
#include "workloads/verify/verify.h"

#include <doctest/doctest.h>

#include <limits>
#include <set>

#include "tests/workloads/oracle/graphs.h"
#include "tests/workloads/oracle/queries.h"

using namespace gb;

namespace {

using Ask = std::function<Result<Answer>(const Question&, const Params&)>;

/// micro-read on one graph, ready to be verified.
class Lab {
 public:
  explicit Lab(const PlainGraph& plain, std::uint64_t seed = 1)
      : graph_(plain.model()),
        oracle_(graph_),
        bound_(*bind_parameters(micro_read(), graph_, Seed{seed})) {}

  VerifiedPlan run(const Ask& ask, std::uint32_t draws_per_stratum = 1) const {
    return verify(resolve_questions(micro_read(), bound_, {.dialects = {"sql"}}), oracle_,
                  draws_per_stratum,
                  [&](const Question& question, QuestionPart, const Params& params) {
                    return ask(question, params);
                  },
                  {});
  }
  /// The verdict on one query when the fault is in its answers alone.
  QueryVerdict verdict(const std::string& id, const Ask& faulty,
                       std::uint32_t draws_per_stratum = 1) const {
    const VerifiedPlan plan = run(
        [&](const Question& question, const Params& params) {
          return question.query->id == id ? faulty(question, params) : right(question, params);
        },
        draws_per_stratum);
    QueryVerdict found;
    for (const QueryVerdict& verdict : plan.verdicts()) {
      if (verdict.query_id == id) {
        found = verdict;
      } else {
        // The neighbours keep their verdict.
        CHECK(verdict.verdict == Verdict::Pass);
      }
    }
    return found;
  }
  Result<Answer> right(const Question& question, const Params& params) const {
    return oracle_.answer(*question.query, params);
  }
  const BoundParameters& bound() const { return bound_; }

 private:
  Models graph_;
  Oracle oracle_;
  BoundParameters bound_;
};

Answer single(const Question& question, Value value) {
  return {question.query->columns, {{std::move(value)}}};
}

/// The ends of three hops that never use one edge twice: what a pattern under relationship
/// isomorphism answers.
std::int64_t trail_ends(const PlainGraph& graph, std::int64_t seed) {
  std::set<std::int64_t> ends;
  const auto& e = graph.edges;
  for (std::size_t i = 0; i < e.size(); ++i) {
    for (std::size_t j = 0; j < e.size(); ++j) {
      for (std::size_t k = 0; k < e.size(); ++k) {
        if (i == j || j == k || i == k || e[i].src != seed) continue;
        if (e[i].dst == e[j].src && e[j].dst == e[k].src) ends.insert(e[k].dst);
      }
    }
  }
  return static_cast<std::int64_t>(ends.size());
}

/// A fault must not depend on a lucky draw.
template <class Check>
void on_grids(const Check& check) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    check(Lab(grid(30, 30), seed));
  }
}

}  // namespace

TEST_CASE("an engine that answers right passes every query, in every stratum") {
  const Lab lab(skewed_graph(300, Seed{2}));
  const VerifiedPlan plan =
      lab.run([&](const Question& q, const Params& p) { return lab.right(q, p); }, 2);
  CHECK(plan.complete());
  CHECK(plan.questions().size() == 9);
  REQUIRE(plan.verdicts().size() == 9);
  for (const QueryVerdict& verdict : plan.verdicts()) {
    CHECK(verdict.verdict == Verdict::Pass);
    CHECK(verdict.reason.empty());
    CHECK(verdict.dialect == "sql");
  }
  CHECK(plan.verdicts()[3].samples == 8);
  CHECK(plan.verdicts()[3].strata ==
        std::map<std::string, std::uint32_t>{{"sink", 2}, {"low", 2}, {"middle", 2}, {"hub", 2}});
  CHECK(plan.verdicts()[7].samples == 1);
}

TEST_CASE("asked for as many draws as there are, the whole pool is checked") {
  const Lab lab(grid(30, 30));
  const auto plan = lab.run([&](const Question& q, const Params& p) { return lab.right(q, p); },
                            std::numeric_limits<std::uint32_t>::max());
  CHECK(plan.verdicts()[0].samples == 64);
  const auto least =
      lab.run([&](const Question& q, const Params& p) { return lab.right(q, p); }, 0);
  CHECK(least.verdicts()[0].samples ==
        3);  // never nothing: a PASS means that something was checked
}

TEST_CASE("faults are noticed with one draw per stratum, whatever the seed") {
  SUBCASE("always true") {
    on_grids([](const Lab& lab) {
      const QueryVerdict verdict = lab.verdict(
          "micro-edge", [](const Question& q, const Params&) { return single(q, true); });
      CHECK(verdict.verdict == Verdict::Fail);
      CHECK(verdict.samples == 1);  // the hit; the first miss gives it away
      CHECK(verdict.strata == std::map<std::string, std::uint32_t>{{"hit", 1}});
      CHECK(verdict.reason.starts_with("sample 2 {src: "));
      CHECK(verdict.reason.ends_with("}: row 1, column found: got true, want false"));
    });
  }
  SUBCASE("blind to direction") {
    on_grids([](const Lab& lab) {
      const QueryVerdict verdict =
          lab.verdict("micro-edge", [&](const Question& q, const Params& p) -> Result<Answer> {
            const auto there = lab.right(q, p);
            const auto back = lab.right(q, {p[1], p[0]});
            return single(
                q, std::get<bool>(there->rows[0][0].is) || std::get<bool>(back->rows[0][0].is));
          });
      CHECK(verdict.verdict == Verdict::Fail);
      CHECK(verdict.samples == 1);
    });
  }
  SUBCASE("off by one") {
    on_grids([](const Lab& lab) {
      for (const char* id : {"micro-khop1", "micro-khop2", "micro-khop3", "micro-varlen",
                             "micro-scan-count", "micro-scan-stats", "micro-point"}) {
        const QueryVerdict verdict =
            lab.verdict(id, [&](const Question& q, const Params& p) -> Result<Answer> {
              Answer answer = *lab.right(q, p);
              answer.rows[0][0] = std::get<std::int64_t>(answer.rows[0][0].is) + 1;
              return answer;
            });
        CHECK(verdict.verdict == Verdict::Fail);
        CHECK(verdict.samples == 0);
      }
    });
  }
  SUBCASE("wrong on sinks alone: no row instead of a row with 0") {
    on_grids([](const Lab& lab) {
      for (const char* id : {"micro-khop1", "micro-khop2", "micro-khop3", "micro-varlen"}) {
        const QueryVerdict verdict =
            lab.verdict(id, [&](const Question& q, const Params& p) -> Result<Answer> {
              Answer answer = *lab.right(q, p);
              if (std::get<std::int64_t>(answer.rows[0][0].is) == 0) answer.rows.clear();
              return answer;
            });
        CHECK(verdict.verdict == Verdict::Fail);
      }
    });
  }
  SUBCASE("always empty") {
    on_grids([](const Lab& lab) {
      for (const Query& query : micro_read().queries) {
        if (query.id == "micro-point-miss") continue;  // where nothing is the right answer
        const QueryVerdict verdict =
            lab.verdict(query.id, [](const Question& q, const Params&) -> Result<Answer> {
              return Answer{q.query->columns, {}};
            });
        CHECK(verdict.verdict == Verdict::Fail);
        CHECK(verdict.reason.find("got 0 rows, want 1") != std::string::npos);
      }
    });
  }
  SUBCASE("found although absent") {
    on_grids([](const Lab& lab) {
      const QueryVerdict verdict = lab.verdict(
          "micro-point-miss", [](const Question& q, const Params& p) { return single(q, p[0]); });
      CHECK(verdict.verdict == Verdict::Fail);
    });
  }
  SUBCASE("stale: the first answer for ever") {
    on_grids([](const Lab& lab) {
      for (const char* id : {"micro-point", "micro-edge", "micro-khop1", "micro-khop2",
                             "micro-khop3", "micro-varlen"}) {
        std::optional<Answer> first;
        const QueryVerdict verdict =
            lab.verdict(id, [&](const Question& q, const Params& p) -> Result<Answer> {
              if (!first) first = *lab.right(q, p);
              return *first;
            });
        CHECK(verdict.verdict == Verdict::Fail);
        CHECK(verdict.samples >= 1);
      }
    });
  }
  SUBCASE("late: the answer to the previous parameters") {
    on_grids([](const Lab& lab) {
      for (const char* id : {"micro-point", "micro-edge", "micro-khop1", "micro-khop2",
                             "micro-khop3", "micro-varlen"}) {
        std::optional<Params> previous;
        const QueryVerdict verdict =
            lab.verdict(id, [&](const Question& q, const Params& p) -> Result<Answer> {
              const Params asked = previous.value_or(p);
              previous = p;
              return lab.right(q, asked);
            });
        CHECK(verdict.verdict == Verdict::Fail);
      }
    });
  }
  SUBCASE("another column name") {
    on_grids([](const Lab& lab) {
      const QueryVerdict verdict =
          lab.verdict("micro-khop1", [&](const Question& q, const Params& p) -> Result<Answer> {
            Answer answer = *lab.right(q, p);
            answer.columns = {"count"};
            return answer;
          });
      CHECK(verdict.reason.ends_with("columns: got [count], want [n]"));
    });
  }
}

TEST_CASE("three hops that never use an edge twice are not three hops of a walk") {
  // Pairs joined both ways: a->b->a->b is a walk, and no trail.
  PlainGraph pairs;
  for (std::int64_t id = 0; id < 40; id += 2) {
    pairs.ids.insert(pairs.ids.end(), {id, id + 1});
    pairs.edges.insert(pairs.edges.end(), {{id, id + 1}, {id + 1, id}});
  }
  pairs.ids.insert(pairs.ids.end(), {100, 101, 102});
  pairs.edges.insert(pairs.edges.end(), {{100, 101}, {101, 102}});
  const Lab lab(pairs);
  const QueryVerdict verdict =
      lab.verdict("micro-khop3", [&](const Question& q, const Params& p) -> Result<Answer> {
        return single(q, trail_ends(pairs, std::get<std::int64_t>(p[0].is)));
      });
  CHECK(verdict.verdict == Verdict::Fail);
  CHECK(verdict.reason.ends_with("row 1, column n: got 0, want 1"));
}

TEST_CASE("only right questions may be timed, and a failure stops nothing else") {
  const Lab lab(grid(10, 10));
  std::vector<std::string> told;
  const auto questions = resolve_questions(micro_read(), lab.bound(), {.dialects = {"sql"}});
  const GraphModel graph = grid(10, 10).model();
  const VerifiedPlan plan = verify(
      questions, Oracle(Models(graph)), 1,
      [&](const Question& q, QuestionPart, const Params& p) -> Result<Answer> {
        if (q.query->id == "micro-edge") return single(q, true);
        if (q.query->id == "micro-khop3") return fail(ErrorCode::DeadlineExceeded, "30 s passed");
        if (q.query->id == "micro-khop2") return fail(ErrorCode::Unsupported, "no joins here");
        if (q.query->id == "micro-varlen") return fail(ErrorCode::Internal, "no such table: EDGE");
        return lab.right(q, p);
      },
      [&](const QueryVerdict& verdict) {
        told.push_back(verdict.query_id + " " + std::string(name_of(verdict.verdict)));
      });
  CHECK(told == std::vector<std::string>{"micro-point PASS", "micro-point-miss PASS",
                                         "micro-edge FAIL", "micro-khop1 PASS", "micro-khop2 SKIP",
                                         "micro-khop3 BROKEN", "micro-varlen FAIL",
                                         "micro-scan-count PASS", "micro-scan-stats PASS"});
  CHECK_FALSE(plan.complete());
  std::vector<std::string> timed;
  for (const Question& question : plan.questions()) timed.push_back(question.query->id);
  CHECK(timed == std::vector<std::string>{"micro-point", "micro-point-miss", "micro-khop1",
                                          "micro-scan-count", "micro-scan-stats"});
  CHECK(plan.verdicts()[4].reason == "no joins here");
  CHECK(plan.verdicts()[4].dialect.empty());
  CHECK(plan.verdicts()[5].reason == "timeout");
  CHECK(plan.verdicts()[6].reason == "exec-error: no such table: EDGE");
}

TEST_CASE("a skipped question is never asked and leaves the plan complete") {
  const Models lone(PlainGraph{{5}, {}}.model());
  const BoundParameters bound = *bind_parameters(micro_read(), lone, Seed{1});
  const Oracle oracle(lone);
  const VerifiedPlan plan =
      verify(resolve_questions(micro_read(), bound, {.dialects = {"sql"}}), oracle, 1,
             [&](const Question& q, QuestionPart, const Params& p) {
               CHECK(q.query->id != "micro-edge");
               return oracle.answer(*q.query, p);
             },
             {});
  CHECK(plan.complete());
  CHECK(plan.verdicts()[2].verdict == Verdict::Skip);
  CHECK(plan.verdicts()[2].reason == "no-param-pool");
  CHECK(plan.questions().size() == 8);
}

TEST_CASE("a question our own oracle cannot answer is broken, not the engine's failure") {
  const GraphModel graph = grid(3, 3).model();
  Workload workload = micro_read();
  workload.queries[0].oracle = "micro-unheard-of";
  const BoundParameters bound = *bind_parameters(workload, Models(graph), Seed{1});
  bool asked = false;
  const VerifiedPlan plan = verify(
      {resolve_questions(workload, bound, {.dialects = {"sql"}}).at(0)}, Oracle(Models(graph)), 1,
      [&](const Question& q, QuestionPart, const Params& p) -> Result<Answer> {
        asked = true;
        return single(q, p[0]);
      },
      {});
  CHECK_FALSE(asked);
  CHECK(plan.verdicts()[0].verdict == Verdict::Broken);
  CHECK(plan.verdicts()[0].reason == "oracle-error: no oracle is called micro-unheard-of");
  CHECK_FALSE(plan.complete());
}
