#include "coordinator/store/store.h"

#include "tests/coordinator/store/sample_store.h"

using namespace gb;
using namespace gb::test;

TEST_CASE("a matrix is stored with every one of its cells and read back as it was") {
  TemporaryFolder folder;
  auto store = opened(folder.store());
  const MatrixPlan plan = sample_matrix("m", 6);
  need(store->add_matrix(plan, kNoon));

  const MatrixRow row = need(store->matrix(plan.id));
  CHECK(row.name == "sample m");
  CHECK(row.cell_count == 6);
  CHECK(row.submitted == kNoon);
  CHECK(need(store->run_plan(plan.id)).seed == 0xFFFF'FFFF'FFFF'FFF0ULL);
  const auto cells = need(store->cells(plan.id));
  REQUIRE(cells.size() == 6);
  CHECK(cells[3].plan.id == plan.cells[3].id);
  CHECK(cells[3].plan.engine == plan.cells[3].engine);
  CHECK(cells[3].matrix == plan.id);
  CHECK(need(store->cell(plan.cells[3].id)).plan.position == 3);

  CHECK(store->add_matrix(plan, kNoon).error().code == ErrorCode::AlreadyExists);
  CHECK(store->matrix(MatrixId::trusted("other")).error().code == ErrorCode::NotFound);
  CHECK(store->cells(MatrixId::trusted("other")).error().code == ErrorCode::NotFound);
  CHECK(store->cell(CellId::trusted("other")).error().code == ErrorCode::NotFound);
}

TEST_CASE("a result of the run that holds the lease ends its cell, and is served byte for byte") {
  TemporaryFolder folder;
  auto store = opened(folder.store());
  const MatrixPlan plan = sample_matrix("m", 2);
  need(store->add_matrix(plan, kNoon));
  const CommittedReport committed = finish(*store, plan, 0, "r0", 1);
  CHECK(committed.fate == ReportFate::Accepted);
  CHECK(committed.durable_to == 1);

  const CellRow cell = need(store->cell(plan.cells[0].id));
  CHECK(cell.end == CellEnd::Done);
  CHECK(cell.run == run_id("r0"));
  CHECK_FALSE(cell.running);
  CHECK(need(store->matrix(plan.id)).done_count == 1);
  CHECK(need(store->cell_counts_by_end()).at("done") == 1);

  const ReportRecord report = done_report(plan, 0, run_id("r0"), 1);
  const ResultRow result = need(store->result(run_id("r0")));
  CHECK(result.document_bytes == report.document.size());
  CHECK(need(store->document(result.document_sha256)) == report.document);
  const auto latest = need(store->latest_stats());
  REQUIRE(latest.size() == 2);
  CHECK(latest[0].query_id == "q1");
  CHECK(latest[0].p50_ns == 101);
}

TEST_CASE("a document that zstd cannot make smaller is served byte for byte too") {
  TemporaryFolder folder;
  auto store = opened(folder.store());
  const MatrixPlan plan = sample_matrix("m", 2);
  need(store->add_matrix(plan, kNoon));
  for (std::size_t i = 0; i < 2; ++i) {
    ReportRecord report = done_report(plan, i, run_id(fmt::format("r{}", i)), 1);
    report.document = i == 0 ? "x" : std::string(1'000'000, '\0');
    report.document_sha256 = sha256_hex(report.document);
    need(store->lease_cell(lease_of(plan, i), report.run, kNoon));
    need(store->commit_report(report, kNoon));
    CHECK(need(store->document(report.document_sha256)) == report.document);
  }
  CHECK(std::filesystem::file_size(folder.store().string() + "-wal") < 500'000);
}

TEST_CASE("F12: a report that comes again is dropped, by its sequence and by its run") {
  TemporaryFolder folder;
  auto store = opened(folder.store());
  const MatrixPlan plan = sample_matrix("m", 1);
  need(store->add_matrix(plan, kNoon));
  finish(*store, plan, 0, "r0", 1);

  const ReportRecord same = done_report(plan, 0, run_id("r0"), 1);
  CHECK(need(store->commit_report(same, kNoon)).fate == ReportFate::Duplicate);
  ReportRecord next = done_report(plan, 0, run_id("r0"), 2);
  const CommittedReport by_run = need(store->commit_report(next, kNoon));
  CHECK(by_run.fate == ReportFate::Duplicate);
  CHECK(by_run.durable_to == 2);
  ReportRecord other_spool = done_report(plan, 0, run_id("r0"), 1);
  other_spool.spool_id = "another";
  CHECK(need(store->commit_report(other_spool, kNoon)).fate == ReportFate::Duplicate);
  CHECK(need(store->results({}, 0, "")).rows.size() == 1);
  CHECK(need(store->matrix(plan.id)).done_count == 1);
  need(store->check_chain());
}

TEST_CASE("F13: a report beyond the next sequence is refused, and nothing of it is kept") {
  TemporaryFolder folder;
  auto store = opened(folder.store());
  const MatrixPlan plan = sample_matrix("m", 1);
  need(store->add_matrix(plan, kNoon));
  need(store->lease_cell(lease_of(plan, 0), run_id("r0"), kNoon));
  const auto refused = store->commit_report(done_report(plan, 0, run_id("r0"), 3), kNoon);
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().code == ErrorCode::FailedPrecondition);
  CHECK(refused.error().message.find("report 1") != std::string::npos);
  CHECK(need(store->durable_to("spool-m0")) == 0);
  CHECK(need(store->results({}, 0, "")).rows.empty());
}

TEST_CASE("F14: a document that does not match its digest is refused") {
  TemporaryFolder folder;
  auto store = opened(folder.store());
  const MatrixPlan plan = sample_matrix("m", 1);
  need(store->add_matrix(plan, kNoon));
  need(store->lease_cell(lease_of(plan, 0), run_id("r0"), kNoon));
  ReportRecord report = done_report(plan, 0, run_id("r0"), 1);
  report.document[3] = '#';
  CHECK(store->commit_report(report, kNoon).error().code == ErrorCode::DataLoss);
  CHECK(need(store->durable_to("spool-m0")) == 0);
}

TEST_CASE("F15: a result that outlives its lease is kept as superseded and never counted") {
  TemporaryFolder folder;
  auto store = opened(folder.store());
  const MatrixPlan plan = sample_matrix("m", 1);
  need(store->add_matrix(plan, kNoon));
  const CellId cell = plan.cells[0].id;
  need(store->lease_cell(lease_of(plan, 0), run_id("r0"), kNoon));
  need(store->requeue_cell({cell, 2, "silent"}, kNoon));
  CHECK(store->lease_cell(lease_of(plan, 0, 1, 2), run_id("r1"), kNoon).error().code ==
        ErrorCode::FailedPrecondition);
  need(store->lease_cell(lease_of(plan, 0, 2, 2), run_id("r1"), kNoon));

  SUBCASE("while the new run is under way") {
    const auto late = need(store->commit_report(done_report(plan, 0, run_id("r0"), 1, 1), kNoon));
    CHECK(late.fate == ReportFate::Superseded);
    CHECK_FALSE(need(store->cell(cell)).end.has_value());
  }
  SUBCASE("after the new run has ended") {
    const auto fresh = need(store->commit_report(done_report(plan, 0, run_id("r1"), 1, 2), kNoon));
    CHECK(fresh.fate == ReportFate::Accepted);
    const auto late = need(store->commit_report(done_report(plan, 0, run_id("r0"), 2, 1), kNoon));
    CHECK(late.fate == ReportFate::Superseded);
    CHECK(need(store->cell(cell)).run == run_id("r1"));
    CHECK(need(store->matrix(plan.id)).done_count == 1);
    CHECK(need(store->latest_stats())[0].p50_ns == 101);
  }
  SUBCASE("with the right fencing number but as another run") {
    const auto other = need(store->commit_report(done_report(plan, 0, run_id("rx"), 1, 2), kNoon));
    CHECK(other.fate == ReportFate::Superseded);
  }
  CHECK(need(store->results({}, 0, "")).rows.size() <= 1);
  StoredResultFilter all;
  all.include_superseded = true;
  bool kept = false;
  for (const ResultRow& row : need(store->results(all, 0, "")).rows) kept |= row.superseded;
  CHECK(kept);
  need(store->check_chain());
}

TEST_CASE("a failure leaves the cell to the scheduler, and a restart knows that it is undecided") {
  TemporaryFolder folder;
  auto store = opened(folder.store());
  const MatrixPlan plan = sample_matrix("m", 1);
  need(store->add_matrix(plan, kNoon));
  need(store->lease_cell(lease_of(plan, 0), run_id("r0"), kNoon));
  ReportRecord report = done_report(plan, 0, run_id("r0"), 1);
  report.end = CellEnd::EngineFailed;
  report.reason = "signal 11";
  CHECK(need(store->commit_report(report, kNoon)).fate == ReportFate::Accepted);
  CHECK_FALSE(need(store->cell(report.cell)).end.has_value());
  const Snapshot snapshot = need(store->snapshot());
  REQUIRE(snapshot.cells.size() == 1);
  REQUIRE(snapshot.cells[0].undecided.has_value());
  CHECK(snapshot.cells[0].undecided->end == CellEnd::EngineFailed);
  CHECK(snapshot.cells[0].undecided->reason == "signal 11");

  need(store->requeue_cell({report.cell, 2, "engine failed"}, kNoon));
  need(store->requeue_cell({report.cell, 2, "engine failed"}, kNoon));  // again: nothing happens
  CHECK_FALSE(need(store->snapshot()).cells[0].held.has_value());
  CHECK(store->requeue_cell({report.cell, 1, ""}, kNoon).error().code ==
        ErrorCode::FailedPrecondition);
}

TEST_CASE("a cell ends once, however often it is told to") {
  TemporaryFolder folder;
  auto store = opened(folder.store());
  const MatrixPlan plan = sample_matrix("m", 2);
  need(store->add_matrix(plan, kNoon));
  const EndCell cancelled{plan.cells[0].id, CellEnd::Cancelled, "asked to", 2};
  need(store->end_cell(cancelled, kNoon));
  need(store->end_cell(cancelled, kNoon));
  CHECK(need(store->matrix(plan.id)).ended_count == 1);
  CHECK(store->end_cell({plan.cells[0].id, CellEnd::AgentLost, "", 2}, kNoon).error().code ==
        ErrorCode::FailedPrecondition);
  CHECK(store->end_cell({plan.cells[1].id, CellEnd::Done, "", 1}, kNoon).error().code ==
        ErrorCode::FailedPrecondition);
  CHECK(need(store->cell_counts_by_end()) ==
        std::map<std::string, std::uint64_t>{{"cancelled", 1}});

  need(store->cancel_matrix(plan.id));
  CHECK(need(store->snapshot()).matrices.at(0).cancelled);
  need(store->end_cell({plan.cells[1].id, CellEnd::Cancelled, "asked to", 1}, kNoon));
  need(store->end_matrix({plan.id, true}, kNoon));
  CHECK(need(store->matrix(plan.id)).cancelled);
  CHECK(need(store->snapshot()).matrices.empty());
  CHECK(store->cancel_matrix(plan.id).error().code == ErrorCode::FailedPrecondition);
}

TEST_CASE("a report of an unknown cell is refused, and can be set aside so that others follow") {
  TemporaryFolder folder;
  auto store = opened(folder.store());
  const MatrixPlan plan = sample_matrix("m", 1);
  const ReportRecord report = done_report(plan, 0, run_id("r0"), 1);  // never submitted here
  CHECK(store->commit_report(report, kNoon).error().code == ErrorCode::NotFound);
  CHECK(need(store->set_report_aside(report, "no such cell", kNoon)).durable_to == 1);
  CHECK(need(store->document(report.document_sha256)) == report.document);
  CHECK(need(store->results({}, 0, "")).rows.empty());
  CHECK(need(store->set_report_aside(report, "no such cell", kNoon)).fate == ReportFate::Duplicate);
  need(store->check_chain());
}

TEST_CASE("what was acknowledged and is missing is asked for again, or recorded as lost") {
  TemporaryFolder folder;
  auto store = opened(folder.store());
  const AgentId agent = AgentId::trusted("m0");
  SUBCASE("a new spool") {
    const SpoolState state = need(store->meet_spool("s", agent, 0, 0, kNoon));
    CHECK(state.durable_to == 0);
    CHECK(state.lost == 0);
  }
  SUBCASE("still spooled: it comes again") {
    const SpoolState state = need(store->meet_spool("s", agent, 1, 3, kNoon));
    CHECK(state.durable_to == 0);
    CHECK(state.resent == 3);
    CHECK(state.lost == 0);
  }
  SUBCASE("partly gone: the watermark moves to where the spool begins") {
    const SpoolState state = need(store->meet_spool("s", agent, 3, 4, kNoon));
    CHECK(state.durable_to == 2);
    CHECK(state.lost == 2);
    CHECK(state.resent == 2);
    CHECK(need(store->durable_to("s")) == 2);
  }
  SUBCASE("all gone") {
    const SpoolState state = need(store->meet_spool("s", agent, 0, 7, kNoon));
    CHECK(state.durable_to == 7);
    CHECK(state.lost == 7);
  }
}

TEST_CASE("agents are remembered as they last were") {
  TemporaryFolder folder;
  auto store = opened(folder.store());
  AgentRecord agent;
  agent.name = AgentId::trusted("laptop");
  agent.session_epoch = 4;
  agent.host_fingerprint = "f";
  agent.labels = {"fast", "a \"quoted\" one"};
  agent.engines = {{"sqlite", "3.40", "inproc", ""}, {"neo4j", "", "bolt", "not installed"}};
  agent.last_seen = kNoon;
  need(store->put_agent(agent));
  agent.session_epoch = 5;
  need(store->put_agent(agent));
  const auto agents = need(store->agents());
  REQUIRE(agents.size() == 1);
  CHECK(agents[0].session_epoch == 5);
  CHECK(agents[0].labels == agent.labels);
  CHECK(agents[0].engines[1].unavailable_reason == "not installed");
  CHECK(need(store->snapshot()).agents.at(0).host_fingerprint == "f");
}

TEST_CASE("many cells end in one transaction, or none of them") {
  TemporaryFolder folder;
  auto store = opened(folder.store());
  const MatrixPlan plan = sample_matrix("m", 1000);
  need(store->add_matrix(plan, kNoon));
  finish(*store, plan, 7, "r", 1);
  std::vector<EndCell> ends;
  for (const CellPlan& cell : plan.cells)
    ends.push_back({cell.id, CellEnd::Cancelled, "asked to", 1});
  CHECK(store->end_cells(ends, kNoon).error().code == ErrorCode::FailedPrecondition);
  CHECK(need(store->matrix(plan.id)).ended_count == 1);
  ends.erase(ends.begin() + 7);
  need(store->end_cells(ends, kNoon));
  CHECK(need(store->matrix(plan.id)).ended_count == 1000);
  CHECK(need(store->cell_counts_by_end()).at("cancelled") == 999);
}

TEST_CASE("F23: a wall clock that was set back makes no negative wait") {
  TemporaryFolder folder;
  auto store = opened(folder.store());
  need(store->add_matrix(sample_matrix("m", 1), kNoon));
  CHECK(need(store->snapshot(kNoon - std::chrono::hours(24))).matrices.at(0).waited == Nanos{0});
  CHECK(need(store->snapshot(kNoon + std::chrono::hours(24))).matrices.at(0).waited ==
        std::chrono::hours(24));
}
