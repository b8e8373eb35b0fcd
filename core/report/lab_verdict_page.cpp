#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/duration.h"
#include "core/report/quantity.h"
#include "core/report/verdict_page.h"

namespace gb {
namespace {

std::string factor(double value) { return fmt::format("{:.3f}x", value); }

/// "1 round", "2 rounds".
std::string counted(std::size_t number, std::string_view what) {
  return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

std::string percent(double share) {
  return std::isfinite(share) ? fmt::format("{:.2f} %", share * 100) : "-";
}

std::string interval(const std::optional<double>& low, const std::optional<double>& high) {
  if (!low || !high) return "-";
  return fmt::format("{:.3f} to {:.3f}", *low, *high);
}

std::string rounds_words(std::size_t rounds, double minutes) {
  std::string text = counted(rounds, "round");
  if (minutes >= 1) text += fmt::format(", {:.0f} min", std::ceil(minutes));
  return text;
}

/// What would decide an undecided row.
std::string would_decide(const LabAbRow& row) {
  const PairedRow& paired = row.paired;
  if (paired.verdict != RowVerdict::Undecided) return paired.proven_tau ? "proven" : "";
  return paired.rounds_needed ? rounds_words(*paired.rounds_needed, row.minutes_needed) : "";
}

/// Why rows are undecided: each reason once, with whom it is about.
void add_reasons(const LabAb& ab, VerdictPage& page) {
  std::vector<std::pair<std::string, std::vector<std::string>>> reasons;
  for (const LabAbRow& row : ab.rows) {
    if (row.paired.verdict != RowVerdict::Undecided) continue;
    const std::string& why = row.paired.why_undecided;
    auto found = std::find_if(reasons.begin(), reasons.end(),
                              [&](const auto& one) { return one.first == why; });
    if (found == reasons.end()) found = reasons.insert(found, {why, {}});
    found->second.push_back(row.query);
  }
  for (const auto& [why, queries] : reasons) {
    page.blocks.emplace_back(queries.size() == ab.rows.size()
                                 ? fmt::format("undecided: {}", why)
                                 : fmt::format("undecided, {}: {}", fmt::join(queries, ", "), why));
  }
}

/// Everything a reader must hear besides the rows.
void add_findings(const std::vector<Finding>& findings, VerdictPage& page) {
  for (const FindingEffect effect : {FindingEffect::Undecides, FindingEffect::Informs}) {
    for (const std::string& line : finding_lines(findings, effect)) page.blocks.emplace_back(line);
  }
  page.failures = finding_lines(findings, FindingEffect::Fails);
}

std::string outcome_words(VerdictOutcome outcome) {
  return fmt::format("outcome: {}", name_of(outcome));
}

void add_rival(const LabRival& rival, VerdictPage& page) {
  if (rival.queries.empty()) return;
  page.blocks.emplace_back(fmt::format("{} against {}, {}: geometric mean {:.2f}x, by p50",
                                       rival.engine, rival.rival, rival.workload,
                                       rival.geometric_mean));
  PageTable table{{"query", "class", rival.engine, rival.rival, "speedup", "interval"},
                  {},
                  {Align::Left, Align::Left, Align::Right, Align::Right, Align::Right}};
  for (const RivalQuery& row : rival.queries) {
    table.rows.push_back({row.query, row.query_class, three_digits(row.own),
                          three_digits(row.rival), fmt::format("{:.2f}x", row.speedup),
                          interval(row.low, row.high)});
  }
  page.blocks.emplace_back(std::move(table));
}

}  // namespace

void lab_page(const LabNoise& noise, VerdictPage& page) {
  page.blocks.emplace_back(
      fmt::format("noise of {} by {}: shares are standard deviations of one run, \"sees\" is the "
                  "smallest regression that so many paired rounds find in 80 % of cases",
                  noise.engine, name_of(noise.metric)));
  PageTable table{{"query", "runs/sessions", "median", "cv", "within run", "between runs",
                   "between sessions", "90 % under", "sees in 10", "in 20", "in 30",
                   fmt::format("rounds for {:.3g} %", noise.tau * 100)},
                  {},
                  std::vector<Align>(12, Align::Right)};
  table.align[0] = Align::Left;
  std::string cell;
  for (const LabNoiseRow& row : noise.rows) {
    const NoiseModel& m = row.model;
    table.rows.push_back(
        {row.query, fmt::format("{}/{}", m.components.runs, m.components.sessions),
         three_digits(row.median), percent(m.robust_cv), percent(m.components.within),
         percent(m.components.run), percent(m.components.session), factor(m.expected_floor),
         percent(row.detectable_10), percent(row.detectable_20), percent(row.detectable_30),
         row.rounds_for_tau == 0 ? fmt::format("> {}", kMostRounds)
                                 : std::to_string(row.rounds_for_tau)});
    if (cell.find(row.cell) == std::string::npos) cell += (cell.empty() ? "" : "; ") + row.cell;
  }
  page.blocks.emplace_back(cell);
  page.blocks.emplace_back(std::move(table));
  add_findings(noise.findings, page);
  const bool can = noise.outcome == VerdictOutcome::Pass;
  page.blocks.emplace_back(fmt::format(
      "this machine {} hold a {:.3g} % gate in {} paired rounds; two single runs of the same code "
      "differ by less than {:.2f}x in 90 % of cases",
      can ? "can" : "cannot be said to", noise.tau * 100, noise.gate_rounds, noise.floor));
}

void lab_page(const LabAb& ab, const PageOptions& options, VerdictPage& page) {
  page.blocks.emplace_back(fmt::format(
      "{} by {}: {} regressed, {} improved, {} equivalent, {} undecided (a change of {:.3g} % "
      "matters; {:.3g} % chance of any false accusation or praise)",
      counted(ab.rows.size(), "row"), name_of(ab.metric), ab.regressed, ab.improved, ab.equivalent,
      ab.undecided, ab.rules.tau * 100, ab.rules.alpha * 100));
  constexpr std::size_t kUnfolded = 12;
  PageTable table{
      {"query", "before", "after", "factor", "interval", "rounds", "verdict", "would decide"},
      {},
      {Align::Left, Align::Right, Align::Right, Align::Right, Align::Left, Align::Right}};
  std::size_t folded = 0;
  std::string cell;
  for (const LabAbRow& row : ab.rows) {
    const PairedRow& p = row.paired;
    if (!options.all_rows && ab.rows.size() > kUnfolded && p.verdict == RowVerdict::Equivalent) {
      ++folded;
      continue;
    }
    table.rows.push_back({row.query, three_digits(row.before), three_digits(row.after),
                          factor(p.factor), interval(p.low, p.high), std::to_string(p.rounds),
                          std::string(name_of(p.verdict)), would_decide(row)});
    if (cell.find(row.cell) == std::string::npos) cell += (cell.empty() ? "" : "; ") + row.cell;
  }
  if (!cell.empty()) page.blocks.emplace_back(cell);
  if (!table.rows.empty()) page.blocks.emplace_back(std::move(table));
  if (folded > 0) page.blocks.emplace_back(fmt::format("{} equivalent rows folded: --all", folded));
  add_reasons(ab, page);
  add_findings(ab.findings, page);
  if (ab.identical) {
    page.blocks.emplace_back(
        fmt::format("identical build: {} of {} rows would have been false alarms", ab.false_alarms,
                    ab.rows.size()));
  }
  for (const LabAbRow& row : ab.rows) {
    if (row.paired.verdict != RowVerdict::Regressed) continue;
    page.failures.push_back(fmt::format("regressed[{}]: {} against {}, {} ({})", row.query,
                                        three_digits(row.after), three_digits(row.before),
                                        factor(row.paired.factor),
                                        interval(row.paired.low, row.paired.high)));
  }
  page.blocks.emplace_back(outcome_words(ab.outcome));
}

void lab_page(const LabGate& gate, const PageOptions& options, VerdictPage& page) {
  const auto count = [&](GateState state) {
    return std::count_if(gate.rows.begin(), gate.rows.end(),
                         [&](const GateRow& row) { return row.state == state; });
  };
  page.blocks.emplace_back(
      fmt::format("{}: {}, {} held against their history: {} quiet, {} cleared, {} regressed, {} "
                  "rang, {} unholdable, {} unknown (a {:.3g} % gate)",
                  options.label, counted(gate.candidates, "cell"),
                  gate.rows.size() == 1 ? "1 query" : fmt::format("{} queries", gate.rows.size()),
                  count(GateState::Quiet), count(GateState::Cleared), count(GateState::Regressed),
                  count(GateState::Rang), count(GateState::Unholdable), count(GateState::Unknown),
                  gate.rules.tau * 100));
  PageTable table{
      {"query", "now", "history", "factor", "fence", "of runs", "state", "paired"},
      {},
      {Align::Left, Align::Right, Align::Right, Align::Right, Align::Right, Align::Right}};
  for (const GateRow& row : gate.rows) {
    const bool quiet = row.state == GateState::Quiet || row.state == GateState::Identical;
    if (!options.all_rows && quiet && gate.rows.size() > 12) continue;
    table.rows.push_back(
        {row.query, three_digits(row.now), three_digits(row.was), factor(row.factor),
         factor(std::exp(row.fence.width)), std::to_string(row.fence.history),
         std::string(name_of(row.state)),
         row.paired ? fmt::format("{} in {} rounds", factor(row.paired->factor), row.paired->rounds)
                    : ""});
  }
  if (!table.rows.empty()) page.blocks.emplace_back(std::move(table));
  for (const LabRival& rival : gate.rivals) add_rival(rival, page);
  add_findings(gate.findings, page);
  page.blocks.emplace_back(outcome_words(gate.outcome));
}

void lab_page(const LabHistory& history, const PageOptions& options, VerdictPage& page) {
  std::size_t changes = 0, short_series = 0;
  PageTable table{
      {"query", "run", "before", "after", "factor", "p", "last build", "first build", "on"},
      {},
      {Align::Left, Align::Right, Align::Right, Align::Right, Align::Right, Align::Right}};
  PageTable all{{"query", "cell", "runs", "changes"},
                {},
                {Align::Left, Align::Left, Align::Right, Align::Right}};
  for (const HistorySeries& series : history.series) {
    changes += series.changes.size();
    short_series += series.values.size() < history.shortest ? 1 : 0;
    all.rows.push_back({series.query, series.cell, std::to_string(series.values.size()),
                        std::to_string(series.changes.size())});
    for (const HistoryChange& change : series.changes) {
      table.rows.push_back(
          {series.query, std::to_string(change.at + 1), three_digits(change.before),
           three_digits(change.after), factor(change.factor), fmt::format("{:.3f}", change.p),
           change.last_build, change.first_build, format_rfc3339(change.first_time).substr(0, 16)});
    }
  }
  page.blocks.emplace_back(fmt::format("history of {} by {}: {} series, {} changes of level",
                                       history.engine, name_of(history.metric),
                                       history.series.size(), changes));
  if (options.all_rows) page.blocks.emplace_back(std::move(all));
  if (!table.rows.empty()) page.blocks.emplace_back(std::move(table));
  if (short_series > 0) {
    page.blocks.emplace_back(fmt::format("{} series have fewer than {} runs and were not searched",
                                         short_series, history.shortest));
  }
}

}  // namespace gb
