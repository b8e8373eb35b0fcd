#include <doctest/doctest.h>
#include <signal.h>

#include <nlohmann/json.hpp>
#include <set>

#include "tests/support/lab_process.h"

using namespace gb::testing;
using gb::TemporaryFolder;
using Json = nlohmann::json;

namespace {

/// Queues a matrix and returns its id.
std::string submit(const LabProcesses& lab, const std::filesystem::path& file) {
  const Finished done = lab.gb({"matrix", "submit", file});
  INFO(done.err);
  REQUIRE(done.exit_code == 0);
  return done.out.substr(0, done.out.find('\n'));
}

/// Every cell is done, and has exactly one result that counts.
void check_complete(const LabProcesses& lab, const std::string& matrix, std::size_t cells) {
  const Finished watched = lab.gb({"matrix", "watch", matrix, "--json"});
  INFO(watched.err);
  CHECK(watched.exit_code == 0);
  const Json view = Json::parse(lab.gb({"matrix", "show", matrix, "--json"}).out);
  CHECK(view["cells"].size() == cells);
  std::set<std::string> runs;
  for (const Json& cell : view["cells"]) {
    INFO(cell.dump(2));
    CHECK(cell["end"] == "CELL_END_DONE");
    runs.insert(cell["run_id"].get<std::string>());
  }
  CHECK(runs.size() == cells);
  const Json report = Json::parse(lab.gb({"report", "--matrix", matrix, "--all", "--json"}).out);
  std::size_t columns = 0;
  for (const Json& table : report["tables"]) columns += table["columns"].size();
  CHECK(columns == cells);  // no result is counted twice
  CHECK(report["verified"]["passed"] == 9 * cells);
  CHECK(eventually([&] { return lab.runners().empty(); }));
}

/// Waits until some cell is being run.
void wait_for_runner(const LabProcesses& lab) {
  REQUIRE(eventually([&] { return !lab.runners().empty(); }));
}

}  // namespace

TEST_CASE("a lab of two agents on one host runs a matrix to its end") {
  LabProcesses lab;
  lab.start_agent("alpha");
  lab.start_agent("beta");
  REQUIRE(lab.gb({"agent", "list", "--wait", "2"}).exit_code == 0);
  const std::string matrix = submit(lab, lab.write_matrix("[\"all\"]", "rounds = 2\n"));
  std::size_t most = 0;
  while (Json::parse(lab.gb({"matrix", "show", matrix, "--json"}).out)["state"] ==
         "STATE_RUNNING") {
    most = std::max(most, lab.runners().size());
  }
  CHECK(most <= 1);  // they share the host
  check_complete(lab, matrix, 8);
}

TEST_CASE(
    "kill -9 of an agent in the middle of a run: its cell is run again, nothing is left behind") {
  LabProcesses lab;
  lab.start_agent("alpha");
  REQUIRE(lab.gb({"agent", "list", "--wait", "1"}).exit_code == 0);
  const std::string matrix =
      submit(lab, lab.write_matrix("[\"alpha\"]", "rounds = 3\nmax_attempts = 9\n"));
  for (int round = 0; round < 3; ++round) {
    wait_for_runner(lab);
    lab.agent("alpha").signal(SIGKILL);
    (void)lab.agent("alpha").wait();
    CHECK(eventually([&] { return lab.runners().empty(); },
                     std::chrono::seconds(5)));  // the runner dies with its agent
    lab.start_agent("alpha");
  }
  check_complete(lab, matrix, 6);
}

TEST_CASE(
    "kill -9 of the coordinator in the middle of a stream: the matrix goes on after a restart") {
  LabProcesses lab;
  lab.start_agent("alpha");
  REQUIRE(lab.gb({"agent", "list", "--wait", "1"}).exit_code == 0);
  const std::string matrix = submit(lab, lab.write_matrix("[\"alpha\"]", "rounds = 4\n"));
  for (int round = 0; round < 4; ++round) {
    wait_for_runner(lab);
    std::this_thread::sleep_for(std::chrono::milliseconds(150 * round));
    lab.coordinator().signal(SIGKILL);
    (void)lab.coordinator().wait();
    lab.start_coordinator();
  }
  check_complete(lab, matrix, 8);
}

TEST_CASE("a coordinator that was stopped for longer than a lease takes nobody for lost (F4)") {
  LabProcesses lab;
  lab.start_agent("alpha");
  REQUIRE(lab.gb({"agent", "list", "--wait", "1"}).exit_code == 0);
  const std::string matrix = submit(lab, lab.write_matrix("[\"alpha\"]", "rounds = 3\n"));
  for (const int stopped_ms : {3'400, 6'000}) {  // lease and grace are 3 s
    wait_for_runner(lab);
    lab.coordinator().signal(SIGSTOP);
    std::this_thread::sleep_for(std::chrono::milliseconds(stopped_ms));
    lab.coordinator().signal(SIGCONT);
  }
  check_complete(lab, matrix, 6);
  const std::string log = lab.coordinator().err();
  INFO(log);
  CHECK(log.find("cell queued again") == std::string::npos);
  CHECK(log.find("attempt=2") == std::string::npos);
}

TEST_CASE("kill -9 of the runner: the cell is run again") {
  LabProcesses lab;
  lab.start_agent("alpha");
  REQUIRE(lab.gb({"agent", "list", "--wait", "1"}).exit_code == 0);
  const std::string matrix = submit(lab, lab.write_matrix("[\"alpha\"]", "rounds = 2\n"));
  wait_for_runner(lab);
  for (const pid_t runner : lab.runners()) ::kill(runner, SIGKILL);
  check_complete(lab, matrix, 4);
}

TEST_CASE("a cancelled matrix ends its queued cells at once and its running one soon") {
  LabProcesses lab;
  lab.start_agent("alpha");
  REQUIRE(lab.gb({"agent", "list", "--wait", "1"}).exit_code == 0);
  const std::string matrix = submit(lab, lab.write_matrix("[\"alpha\"]", "rounds = 20\n"));
  wait_for_runner(lab);
  CHECK(lab.gb({"matrix", "cancel", matrix}).exit_code == 0);
  const Finished watched = lab.gb({"matrix", "watch", matrix});
  CHECK(watched.exit_code == 5);
  const Json view = Json::parse(lab.gb({"matrix", "show", matrix, "--json"}).out);
  CHECK(view["state"] == "STATE_CANCELLED");
  CHECK(eventually([&] { return lab.runners().empty(); }));
}

TEST_CASE("SIGTERM ends coordinator and agent with exit code 0 and leaves no process") {
  LabProcesses lab;
  lab.start_agent("alpha");
  REQUIRE(lab.gb({"agent", "list", "--wait", "1"}).exit_code == 0);
  (void)submit(lab, lab.write_matrix("[\"alpha\"]", "rounds = 20\n"));
  wait_for_runner(lab);
  lab.agent("alpha").signal(SIGTERM);
  CHECK(lab.agent("alpha").wait(std::chrono::seconds(20)).exit_code == 0);
  CHECK(eventually([&] { return lab.runners().empty(); }));
  lab.coordinator().signal(SIGTERM);
  CHECK(lab.coordinator().wait(std::chrono::seconds(20)).exit_code == 0);
}
