#include <SQLiteCpp/SQLiteCpp.h>
#include <doctest/doctest.h>

#include <atomic>
#include <thread>

#include "tests/coordinator/lab/lab_fixture.h"

using namespace gb;
using namespace gb::test;

namespace {

/// One connected agent with one cell assigned.
struct Assigned : LabRoom {
  explicit Assigned(Nanos lease_span = std::chrono::seconds(30)) : LabRoom(lease_span) {
    REQUIRE(lab->join(hello("laptop"), link));
    welcome = link->next().welcome();
    matrix_id = lab->submit(matrix("laptop"))->matrix_id();
    assign = link->next().assign();
    REQUIRE_FALSE(assign.run_id().empty());
  }
  v1::Heartbeat beat() const {
    v1::Heartbeat heartbeat;
    auto* run = heartbeat.add_running();
    run->set_run_id(assign.run_id());
    run->set_cell_id(assign.cell_id());
    run->set_fencing_number(assign.fencing_number());
    return heartbeat;
  }
  v1::RunReport report(std::uint64_t sequence = 1) const {
    return done(assign, sequence, "spool-of-laptop");
  }
  std::shared_ptr<RecordingLink> link = std::make_shared<RecordingLink>();
  v1::Welcome welcome;
  std::string matrix_id;
  v1::Assign assign;
};

}  // namespace

TEST_CASE("an agent that joins is welcomed and gets the cell that waits for it") {
  Assigned room;
  CHECK(room.welcome.protocol() == 1);
  CHECK(room.welcome.lease_nanos() == 30'000'000'000);
  CHECK(room.welcome.durable_to() == 0);
  CHECK(room.assign.engine().name() == "sqlite");
  CHECK(room.assign.workload() == "micro-read");
  CHECK(room.assign.fencing_number() == 1);
  CHECK(room.assign.settings().operations() == 1000);
  CHECK(room.cell(room.matrix_id).state() == v1::CellView::STATE_RUNNING);
}

TEST_CASE("progress of the live run is shown, and nobody else's") {
  Assigned room;
  v1::RunProgress progress;
  progress.set_run_id(room.assign.run_id());
  progress.set_phase(v1::RUN_PHASE_MEASURE);
  progress.set_queries_done(4);
  progress.set_query_count(9);
  room.lab->progressed("gamingpc", progress);
  CHECK(room.cell(room.matrix_id).queries_done() == 0);
  room.lab->progressed("laptop", progress);
  CHECK(room.cell(room.matrix_id).phase() == v1::RUN_PHASE_MEASURE);
  CHECK(room.cell(room.matrix_id).queries_done() == 4);
  const auto agents = room.lab->list_agents();
  REQUIRE(agents->agents_size() == 1);
  CHECK(agents->agents(0).cell_text() == "sqlite · micro-read · smoke");
  CHECK(agents->agents(0).state() == v1::AgentView::STATE_CONNECTED);
}

TEST_CASE("a result is committed, acknowledged, counted and served byte for byte") {
  Assigned room;
  const v1::RunReport report = room.report();
  REQUIRE(room.lab->reported("laptop", report));
  const auto acknowledge = room.link->next().acknowledge();
  CHECK(acknowledge.spool_id() == "spool-of-laptop");
  CHECK(acknowledge.durable_to() == 1);

  const auto view = room.lab->matrix(room.matrix_id);
  CHECK(view->state() == v1::MatrixView::STATE_ENDED);
  CHECK(view->done_count() == 1);
  CHECK(view->failed_query_count() == 1);
  CHECK(view->cells(0).end() == v1::CELL_END_DONE);
  CHECK(view->cells(0).partial());

  const auto result = room.lab->result(report.run_id());
  CHECK(result->document() == report.document().bytes());
  CHECK(result->result().engine_version() == "3.40.1");
  CHECK(result->result().lineage_key() == "ab12");

  const auto figures = room.lab->figures();
  CHECK(figures->reports_accepted == 1);
  CHECK(figures->cells_by_end.at("done") == 1);
  REQUIRE(figures->latest.size() == 1);
  CHECK(figures->latest[0].p99_ns == 4000);
}

TEST_CASE("a query that ran out of time in its verification has not answered wrongly") {
  Assigned room;
  v1::RunReport report = room.report();
  ResultDocument document = decode_document(report.document().bytes(), "it").value();
  // The document's `verification` has one word for both.
  CHECK(document.verification.at(1).outcome == "FAIL");
  document.verification.at(1).reason = "timeout";
  document.gb->outcomes.at("micro-edge").outcome = "broken";
  report.mutable_document()->set_bytes(encode_document(document));
  report.mutable_document()->set_sha256(sha256_hex(report.document().bytes()));
  REQUIRE(room.lab->reported("laptop", report));
  const auto view = room.lab->matrix(room.matrix_id);
  CHECK(view->failed_query_count() == 0);
  CHECK(view->cells(0).failed_count() == 0);
  CHECK(view->cells(0).partial());
}

TEST_CASE("F21: a lab that opens a damaged store says so, and finds the rest by itself") {
  Assigned room;
  REQUIRE(room.lab->reported("laptop", room.report()));
  room.scrub_after = Nanos(0);
  room.reopen();
  REQUIRE(eventually([&] { return room.lab->figures()->store_scrubs == 1; }));
  CHECK(room.lab->figures()->store_damaged == 0);

  room.lab.reset();
  SQLite::Database(room.folder.path() / "store.db", SQLite::OPEN_READWRITE)
      .exec("UPDATE stat SET p50_ns = p50_ns - 1");
  room.scrub_after = std::chrono::hours(1);
  room.reopen();
  CHECK(room.lab->figures()->store_damaged == 1);  // among the last commits: known at once
  CHECK(room.lab->figures()->store_scrubs == 0);
  room.scrub_after = Nanos(0);
  room.reopen();
  REQUIRE(eventually([&] { return room.lab->figures()->store_scrubs == 1; }));
  CHECK(room.lab->figures()->store_damaged == 1);
}

TEST_CASE("a report that comes twice is acknowledged twice and counted once (F2, F12)") {
  Assigned room;
  REQUIRE(room.lab->reported("laptop", room.report()));
  REQUIRE(room.lab->reported("laptop", room.report()));
  CHECK(room.link->next().acknowledge().durable_to() == 1);
  CHECK(room.link->next().acknowledge().durable_to() == 1);
  CHECK(room.lab->figures()->reports_accepted == 1);
  CHECK(room.lab->figures()->reports_duplicate == 1);
  CHECK(room.lab->list_results({})->results_size() == 1);
}

TEST_CASE("a report before its turn is refused, so that nothing is skipped (F13)") {
  Assigned room;
  const auto refused = room.lab->reported("laptop", room.report(2));
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::FailedPrecondition);
  CHECK(room.link->silent());
  CHECK(room.lab->list_results({})->results_size() == 0);
}

TEST_CASE("a silent agent loses its cell, and its late result is kept but not counted (F6, F15)") {
  Assigned room(std::chrono::milliseconds(200));
  REQUIRE(eventually([&] { return room.lab->figures()->leases_expired == 1; }));
  // The machine is still connected and gets the cell again, under a higher fencing number.
  v1::Assign again;
  REQUIRE(eventually([&] {
    room.lab->heard("laptop", 1, {});
    if (room.link->silent()) return false;
    again = room.link->next().assign();
    return !again.run_id().empty();
  }));
  CHECK(again.cell_id() == room.assign.cell_id());
  CHECK(again.run_id() != room.assign.run_id());
  CHECK(again.fencing_number() > room.assign.fencing_number());

  REQUIRE(room.lab->reported("laptop", room.report(1)));
  CHECK(room.lab->figures()->reports_superseded == 1);
  CHECK(room.lab->list_results({})->results_size() == 0);
  v1::ListResultsRequest all;
  all.set_include_superseded(true);
  REQUIRE(room.lab->list_results(all)->results_size() == 1);
  CHECK(room.lab->list_results(all)->results(0).superseded());

  REQUIRE(room.lab->reported("laptop", done(again, 2, "spool-of-laptop")));
  CHECK(room.lab->list_results({})->results_size() == 1);
  CHECK(room.lab->matrix(room.matrix_id)->done_count() == 1);
}

TEST_CASE("heartbeats that name the run keep its lease") {
  Assigned room(std::chrono::milliseconds(300));
  for (int i = 0; i < 30; ++i) {
    room.lab->heard("laptop", 1, room.beat());
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
  }
  CHECK(room.lab->figures()->leases_expired == 0);
  CHECK(room.cell(room.matrix_id).run_id() == room.assign.run_id());
}

TEST_CASE("a cancelled matrix sends its running cell a cancel and ends when that has reported") {
  Assigned room;
  REQUIRE(room.lab->cancel(room.matrix_id));
  CHECK(room.link->next().cancel().run_id() == room.assign.run_id());
  v1::RunReport report = room.report();
  report.set_end(v1::CELL_END_CANCELLED);
  report.clear_document();
  REQUIRE(room.lab->reported("laptop", report));
  const auto view = room.lab->matrix(room.matrix_id);
  CHECK(view->state() == v1::MatrixView::STATE_CANCELLED);
  CHECK(view->cells(0).end() == v1::CELL_END_CANCELLED);
  CHECK(room.lab->cancel(room.matrix_id).has_value());
}

TEST_CASE("a matrix of many cells that is cancelled ends all that waited at once") {
  LabRoom room;
  auto link = std::make_shared<RecordingLink>();
  REQUIRE(room.lab->join(hello("laptop"), link));
  room.lab->left("laptop", link.get());
  const auto id = room.lab->submit(matrix("laptop", 100))->matrix_id();
  const auto view = room.lab->cancel(id);
  REQUIRE(view);
  CHECK(view->state() == v1::MatrixView::STATE_CANCELLED);
  CHECK(view->ended_count() == 100);
  CHECK(room.lab->figures()->cells_by_end.at("cancelled") == 100);
}

TEST_CASE("a lab opened again on its store goes on where it was: leases live, results stay (F1)") {
  Assigned room;
  room.reopen();
  auto link = std::make_shared<RecordingLink>();
  v1::Hello again = hello("laptop");
  *again.add_running() = room.beat().running(0);
  REQUIRE(room.lab->join(again, link));
  CHECK(link->next().has_welcome());
  REQUIRE(room.lab->reported("laptop", room.report()));
  CHECK(link->next().acknowledge().durable_to() == 1);
  CHECK(room.lab->matrix(room.matrix_id)->done_count() == 1);

  room.reopen();
  REQUIRE(room.lab->join(again, link));
  CHECK(link->next().welcome().durable_to() == 1);
  CHECK(room.lab->list_results({})->results_size() == 1);
}

TEST_CASE("of two sessions with one name the newer wins and the older stays out (F16)") {
  LabRoom room;
  auto older = std::make_shared<RecordingLink>();
  auto newer = std::make_shared<RecordingLink>();
  REQUIRE(room.lab->join(hello("laptop", 1), older));
  REQUIRE(room.lab->join(hello("laptop", 2), newer));
  REQUIRE(older->closed());
  CHECK(older->closed()->code == ErrorCode::AlreadyExists);
  const auto back = room.lab->join(hello("laptop", 1), older);
  REQUIRE_FALSE(back);
  CHECK(back.error().code == ErrorCode::AlreadyExists);
  CHECK(back.error().message.find("laptop") != std::string::npos);
  // The older stream's end is not the newer one's.
  room.lab->left("laptop", older.get());
  CHECK(room.lab->figures()->agents_connected == 1);
  room.lab->left("laptop", newer.get());
  CHECK(room.lab->figures()->agents_connected == 0);
}

TEST_CASE("an agent that says goodbye gets no more work and can still report (F41)") {
  Assigned room;
  room.lab->leaving("laptop", room.link.get());
  v1::RunReport report = room.report();
  report.set_end(v1::CELL_END_AGENT_LOST);
  report.clear_document();
  REQUIRE(room.lab->reported("laptop", report));
  CHECK(room.link->next().acknowledge().durable_to() == 1);
  CHECK(room.cell(room.matrix_id).state() == v1::CellView::STATE_QUEUED);
  CHECK(room.link->silent());
  room.lab->left("laptop", room.link.get());
  auto successor = std::make_shared<RecordingLink>();
  REQUIRE(room.lab->join(hello("laptop", 2), successor));
  CHECK(successor->next().has_welcome());
  CHECK(successor->next().assign().cell_id() == room.assign.cell_id());
}

TEST_CASE("an agent without a protocol in common is told both ranges") {
  LabRoom room;
  v1::Hello future = hello("laptop");
  future.set_min_protocol(7);
  future.set_max_protocol(9);
  const auto refused = room.lab->join(future, std::make_shared<RecordingLink>());
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::FailedPrecondition);
  CHECK(refused.error().message.find("7 to 9") != std::string::npos);
  CHECK(refused.error().message.find("1 to 1") != std::string::npos);
}

TEST_CASE(
    "a document damaged on the way is asked for again, damaged at the source is set aside (F14)") {
  Assigned room;
  v1::RunReport report = room.report();
  (*report.mutable_document()->mutable_bytes())[10] ^= 1;
  const auto first = room.lab->reported("laptop", report);
  REQUIRE_FALSE(first);
  CHECK(first.error().code == ErrorCode::DataLoss);
  SUBCASE("the second time it is whole") {
    REQUIRE(room.lab->reported("laptop", room.report()));
    CHECK(room.lab->list_results({})->results_size() == 1);
  }
  SUBCASE(
      "the second time it is as bad: acknowledged, so that it blocks nothing, and the cell "
      "retried") {
    REQUIRE(room.lab->reported("laptop", report));
    CHECK(room.link->next().acknowledge().durable_to() == 1);
    CHECK(room.lab->list_results({})->results_size() == 0);
    const auto again = room.link->next().assign();
    CHECK(again.cell_id() == room.assign.cell_id());
  }
}

TEST_CASE("a document of another run is kept aside and never counted for this one") {
  Assigned room;
  v1::Assign other = room.assign;
  other.set_run_id("somebody-else");
  v1::RunReport report = done(other, 1, "spool-of-laptop");
  report.set_run_id(room.assign.run_id());
  REQUIRE(room.lab->reported("laptop", report));
  CHECK(room.link->next().acknowledge().durable_to() == 1);
  CHECK(room.lab->list_results({})->results_size() == 0);
  CHECK(room.link->next().assign().cell_id() == room.assign.cell_id());
}

TEST_CASE("a report of a cell nobody knows is set aside and does not block those behind it") {
  Assigned room;
  v1::RunReport stray = room.report(1);
  stray.set_cell_id("no-such-cell");
  REQUIRE(room.lab->reported("laptop", stray));
  CHECK(room.link->next().acknowledge().durable_to() == 1);
  REQUIRE(room.lab->reported("laptop", room.report(2)));
  CHECK(room.link->next().acknowledge().durable_to() == 2);
  CHECK(room.lab->list_results({})->results_size() == 1);
}

TEST_CASE("a cell that waits says why") {
  LabRoom room;
  auto link = std::make_shared<RecordingLink>();
  REQUIRE(room.lab->join(hello("laptop"), link));
  room.lab->left("laptop", link.get());
  const auto id = room.lab->submit(matrix("laptop"))->matrix_id();
  CHECK(room.cell(id).state() == v1::CellView::STATE_QUEUED);
  CHECK(room.cell(id).reason().find("laptop") != std::string::npos);
  CHECK(room.cell(id).reason().find("not connected") != std::string::npos);
}

TEST_CASE("time left is estimated once a cell was done") {
  LabRoom room;
  auto link = std::make_shared<RecordingLink>();
  REQUIRE(room.lab->join(hello("laptop"), link));
  link->next();
  const auto id = room.lab->submit(matrix("laptop", 3))->matrix_id();
  CHECK(room.lab->matrix(id)->remaining_nanos() == 0);
  const auto first = link->next().assign();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  REQUIRE(room.lab->reported("laptop", done(first, 1, "spool-of-laptop")));
  // Two cells of at least 20 ms each, one of which has just begun.
  const auto left = room.lab->matrix(id)->remaining_nanos();
  CHECK(left > 20'000'000);
  CHECK(left < 10'000'000'000);
}

TEST_CASE("load and sync band of a machine are those of its last heartbeat") {
  LabRoom room;
  auto link = std::make_shared<RecordingLink>();
  REQUIRE(room.lab->join(hello("laptop"), link));
  CHECK(room.lab->list_agents()->agents(0).load_1m() == -1);
  v1::Heartbeat heartbeat;
  heartbeat.mutable_load()->set_load_1m(0.5);
  heartbeat.mutable_load()->set_sync_median_nanos(77'000);
  room.lab->heard("laptop", 1, heartbeat);
  CHECK(room.lab->list_agents()->agents(0).load_1m() == 0.5);
  CHECK(room.lab->figures()->machines.at(0).sync_median_ns == 77'000);
}

TEST_CASE("a subscriber is told of changes, many at once, and no more after leaving") {
  LabRoom room;
  std::atomic<int> calls{0};
  std::atomic<std::uint64_t> last{0};
  auto subscription = room.lab->subscribe([&](std::uint64_t version) {
    ++calls;
    last = version;
  });
  auto link = std::make_shared<RecordingLink>();
  REQUIRE(room.lab->join(hello("laptop"), link));
  for (int i = 0; i < 100; ++i) room.lab->heard("laptop", 1, {});
  REQUIRE(eventually([&] { return calls >= 1; }));
  std::this_thread::sleep_for(std::chrono::milliseconds(120));
  CHECK(calls < 50);
  CHECK(last == static_cast<std::uint64_t>(calls.load()));
  subscription.reset();
  const int before = calls;
  room.lab->heard("laptop", 1, {});
  std::this_thread::sleep_for(std::chrono::milliseconds(120));
  CHECK(calls == before);
}

TEST_CASE("a stopped lab answers that it is stopping") {
  LabRoom room;
  room.lab->stop();
  const auto answer = room.lab->list_agents();
  REQUIRE_FALSE(answer);
  CHECK(answer.error().code == ErrorCode::Unavailable);
}
