#include "coordinator/metrics/exposition.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/support/required_tool.h"

namespace gb {
namespace {

Lab::Figures small_lab() {
  Lab::Figures figures;
  figures.agents_connected = 2;
  figures.agents_known = 3;
  figures.cells_queued = 4;
  figures.cells_running = 1;
  figures.cells_by_end = {{"done", 7}, {"engine_failed", 2}};
  figures.latest = {{"sqlite", "micro-read", "sf1", "laptop", "point-read", 1500, 250000}};
  figures.machines = {{"laptop", true, 0.25, 0.5, 3'000'000, 2'000'000, 4'000'000},
                      {"server1", false, -1, -1, 0, 0, 0}};
  figures.reports_accepted = 9;
  figures.reports_superseded = 1;
  figures.reports_duplicate = 5;
  figures.leases_expired = 3;
  figures.store_damaged = 2;
  figures.store_scrubs = 4;
  return figures;
}

bool has_line(const std::string& text, const std::string& line) {
  return ("\n" + text).find("\n" + line + "\n") != std::string::npos;
}

/// What `promtool check metrics` prints on this text, and its exit code.
std::pair<std::string, int> promtool(const std::string& program, const std::string& text) {
  char folder[] = "/tmp/graph-bench-metrics-XXXXXX";
  REQUIRE(mkdtemp(folder) != nullptr);
  const std::string file = std::string(folder) + "/metrics.txt";
  std::ofstream(file) << text;
  FILE* output = popen(fmt::format("'{}' check metrics < '{}' 2>&1", program, file).c_str(), "r");
  REQUIRE(output != nullptr);
  std::string said;
  for (int c = fgetc(output); c != EOF; c = fgetc(output)) said += static_cast<char>(c);
  const int status = pclose(output);
  std::filesystem::remove_all(folder);
  return {said, WEXITSTATUS(status)};
}

}  // namespace

TEST_CASE("every figure of a lab becomes a metric in base units") {
  const std::string text = exposition(small_lab());
  CHECK(has_line(text, R"(graphbench_agents{state="connected"} 2)"));
  CHECK(has_line(text, R"(graphbench_agents{state="silent"} 1)"));
  CHECK(has_line(text, "graphbench_queued_cells 4"));
  CHECK(has_line(text, "graphbench_running_cells 1"));
  CHECK(has_line(text, R"(graphbench_cells_total{outcome="done"} 7)"));
  CHECK(has_line(text, R"(graphbench_cells_total{outcome="engine_failed"} 2)"));
  CHECK(has_line(text, R"(graphbench_reports_total{fate="accepted"} 9)"));
  CHECK(has_line(text, R"(graphbench_reports_total{fate="superseded"} 1)"));
  CHECK(has_line(text, R"(graphbench_reports_total{fate="duplicate"} 5)"));
  CHECK(has_line(text, "graphbench_leases_expired_total 3"));
  CHECK(has_line(text, "graphbench_store_damaged_commits 2"));
  CHECK(has_line(text, "graphbench_store_checks_total 4"));
  CHECK(has_line(text, R"(graphbench_machine_load_average{machine="laptop"} 0.25)"));
  CHECK(has_line(text, R"(graphbench_machine_busy_ratio{machine="laptop"} 0.5)"));

  const auto value = [&text](const std::string& series) {
    const auto at = text.find("\n" + series + " ");
    REQUIRE_MESSAGE(at != std::string::npos, series);
    return std::stod(text.substr(at + series.size() + 2));
  };
  const std::string labels =
      R"({engine="sqlite",workload="micro-read",scale="sf1",query="point-read",machine="laptop"})";
  CHECK(value("graphbench_query_latency_p50_seconds" + labels) == doctest::Approx(1.5e-6));
  CHECK(value("graphbench_query_latency_p99_seconds" + labels) == doctest::Approx(250e-6));
  CHECK(value(R"(graphbench_machine_fsync_low_seconds{machine="laptop"})") ==
        doctest::Approx(0.002));
  CHECK(value(R"(graphbench_machine_fsync_median_seconds{machine="laptop"})") ==
        doctest::Approx(0.003));
  CHECK(value(R"(graphbench_machine_fsync_high_seconds{machine="laptop"})") ==
        doctest::Approx(0.004));
}

TEST_CASE("an outcome that never happened is a zero, so that its first increase shows in a rate") {
  const std::string text = exposition(Lab::Figures{});
  for (const char* outcome : {"done", "never_started", "input_missing", "engine_failed",
                              "engine_timeout", "agent_lost", "cancelled", "expired"}) {
    CHECK(has_line(text, fmt::format("graphbench_cells_total{{outcome=\"{}\"}} 0", outcome)));
  }
}

TEST_CASE("what a machine has not measured is absent instead of minus one or zero") {
  const std::string text = exposition(small_lab());
  CHECK(has_line(text, R"(graphbench_machine_connected{machine="server1"} 0)"));
  for (const char* metric : {"load_average", "busy_ratio", "fsync_median_seconds"}) {
    CHECK(text.find(fmt::format("graphbench_machine_{}{{machine=\"server1\"}}", metric)) ==
          std::string::npos);
  }
}

TEST_CASE("a name cannot break out of its label") {
  auto figures = small_lab();
  figures.machines[0].name = "a\"} 1\nevil_metric{x=\"\\";
  const std::string text = exposition(figures);
  CHECK(text.find("\nevil_metric") == std::string::npos);
  CHECK(has_line(text, R"(graphbench_machine_connected{machine="a\"} 1\nevil_metric{x=\"\\"} 1)"));
}

TEST_CASE("promtool finds nothing to complain about") {
  const auto program = support::find_program("promtool");
  if (!program) {
    REQUIRE_MESSAGE(!support::tool_is_required("promtool"), "apt-get install prometheus");
    MESSAGE("SKIPPED: no promtool here; get it by: apt-get install prometheus");
    return;
  }
  for (const auto& figures : {small_lab(), Lab::Figures{}}) {
    const auto [said, code] = promtool(*program, exposition(figures));
    CHECK(said == "");
    CHECK(code == 0);
  }
  // And it would complain if there were something.
  const auto [said, code] = promtool(*program, "# TYPE wait_count gauge\nwait_count 1\n");
  CHECK(said != "");
  CHECK(code != 0);
}

}  // namespace gb
