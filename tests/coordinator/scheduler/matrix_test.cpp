#include "tests/coordinator/scheduler/driver.h"

using namespace gb;
using namespace gb::test;

TEST_CASE("cancelling ends what waits at once, and what runs when it has stopped") {
  Driver lab;
  lab.submit(plan_on("m", {"a", "a"}));
  lab.join("a");
  CHECK(lab.cancel("m") == "cancel run1 on a; end m-1 cancelled #1");
  SUBCASE("it reports") {
    CHECK(lab.report("m-0", CellEnd::Cancelled) == "end m-0 cancelled #1; end m cancelled");
  }
  SUBCASE("it was done before it heard: that counts") {
    CHECK(lab.report("m-0") == "end m-0 done #1; end m cancelled");
  }
  SUBCASE("it failed: no other attempt") {
    CHECK(lab.report("m-0", CellEnd::EngineFailed) == "end m-0 cancelled #1; end m cancelled");
  }
  SUBCASE("it goes silent") {
    lab.leave("a");
    CHECK(lab.silence(26s) == "end m-0 cancelled #2; end m cancelled");
  }
  SUBCASE("the message was lost: it is sent with every heartbeat") {
    CHECK(lab.hear("a", {lab.held["m-0"]}) == "cancel run1 on a");
  }
  SUBCASE("twice") { CHECK(lab.cancel("m") == "cancel run1 on a"); }
}

TEST_CASE("a cell that waits longer than the matrix allows expires") {
  Driver lab;
  MatrixPlan plan = plan_on("m", {"a", "b"});
  plan.queue_deadline = 60s;
  lab.submit(plan);
  lab.join("a");
  CHECK(lab.beat("a", {lab.held["m-0"]}, 58s).empty());
  CHECK(lab.beat("a", {lab.held["m-0"]}, 2s) == "end m-1 expired #1");
  CHECK(lab.report("m-0", CellEnd::EngineFailed) == "end m-0 expired #1; end m");
}

TEST_CASE("a pause of our own does not count as waiting") {
  Driver lab;
  MatrixPlan plan = plan_on("m", {"a"});
  plan.queue_deadline = 60s;
  lab.submit(plan);
  CHECK(lab.after(100s).empty());
  CHECK(lab.silence(59s).empty());
  CHECK(lab.silence(2s) == "end m-0 expired #1; end m");
}

TEST_CASE("F16: the newer session of a name wins, the older one is closed and stays out") {
  Driver lab;
  lab.submit(plan_on("m", {"a"}));
  lab.join("a", "host1", 5);
  CHECK(lab.join("a", "host2", 6) == "close 5 of a");
  lab.leave("a", 5);
  CHECK(lab.join("a", "host1", 5) == "close 5 of a");
  CHECK(lab.hear("a", {}, 5) == "close 5 of a");
  lab.leave("a", 5);
  CHECK(lab.scheduler.waiting_reason(CellId::trusted("m-0")).empty());
  CHECK(lab.hear("a", {lab.held["m-0"]}, 6).empty());
}

TEST_CASE("a reconnect that overtakes the end of the old stream leaves the agent connected") {
  Driver lab;
  lab.join("a");
  lab.join("a");
  lab.leave("a");
  CHECK(lab.submit(plan_on("m", {"a"})) == "lease m-0 to a #1.1");
  CHECK(lab.leave("a").empty());
  lab.submit(plan_on("n", {"a"}));
  CHECK(lab.scheduler.waiting_reason(CellId::trusted("n-0")) == "machine a is not connected");
}

namespace {

/// A matrix "m" on machines a, a, b: the first cell is held by a, under fencing number 3.
Snapshot interrupted() {
  const MatrixPlan plan = plan_on("m", {"a", "a", "b"});
  Snapshot snapshot;
  snapshot.matrices.push_back({plan, false, false, {}});
  snapshot.matrices[0].plan.cells.clear();
  for (const CellPlan& cell : plan.cells)
    snapshot.cells.push_back({cell, plan.id, 1, 0, {}, {}, {}, {}});
  snapshot.cells[0].fencing_number = 3;
  snapshot.cells[0].attempts = 2;
  snapshot.cells[0].held = HeldRun{RunId::trusted("old"), plan.cells[0].id, 3};
  snapshot.cells[0].holder = agent_id("a");
  snapshot.agents = {{agent_id("a"), 9, "host"}, {agent_id("b"), 4, "host"}};
  return snapshot;
}

}  // namespace

TEST_CASE("a restart costs a running cell nothing, and its host stays taken") {
  Driver lab;
  lab.now = 1h;
  const Snapshot snapshot = interrupted();
  CHECK(lab.carried_out(lab.scheduler.restore(snapshot, lab.now)).empty());
  CHECK(lab.join("b", "host", 4).empty());  // a, not back yet, is known to run on this host
  CHECK(lab.scheduler.waiting_reason(CellId::trusted("m-2")) == "a, on the same host, is running");
  SUBCASE("the agent comes back with its run") {
    CHECK(lab.join("a", "host", 9, {*snapshot.cells[0].held}).empty());
    CHECK(lab.on(RunReported{RunId::trusted("old"), CellId::trusted("m-0"), CellEnd::Done, "",
                             true}) == "end m-0 done #3; lease m-1 to a #1.1");
  }
  SUBCASE("it does not come back") {
    CHECK(lab.beat("b", {}, 24s, 4).empty());
    lab.now += 1s;
    CHECK(lab.hear("b", {}, 4) == "requeue m-0 #4; lease m-2 to b #1.1");
  }
  SUBCASE("an older session of it is told to close") {
    CHECK(lab.join("a", "host", 8) == "close 8 of a");
  }
}

TEST_CASE("a restart decides what a failure had left undecided") {
  Driver lab;
  Snapshot snapshot = interrupted();
  snapshot.cells[0].undecided = RunReported{RunId::trusted("old"), CellId::trusted("m-0"),
                                            CellEnd::EngineFailed, "signal 11", true};
  SUBCASE("attempts are left") {
    CHECK(lab.carried_out(lab.scheduler.restore(snapshot, lab.now)) == "requeue m-0 #4");
  }
  SUBCASE("attempts are used up") {
    snapshot.matrices[0].plan.max_attempts = 2;
    CHECK(lab.carried_out(lab.scheduler.restore(snapshot, lab.now)) == "end m-0 engine_failed #3");
  }
}

TEST_CASE("a restart goes on cancelling, and ends a matrix whose cells had all ended") {
  Driver lab;
  Snapshot snapshot = interrupted();
  SUBCASE("cancelling") {
    snapshot.matrices[0].cancelled = true;
    CHECK(lab.carried_out(lab.scheduler.restore(snapshot, lab.now)) ==
          "cancel old on a; end m-1 cancelled #1; end m-2 cancelled #1");
  }
  SUBCASE("all ended") {
    for (StoredCell& cell : snapshot.cells) cell.end = CellEnd::Done;
    CHECK(lab.carried_out(lab.scheduler.restore(snapshot, lab.now)) == "end m");
  }
}

TEST_CASE("the wait before a restart counts for the queue deadline") {
  Driver lab;
  Snapshot snapshot = interrupted();
  snapshot.matrices[0].plan.queue_deadline = 60s;
  snapshot.matrices[0].waited = 59s;
  CHECK(lab.carried_out(lab.scheduler.restore(snapshot, lab.now)).empty());
  CHECK(lab.after(2s) == "end m-1 expired #1; end m-2 expired #1");
}
