#include <algorithm>
#include <set>

#include "tests/coordinator/store/sample_store.h"

using namespace gb;
using namespace gb::test;

namespace {

/// Results of all cells of the plan, in order; each machine has a spool of its own.
void finish_all(Store& store, const MatrixPlan& plan, std::size_t first, std::size_t count) {
  for (std::size_t i = first; i < first + count; ++i) {
    const std::string spool = "spool-" + plan.cells[i].machine.text();
    finish(store, plan, i, fmt::format("{}-r{}", plan.id, i), need(store.durable_to(spool)) + 1);
  }
}

}  // namespace

TEST_CASE("pages over 2,000 results are complete and without a double while results are added") {
  TemporaryFolder folder;
  auto store = opened(folder.store());
  const MatrixPlan plan = sample_matrix("m", 2100, 7);
  need(store->add_matrix(plan, kNoon));
  finish_all(*store, plan, 0, 2000);

  std::vector<std::string> seen;
  std::string token;
  std::size_t added = 2000;
  do {
    const auto page = need(store->results({}, 100, token));
    CHECK(page.rows.size() == 100);
    for (const ResultRow& row : page.rows) seen.push_back(row.run.text());
    finish_all(*store, plan, added, 3);
    added += 3;
    token = page.next_token;
  } while (!token.empty());
  REQUIRE(seen.size() == 2000);
  for (std::size_t i = 0; i < seen.size(); ++i) REQUIRE(seen[i] == fmt::format("m-r{}", 1999 - i));

  SUBCASE("filters walk the same order and leave nothing out") {
    StoredResultFilter filter;
    filter.machine = "m3";
    std::set<std::string> runs;
    token.clear();
    do {
      const auto page = need(store->results(filter, 64, token));
      for (const ResultRow& row : page.rows) {
        CHECK(row.machine.text() == "m3");
        CHECK(runs.insert(row.run.text()).second);
      }
      token = page.next_token;
    } while (!token.empty());
    std::size_t expected = 0;
    for (std::size_t i = 0; i < added; ++i) expected += i % 7 == 3 ? 1U : 0U;
    CHECK(runs.size() == expected);

    filter.matrix = "m";
    filter.engine = "sqlite-mem";
    for (const ResultRow& row : need(store->results(filter, 500, "")).rows) {
      CHECK(row.engine == "sqlite-mem");
      CHECK(row.machine.text() == "m3");
    }
    filter.matrix = "other";
    CHECK(need(store->results(filter, 500, "")).rows.empty());
    filter.matrix.clear();
    filter.workload = "bfs";
    CHECK(need(store->results(filter, 500, "")).rows.empty());
  }
  SUBCASE("a token of another list, or none of ours, is refused") {
    const std::string of_all = need(store->results({}, 10, "")).next_token;
    StoredResultFilter filter;
    filter.engine = "sqlite";
    for (const std::string& wrong : {of_all, std::string("x"), std::string("' OR 1=1 --")}) {
      CHECK(store->results(filter, 10, wrong).error().code == ErrorCode::InvalidArgument);
      CHECK(store->matrices(10, wrong).error().code == ErrorCode::InvalidArgument);
    }
    CHECK(store->results({}, 10, of_all + "zz").error().code == ErrorCode::InvalidArgument);
  }
  SUBCASE("a page has 50 rows unless said, and at most 500") {
    CHECK(need(store->results({}, 0, "")).rows.size() == 50);
    CHECK(need(store->results({}, 100'000, "")).rows.size() == 500);
  }
}

TEST_CASE("matrices are listed newest first, page by page") {
  TemporaryFolder folder;
  auto store = opened(folder.store());
  for (int i = 0; i < 25; ++i) {
    need(store->add_matrix(sample_matrix(fmt::format("m{}", i), 1), kNoon));
  }
  std::vector<std::string> ids;
  std::string token;
  do {
    const auto page = need(store->matrices(10, token));
    for (const MatrixRow& row : page.rows) ids.push_back(row.id.text());
    token = page.next_token;
  } while (!token.empty());
  REQUIRE(ids.size() == 25);
  CHECK(ids.front() == "m24");
  CHECK(ids.back() == "m0");
}

TEST_CASE("P17: no statement walks over all runs, results, statistics or cells") {
  TemporaryFolder folder;
  auto store = opened(folder.store());
  const MatrixPlan plan = sample_matrix("m", 6);
  need(store->add_matrix(plan, kNoon));
  finish_all(*store, plan, 0, 3);
  need(store->lease_cell(lease_of(plan, 3), run_id("x"), kNoon));
  need(store->requeue_cell({plan.cells[3].id, 2, ""}, kNoon));
  need(store->end_cell({plan.cells[3].id, CellEnd::Cancelled, "", 2}, kNoon));
  need(store->cancel_matrix(plan.id));
  need(store->snapshot());
  need(store->agents());
  need(store->matrix(plan.id));
  need(store->cells(plan.id));
  need(store->cell(plan.cells[0].id));
  need(store->run_plan(plan.id));
  need(store->matrices(10, ""));
  for (const bool superseded : {false, true}) {
    for (const char* matrix : {"", "m"}) {
      for (const char* engine : {"", "sqlite"}) {
        StoredResultFilter filter;
        filter.matrix = matrix;
        filter.engine = engine;
        filter.include_superseded = superseded;
        need(store->results(filter, 10, ""));
      }
    }
  }
  const ResultRow result = need(store->result(run_id("m-r0")));
  need(store->document(result.document_sha256));
  need(store->latest_stats());
  need(store->cell_counts_by_end());
  need(store->end_matrix({plan.id, true}, kNoon));

  // Small tables that are read whole: agents, counts by end, the latest figures; the series (one an
  // engine, workload, scale and machine); the matrices that are open, by their own index.
  const std::set<std::string> may_be_read_whole = {
      "SCAN agent USING INDEX sqlite_autoindex_agent_1",
      "SCAN cell_count",
      "SCAN l",
      "SCAN series",
      "SCAN series USING COVERING INDEX sqlite_autoindex_series_1",
      "SCAN m USING INDEX matrix_open"};
  const auto plans = need(store->query_plans());
  CHECK(plans.size() > 30);
  for (const Store::QueryPlan& plan_of_one : plans) {
    for (const std::string& step : plan_of_one.steps) {
      CAPTURE(plan_of_one.sql);
      CAPTURE(step);
      CHECK((!step.starts_with("SCAN") || may_be_read_whole.contains(step)));
      CHECK(step.find("TEMP B-TREE") == std::string::npos);
    }
  }
}
