#include "agent/supervisor/supervisor.h"

#include "tests/agent/supervisor/supervised.h"

using namespace gb::testing;
using gb::RunOutcome;
namespace v1 = graphbench::v1;

namespace {

/// One supervisor for a test, with a grace short enough to wait for.
struct Stage {
  Scratch scratch;
  gb::Supervisor supervisor{
      {.runner = STUB_RUNNER, .runs_folder = scratch.folder / "runs", .terminate_grace = 300ms}};

  RunOutcome run(const std::string& behaviour, gb::Nanos deadline = 20s) {
    Told told;
    const auto request = request_for(scratch, behaviour, deadline);
    const auto started = supervisor.start(request, told.event(), told.ended());
    CAPTURE((started ? "" : started.error().message));
    REQUIRE(started.has_value());
    RunOutcome outcome = told.wait_for_end();
    CHECK(told.end_count() == 1);
    check_nothing_is_left(request.cell_id());
    return outcome;
  }

  void check_nothing_is_left(const std::string& name) const {
    CHECK_FALSE(noted(scratch, name).empty());
    for (const pid_t process : noted(scratch, name)) {
      CAPTURE(process);
      CHECK_FALSE(alive(process));
    }
    for (const gb::ProcessEntry& entry : gb::all_processes()) {
      CAPTURE(entry.id);
      CHECK(entry.parent != getpid());  // no zombie either
    }
    CHECK(std::filesystem::is_empty(scratch.folder / "runs"));
  }
};

bool says(const RunOutcome& outcome, const std::string& words) {
  return outcome.reason.find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("a run that sends its document is done, and its folder and processes are gone") {
  Stage stage;
  const RunOutcome outcome = stage.run("done");
  CHECK(outcome.end == v1::CELL_END_DONE);
  CHECK(outcome.reason == "");
  REQUIRE(outcome.document.has_value());
  CHECK(outcome.document->bytes() == "{}");
}

TEST_CASE("each way a runner can fail has its own end and a reason a person understands") {
  Stage stage;
  struct Expectation {
    std::string behaviour;
    v1::CellEnd end;
    std::string words;
  };
  for (const Expectation& expected : std::vector<Expectation>{
           {"problem", v1::CELL_END_INPUT_MISSING, "open sqlite: no libsqlite3.so.0"},
           {"silent", v1::CELL_END_ENGINE_FAILED,
            "ended with exit code 0 in phase load without a document; it printed nothing"},
           {"exit-3", v1::CELL_END_ENGINE_FAILED,
            "exit code 3 in phase load without a document; its last words: first line | no space "
            "left? on device"},
           {"crash", v1::CELL_END_ENGINE_FAILED, "killed by signal 11 ("},
           {"garbage", v1::CELL_END_ENGINE_FAILED, "that are no event"},
           {"old-protocol", v1::CELL_END_ENGINE_FAILED, "it speaks protocol 2 and this agent 1"},
           {"half", v1::CELL_END_ENGINE_FAILED, "its last event did not come whole"},
           {"huge", v1::CELL_END_ENGINE_FAILED, "the limit is 67108864"},
           {"damaged", v1::CELL_END_ENGINE_FAILED, "do not match its hash"},
           {"close-and-stay", v1::CELL_END_ENGINE_FAILED, "closed its pipe in phase load"},
       }) {
    CAPTURE(expected.behaviour);
    const RunOutcome outcome = stage.run(expected.behaviour);
    CAPTURE(outcome.reason);
    CHECK(outcome.end == expected.end);
    CHECK(says(outcome, expected.words));
    CHECK_FALSE(outcome.document.has_value());
  }
  SUBCASE("and the supervisor is still of use afterwards") {
    CHECK(stage.run("done").end == v1::CELL_END_DONE);
  }
}

TEST_CASE("a run over its deadline is ended in the phase it hangs in") {
  Stage stage;
  const RunOutcome outcome = stage.run("hang", 300ms);
  CHECK(outcome.end == v1::CELL_END_ENGINE_TIMEOUT);
  CHECK(says(outcome, "over its deadline of 300ms in phase load"));
  CHECK_FALSE(says(outcome, "SIGTERM"));
}

TEST_CASE("what ignores SIGTERM is killed with its children after the grace") {
  Stage stage;
  const RunOutcome outcome = stage.run("ignore-sigterm", 500ms);
  CHECK(outcome.end == v1::CELL_END_ENGINE_TIMEOUT);
  CHECK(says(outcome, "in phase measure; SIGTERM did not end it within 300ms, so it was killed"));
}

TEST_CASE("daemons that left session, parent and environment are found and ended") {
  Stage stage;
  const RunOutcome outcome = stage.run("daemon");
  CHECK(outcome.end == v1::CELL_END_DONE);
  CHECK(outcome.reason == "");
}

TEST_CASE("a runner that multiplied is gone to the last process") {
  Stage stage;
  Told told;
  const auto request = request_for(stage.scratch, "multiply");
  REQUIRE(stage.supervisor.start(request, told.event(), told.ended()).has_value());
  REQUIRE(eventually([&] { return noted(stage.scratch, request.cell_id()).size() == 1 + 64; }));
  stage.supervisor.cancel("enough");
  CHECK(told.wait_for_end().end == v1::CELL_END_CANCELLED);
  stage.check_nothing_is_left(request.cell_id());
}

TEST_CASE("100 MB on stdout block nobody and leave only the last words") {
  Stage stage;
  CHECK(stage.run("flood").end == v1::CELL_END_DONE);
  const RunOutcome outcome = stage.run("flood-forever", 500ms);
  CHECK(outcome.end == v1::CELL_END_ENGINE_TIMEOUT);
  CHECK(outcome.reason.size() < 1000);
}

TEST_CASE("a document counts although its runner has to be killed after it") {
  Stage stage;
  CHECK(stage.run("document-then-hang").end == v1::CELL_END_DONE);
}

TEST_CASE("a cancelled run ends as cancelled, with the reason, and a second one can start") {
  Stage stage;
  Told told;
  const auto request = request_for(stage.scratch, "ignore-sigterm");
  REQUIRE(stage.supervisor.start(request, told.event(), told.ended()).has_value());
  told.wait_for_phase(v1::RUN_PHASE_MEASURE);
  CHECK(stage.supervisor.running());
  const auto second = stage.supervisor.start(request_for(stage.scratch, "done"), {}, {});
  REQUIRE_FALSE(second.has_value());
  CHECK(second.error().code == gb::ErrorCode::FailedPrecondition);
  stage.supervisor.cancel("the matrix was cancelled");
  const RunOutcome outcome = told.wait_for_end();
  CHECK(outcome.end == v1::CELL_END_CANCELLED);
  CHECK(says(outcome, "the matrix was cancelled; SIGTERM did not end it"));
  CHECK_FALSE(stage.supervisor.running());
  stage.check_nothing_is_left(request.cell_id());
  stage.supervisor.cancel("nobody is there");  // no live run: nothing
  CHECK(stage.run("done").end == v1::CELL_END_DONE);
}

TEST_CASE("a supervisor that goes takes its run with it") {
  Scratch scratch;
  Told told;
  const auto request = request_for(scratch, "hang");
  {
    gb::Supervisor supervisor(
        {.runner = STUB_RUNNER, .runs_folder = scratch.folder / "runs", .terminate_grace = 300ms});
    REQUIRE(supervisor.start(request, told.event(), told.ended()).has_value());
    told.wait_for_phase(v1::RUN_PHASE_LOAD);
  }
  CHECK(told.wait_for_end().end == v1::CELL_END_CANCELLED);
  CHECK_FALSE(alive(noted(scratch, request.cell_id()).at(0)));
}

TEST_CASE("a runner that is not there, or is no program, is said at once") {
  Scratch scratch;
  for (const std::filesystem::path& runner :
       {scratch.folder / "gb-runner", std::filesystem::path("/etc/hostname")}) {
    gb::Supervisor supervisor({.runner = runner, .runs_folder = scratch.folder / "runs"});
    const auto started = supervisor.start(request_for(scratch, "done"), {}, {});
    REQUIRE_FALSE(started.has_value());
    CAPTURE(started.error().message);
    CHECK(started.error().message.find(runner.string()) != std::string::npos);
    CHECK(started.error().message.find("build or install it") != std::string::npos);
    CHECK_FALSE(supervisor.running());
    CHECK(std::filesystem::is_empty(scratch.folder / "runs"));
  }
}

TEST_CASE("a run id that could leave the runs folder is refused") {
  Stage stage;
  auto request = request_for(stage.scratch, "done");
  request.set_run_id("../../etc");
  const auto started = stage.supervisor.start(request, {}, {});
  REQUIRE_FALSE(started.has_value());
  CHECK(started.error().code == gb::ErrorCode::InvalidArgument);
}
