#include "agent/runner/overhead_report.h"

#include <fmt/format.h>

namespace gb {
namespace {

nlohmann::json times_json(const LoopTimes& times) {
  return {{"p50_ns", times.p50_ns}, {"p99_ns", times.p99_ns}, {"p999_ns", times.p999_ns}};
}

const char* verdict(bool met) { return met ? "met" : "missed"; }

}  // namespace

std::string overhead_table(const OverheadReport& report) {
  std::string out = fmt::format(
      "What adapter and loop add to a prepared point read: SQLite {} ({}), {}\n"
      "{} rounds of {} operations each, bare C loop and runner's loop alternating; seed {}\n"
      "clock: {:.1f} ns a read; an empty timed region reads {} ns (p50), {} ns (p99.9)\n\n",
      report.engine_version, report.library_path, report.dataset, report.rounds, report.operations,
      report.seed, report.floor.clock_read_ns, report.floor.empty_p50_ns,
      report.floor.empty_p999_ns);
  constexpr const char* kLine = "{:<11} {:<17} {:<7} {:>9} {:>9} {:>9}\n";
  out += fmt::format(kLine, "engine", "mode", "loop", "p50 ns", "p99 ns", "p99.9 ns");
  for (const OverheadRow& row : report.rows) {
    out += fmt::format(kLine, row.engine, row.mode, "bare", row.bare.p50_ns, row.bare.p99_ns,
                       row.bare.p999_ns);
    out += fmt::format(kLine, "", "", "runner", row.runner.p50_ns, row.runner.p99_ns,
                       row.runner.p999_ns);
    out += fmt::format(
        "{:<29} adds {} ns at p50 (goal: at most {}, {}); p99.9 is {:.2f} x (goal: at most {:.0f}, "
        "{})\n",
        "", row.added_p50_ns, kOverheadGoalP50Ns, verdict(row.p50_meets_goal), row.p999_ratio,
        kOverheadGoalP999Ratio, verdict(row.p999_meets_goal));
  }
  return out;
}

nlohmann::json overhead_json(const OverheadReport& report) {
  nlohmann::json rows = nlohmann::json::array();
  for (const OverheadRow& row : report.rows) {
    rows.push_back({{"engine", row.engine},
                    {"mode", row.mode},
                    {"bare", times_json(row.bare)},
                    {"runner", times_json(row.runner)},
                    {"added_p50_ns", row.added_p50_ns},
                    {"p999_ratio", row.p999_ratio},
                    {"p50_meets_goal", row.p50_meets_goal},
                    {"p999_meets_goal", row.p999_meets_goal}});
  }
  return {{"schema", 1},
          {"engine_version", report.engine_version},
          {"library_path", report.library_path},
          {"dataset", report.dataset},
          {"rounds", report.rounds},
          {"operations", report.operations},
          {"seed", report.seed},
          {"goal_p50_ns", kOverheadGoalP50Ns},
          {"goal_p999_ratio", kOverheadGoalP999Ratio},
          {"timer_floor",
           {{"clock_read_ns", report.floor.clock_read_ns},
            {"empty_p50_ns", report.floor.empty_p50_ns},
            {"empty_p999_ns", report.floor.empty_p999_ns}}},
          {"rows", rows}};
}

}  // namespace gb
