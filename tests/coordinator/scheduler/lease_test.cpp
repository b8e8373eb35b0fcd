#include "tests/coordinator/scheduler/driver.h"

using namespace gb;
using namespace gb::test;

TEST_CASE("a machine runs its cells one at a time, in the order submitted") {
  Driver lab;
  lab.submit(plan_on("m", {"a", "a"}));
  lab.submit(plan_on("n", {"a"}));
  CHECK(lab.scheduler.waiting_reason(CellId::trusted("m-0")) == "machine a has not connected yet");
  CHECK(lab.join("a") == "lease m-0 to a #1.1");
  CHECK(lab.scheduler.waiting_reason(CellId::trusted("m-1")) == "a is running another cell");
  CHECK(lab.scheduler.waiting_reason(CellId::trusted("m-0")).empty());
  CHECK(lab.scheduler.counts().queued == 2);
  CHECK(lab.scheduler.counts().running == 1);
  CHECK(lab.report("m-0") == "end m-0 done #1; lease m-1 to a #1.1");
  CHECK(lab.report("m-1") == "end m-1 done #1; end m; lease n-0 to a #1.1");
  CHECK(lab.report("n-0") == "end n-0 done #1; end n");
  CHECK_FALSE(lab.scheduler.next_deadline().has_value());
}

TEST_CASE("agents that share a host never run at the same time, and take turns") {
  Driver lab;
  lab.submit(plan_on("m", {"a", "a", "a", "b", "c"}));
  CHECK(lab.join("a", "host1") == "lease m-0 to a #1.1");
  CHECK(lab.join("b", "host1").empty());
  CHECK(lab.join("c", "host2") == "lease m-4 to c #1.1");
  CHECK(lab.scheduler.waiting_reason(CellId::trusted("m-3")) == "a, on the same host, is running");
  CHECK(lab.report("m-0") == "end m-0 done #1; lease m-3 to b #1.1");
  CHECK(lab.report("m-3") == "end m-3 done #1; lease m-1 to a #1.1");
}

TEST_CASE("heartbeats that name the run keep its lease; without them the cell runs again") {
  Driver lab;
  lab.submit(plan_on("m", {"a"}));
  lab.join("a");
  CHECK(lab.beat("a", {lab.held["m-0"]}, 120s).empty());
  lab.leave("a");
  CHECK(lab.silence(24s).empty());  // lease 15 s and grace 10 s
  CHECK(lab.silence(2s) == "requeue m-0 #2");
  CHECK(lab.scheduler.waiting_reason(CellId::trusted("m-0")) == "machine a is not connected");
  CHECK(lab.join("a") == "lease m-0 to a #2.2");
}

TEST_CASE("a heartbeat with another fencing number does not keep the lease and is told to stop") {
  Driver lab;
  lab.submit(plan_on("m", {"a"}));
  lab.join("a");
  HeldRun other = lab.held["m-0"];
  other.fencing_number = 7;
  CHECK(lab.hear("a", {other}) == "cancel run1 on a");
}

TEST_CASE("an agent lost too often ends the cell") {
  Driver lab;
  MatrixPlan plan = plan_on("m", {"a"});
  plan.max_attempts = 2;
  lab.submit(plan);
  lab.join("a");
  lab.hear("a", {lab.held["m-0"]});
  lab.leave("a");
  CHECK(lab.silence(26s) == "requeue m-0 #2");
  lab.join("a");
  SUBCASE("after some run had begun: agent_lost") {
    lab.leave("a");
    CHECK(lab.silence(26s) == "end m-0 agent_lost #3; end m");
  }
}

TEST_CASE("a cell whose runs were never heard of ends as never started") {
  Driver lab;
  MatrixPlan plan = plan_on("m", {"a"});
  plan.max_attempts = 1;
  lab.submit(plan);
  lab.join("a");
  lab.leave("a");
  CHECK(lab.silence(26s) == "end m-0 never_started #2; end m");
}

TEST_CASE("F6: an agent back without its run loses it after two heartbeats, not after the lease") {
  Driver lab;
  lab.submit(plan_on("m", {"a"}));
  lab.join("a");
  lab.after(4s, AgentHeard{agent_id("a"), 1, {lab.held["m-0"]}});
  lab.leave("a");
  lab.now += 1s;
  CHECK(lab.join("a", "", 2).empty());  // its spool may hold the result: it is replayed now
  SUBCASE("it was gone") {
    lab.now += 3s;
    CHECK(lab.hear("a", {}, 2).empty());
    lab.now += 3s;
    CHECK(lab.hear("a", {}, 2) == "requeue m-0 #2; lease m-0 to a #2.2");
  }
  SUBCASE("F7: its spool had the result") { CHECK(lab.report("m-0") == "end m-0 done #1; end m"); }
  SUBCASE("it still had it") {
    lab.now += 3s;
    CHECK(lab.hear("a", {lab.held["m-0"]}, 2).empty());
    lab.now += 3s;
    CHECK(lab.hear("a", {lab.held["m-0"]}, 2).empty());
  }
}

TEST_CASE("as long as the assignment may be under way, heartbeats without the run do not cost it") {
  Driver lab;
  lab.submit(plan_on("m", {"a"}));
  lab.join("a");
  CHECK(lab.beat("a", {}, 20s).empty());
  SUBCASE("it arrives late") {
    CHECK(lab.beat("a", {lab.held["m-0"]}, 60s).empty());
    CHECK(lab.beat("a", {}, 2s).empty());
    CHECK(lab.beat("a", {}, 2s) == "requeue m-0 #2; lease m-0 to a #2.2");
  }
  SUBCASE("it never arrives: the lease ends") {
    CHECK(lab.beat("a", {}, 6s) == "requeue m-0 #2; lease m-0 to a #2.2");
  }
}

TEST_CASE("F4: our own pause costs nobody a lease, and a real loss is still noticed after it") {
  Driver lab;
  lab.submit(plan_on("m", {"a", "b"}));
  lab.join("a");
  lab.join("b");
  CHECK(lab.after(60s).empty());
  CHECK(lab.beat("a", {lab.held["m-0"]}, 24s).empty());
  CHECK(lab.beat("a", {lab.held["m-0"]}, 2s) == "requeue m-1 #2; lease m-1 to b #2.2");
}

TEST_CASE("a run whose lease has ended is told to stop, and its machine waits until it has") {
  Driver lab;
  lab.submit(plan_on("m", {"a"}));
  lab.join("a", "host");
  const HeldRun old = lab.held["m-0"];
  lab.leave("a");
  CHECK(lab.silence(26s) == "requeue m-0 #2");
  CHECK(lab.join("a", "host", 1, {old}) == "cancel run1 on a");
  CHECK(lab.scheduler.waiting_reason(CellId::trusted("m-0")) ==
        "a is stopping a run whose lease has ended");
  CHECK(lab.submit(plan_on("n", {"b"})).empty());
  CHECK(lab.join("b", "host").empty());
  SUBCASE("a heartbeat without it") { CHECK(lab.hear("a") == "lease n-0 to b #1.1"); }
  SUBCASE("F15: its late report") {
    CHECK(lab.on(RunReported{old.run, old.cell, CellEnd::Done, "", false}) ==
          "lease n-0 to b #1.1");
  }
  SUBCASE("it went silent: it fences itself within lease and grace") {
    lab.leave("a");
    CHECK(lab.silence(26s) == "lease n-0 to b #1.1");
  }
}

TEST_CASE("what a reported failure leads to") {
  Driver lab;
  MatrixPlan plan = plan_on("m", {"a"});
  plan.max_attempts = 2;
  lab.submit(plan);
  lab.join("a");
  SUBCASE("a crash of the engine is tried again, until the attempts are used up") {
    CHECK(lab.report("m-0", CellEnd::EngineFailed) == "requeue m-0 #2; lease m-0 to a #2.2");
    CHECK(lab.report("m-0", CellEnd::EngineFailed) == "end m-0 engine_failed #2; end m");
  }
  SUBCASE("a time-out would only cost the same again") {
    CHECK(lab.report("m-0", CellEnd::EngineTimeout) == "end m-0 engine_timeout #1; end m");
  }
  SUBCASE("a missing input stays missing") {
    CHECK(lab.report("m-0", CellEnd::InputMissing) == "end m-0 input_missing #1; end m");
  }
  SUBCASE("an agent that was stopped hands over") {
    CHECK(lab.report("m-0", CellEnd::Cancelled) == "requeue m-0 #2; lease m-0 to a #2.2");
    CHECK(lab.report("m-0", CellEnd::Cancelled) == "end m-0 agent_lost #2; end m");
  }
}

TEST_CASE("a report that was not accepted changes nothing") {
  Driver lab;
  lab.submit(plan_on("m", {"a"}));
  lab.join("a");
  CHECK(lab.report("m-0", CellEnd::Done, false).empty());
  CHECK(lab.scheduler.counts().running == 1);
}

TEST_CASE("a lease that the store refused is asked for again a second later") {
  Driver lab;
  lab.submit(plan_on("m", {"a"}));
  lab.store_is_full = true;
  CHECK(lab.join("a") == "no lease of m-0");
  CHECK(lab.after(500ms).empty());
  CHECK(lab.scheduler.next_deadline() == 1s);
  lab.store_is_full = false;
  CHECK(lab.after(500ms) == "lease m-0 to a #1.1");
}

TEST_CASE("while a lease lives the scheduler wants to be woken well within what it calls a pause") {
  Driver lab;
  lab.submit(plan_on("m", {"a"}));
  lab.join("a");
  CHECK(lab.scheduler.next_deadline() == 2500ms);
}
