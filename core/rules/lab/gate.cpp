#include "core/rules/lab/gate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

#include "core/base/duration.h"
#include "core/document/lookup.h"
#include "core/rules/lab/gate_baseline.h"
#include "core/rules/lab/pairs.h"

namespace gb {
namespace {

std::string span(std::int64_t ns) { return format_duration(Nanos(ns)); }

void append(std::vector<Finding>& to, std::vector<Finding> more) {
  std::move(more.begin(), more.end(), std::back_inserter(to));
}

/// The newest runs of each cell that are of the newest one's build; oldest first.
std::vector<CandidateRuns> candidate_cells(const std::vector<ResultDocument>& documents) {
  std::vector<const ResultDocument*> ordered;
  for (const ResultDocument& one : documents) ordered.push_back(&one);
  std::stable_sort(ordered.begin(), ordered.end(), [](const auto* a, const auto* b) {
    return a->condition.started_at < b->condition.started_at;
  });
  std::map<std::string, CandidateRuns> cells;
  for (const ResultDocument* one : ordered) {
    cells[cell_label(*one) + machine_identity(*one)].push_back(one);
  }
  std::vector<CandidateRuns> chosen;
  for (auto& [key, runs] : cells) {
    const auto build = [](const ResultDocument* run) {
      return run->condition.engine_version + (run->gb ? run->gb->library_sha256 : "");
    };
    const std::string newest = build(runs.back());
    // Not older ones of the same build from before another build came between.
    std::size_t from = runs.size() - 1;
    while (from > 0 && runs.size() - from < kCandidateRuns && build(runs[from - 1]) == newest &&
           runs[from - 1]->gb && runs.back()->gb &&
           runs[from - 1]->gb->group_id == runs.back()->gb->group_id) {
      --from;
    }
    chosen.emplace_back(runs.begin() + static_cast<std::ptrdiff_t>(from), runs.end());
  }
  return chosen;
}

/// Paired rounds of the queries named, decided as one family.
std::map<std::string, PairedRow> second_stage(const GateEvidence& evidence,
                                              const std::vector<GateRow*>& asked,
                                              const LabGateRules& rules,
                                              std::vector<Finding>& findings) {
  std::map<std::string, PairedRow> decided;
  if (asked.empty() || evidence.paired_before.empty() || evidence.paired_after.empty()) {
    return decided;
  }
  std::vector<std::string> names;
  std::vector<std::vector<double>> family;
  for (const PairedCell& cell :
       pair_runs(evidence.paired_before, evidence.paired_after, rules.allowed)) {
    const auto of_cell = [&](const GateRow* row) { return row->cell == cell.label; };
    if (std::none_of(asked.begin(), asked.end(), of_cell)) continue;
    std::copy(cell.findings.begin(), cell.findings.end(), std::back_inserter(findings));
    if (!may_rule(cell)) continue;
    for (const GateRow* row : asked) {
      if (!of_cell(row)) continue;
      std::vector<double> differences;
      for (const RunPair& pair : cell.pairs) {
        const StatFields* was = measured(*pair.before, row->query);
        const StatFields* now = measured(*pair.after, row->query);
        if (was == nullptr || now == nullptr || was->p50 <= 0 || now->p50 <= 0) continue;
        differences.push_back(
            std::log(static_cast<double>(now->p50) / static_cast<double>(was->p50)));
      }
      names.push_back(row->cell + "/" + row->query);
      family.push_back(std::move(differences));
    }
  }
  PairedRules paired;
  paired.alpha = rules.alpha;
  paired.tau = rules.tau;
  const auto rows = decide_pairs(family, paired);
  for (std::size_t i = 0; i < rows.size(); ++i) decided.emplace(names[i], rows[i]);
  return decided;
}

void apply_second_stage(GateRow& row, const PairedRow& paired) {
  row.paired = paired;
  // What rang is cleared by enough rounds that do not convict it. What the fence cannot see must be
  // decided by them.
  const bool clears = row.state == GateState::Rang ? paired.low.has_value()
                                                   : paired.verdict != RowVerdict::Undecided;
  if (paired.verdict == RowVerdict::Regressed) {
    row.state = GateState::Regressed;
  } else if (clears) {
    row.state = GateState::Cleared;
  }
}

void describe(const GateRow& row, const LabGate& gate, std::vector<Finding>& findings) {
  const auto found = [&](FindingKind kind, FindingEffect effect, std::string detail) {
    findings.push_back({kind, effect, row.workload, row.query, "p50", std::move(detail)});
  };
  const std::string moved = fmt::format("p50 {} against {} of {} runs, {:.3f}x", span(row.now),
                                        span(row.was), row.fence.history, row.factor);
  switch (row.state) {
    case GateState::Quiet:
    case GateState::Identical:
      return;
    case GateState::Cleared:
      found(FindingKind::Regression, FindingEffect::Informs,
            fmt::format("{}: cleared by {} paired rounds at {:.3f}x", moved, row.paired->rounds,
                        row.paired->factor));
      return;
    case GateState::Regressed:
      found(FindingKind::Regression, FindingEffect::Fails,
            fmt::format("{}; {} paired rounds say {:.3f}x ({:.3f} to {:.3f})", moved,
                        row.paired->rounds, row.paired->factor, row.paired->low.value_or(0),
                        row.paired->high.value_or(0)));
      return;
    case GateState::Rang:
      found(FindingKind::Indeterminate, FindingEffect::Undecides,
            fmt::format("{}, outside the fence of {:.3f}x: one run alone is no proof; {} paired "
                        "rounds of the two builds on this machine decide it (--paired-before, "
                        "--paired-after)",
                        moved, std::exp(row.fence.width), gate.rounds_asked));
      return;
    case GateState::Unholdable:
      found(FindingKind::Unholdable, FindingEffect::Undecides,
            fmt::format("this host cannot hold a {:.3g} % gate: its history of {} runs shows only "
                        "regressions of {:.3g} % or more; repeat the candidate ({} runs count) or "
                        "pair it with the baseline",
                        gate.rules.tau * 100, row.fence.history, row.fence.smallest_visible * 100,
                        kCandidateRuns));
      return;
    case GateState::Unknown:
      found(FindingKind::MissingBaseline, FindingEffect::Undecides,
            fmt::format("{} earlier runs of this query: a fence needs {}", row.fence.history,
                        kFewestHistory));
      return;
  }
}

/// Whether all that may be compared ran the very library of the candidate, set up alike.
bool identical(const ResultDocument& newest, const std::vector<const ResultDocument*>& history) {
  if (!newest.gb || newest.gb->library_sha256.empty()) return false;
  return std::all_of(history.begin(), history.end(), [&](const ResultDocument* one) {
    return one->gb && one->gb->library_sha256 == newest.gb->library_sha256 &&
           one->gb->configuration_digest == newest.gb->configuration_digest;
  });
}

/// What differs between a build and itself is the machine's doing: counted, never ruled.
void set_aside(std::vector<GateRow>& rows, const ResultDocument& newest, LabGate& gate) {
  std::size_t rang = 0;
  for (GateRow& row : rows) {
    rang += row.state == GateState::Rang ? 1 : 0;
    row.state = GateState::Identical;
  }
  gate.false_alarms += rang;
  gate.findings.push_back(
      {FindingKind::IdenticalBuild, FindingEffect::Informs, workload_of(newest),
       newest.condition.engine, "",
       fmt::format(
           "identical build: the history ran the library {} too, so its speed is not gated; "
           "{} of {} queries would have rung",
           newest.gb->library_sha256.substr(0, 12), rang, rows.size())});
}

void judge_drift(const ResultDocument& document, double factor, std::vector<Finding>& findings) {
  for (const auto& [what, drift] : document.drift) {
    if (what == "analytical" || drift.trend <= factor) continue;
    findings.push_back({FindingKind::Drift, FindingEffect::Fails, workload_of(document), what,
                        "p99",
                        fmt::format("p99 trend {:.4f}x over {:.4f}x in {} windows of {}",
                                    drift.trend, factor, drift.windows, span(drift.window))});
  }
}

/// The rival of this workload, scale and machine; else of the workload.
const ResultDocument* rival_of(const ResultDocument& own,
                               const std::vector<ResultDocument>& rivals) {
  const ResultDocument* best = nullptr;
  for (const ResultDocument& one : rivals) {
    if (workload_of(one) != workload_of(own)) continue;
    if (best == nullptr) best = &one;
    if (one.condition.scale == own.condition.scale &&
        machine_identity(one) == machine_identity(own)) {
      return &one;
    }
  }
  return best;
}

void judge_rival(const ResultDocument& own, const GateEvidence& evidence, const LabGateRules& rules,
                 LabGate& gate) {
  if (evidence.rivals.empty()) return;
  const ResultDocument* rival = rival_of(own, evidence.rivals);
  if (rival == nullptr) {
    gate.findings.push_back({FindingKind::MissingBaseline, FindingEffect::Fails, workload_of(own),
                             "rival", "", "the rival has no document of this workload"});
    return;
  }
  gate.rivals.push_back(
      lab_rival(own, *rival, rules.read_speedup, rules.commit_syncs, rules.allowed));
  append(gate.findings, gate.rivals.back().findings);
}

}  // namespace

std::string_view name_of(GateState state) {
  switch (state) {
    case GateState::Quiet:
      return "quiet";
    case GateState::Cleared:
      return "cleared";
    case GateState::Regressed:
      return "regressed";
    case GateState::Rang:
      return "rang";
    case GateState::Unholdable:
      return "unholdable";
    case GateState::Unknown:
      return "unknown";
    case GateState::Identical:
      return "identical";
  }
  return "";
}

Result<LabGate> lab_gate(const GateEvidence& evidence, const LabGateRules& rules) {
  PairedRules paired;
  paired.alpha = rules.alpha;
  paired.tau = rules.tau;
  if (auto sound = check(paired); !sound) return tl::unexpected(sound.error());
  if (evidence.candidates.empty()) {
    return fail(ErrorCode::InvalidArgument, "there is no candidate to gate");
  }

  LabGate gate;
  gate.rules = rules;
  for (const CandidateRuns& candidate : candidate_cells(evidence.candidates)) {
    ++gate.candidates;
    const ResultDocument& newest = *candidate.back();
    append(gate.findings, integrity_of(newest));
    append(gate.findings, lab_budgets(newest, rules.budgets));
    judge_drift(newest, rules.drift_factor, gate.findings);
    judge_rival(newest, evidence, rules, gate);
    if (!rules.history) continue;
    const auto history = history_of(candidate, evidence.history, rules.allowed, gate.findings);
    if (history.empty()) continue;
    append(gate.findings, losses(newest, *history.back()));
    auto rows = first_stage(candidate, history, rules.tau);
    if (identical(newest, history)) set_aside(rows, newest, gate);
    std::move(rows.begin(), rows.end(), std::back_inserter(gate.rows));
  }

  std::vector<GateRow*> rang, unholdable;
  for (GateRow& row : gate.rows) {
    if (row.state == GateState::Rang) rang.push_back(&row);
    if (row.state == GateState::Unholdable) unholdable.push_back(&row);
  }
  gate.rounds_asked = second_stage_rounds(rang.size() + unholdable.size(), rules.alpha);
  std::vector<GateRow*> asked = rang;
  asked.insert(asked.end(), unholdable.begin(), unholdable.end());
  const auto decided = second_stage(evidence, asked, rules, gate.findings);
  for (GateRow* row : asked) {
    const auto found = decided.find(row->cell + "/" + row->query);
    if (found != decided.end()) apply_second_stage(*row, found->second);
  }
  for (const GateRow& row : gate.rows) describe(row, gate, gate.findings);
  sort_findings(gate.findings);
  gate.outcome = outcome_of(gate.findings);
  return gate;
}

}  // namespace gb
