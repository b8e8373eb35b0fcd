#include "core/rules/lab/ab.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>

#include "core/document/lookup.h"
#include "core/rules/lab/pairs.h"
#include "core/stats/robust.h"

namespace gb {
namespace {

/// A query of a cell before it is decided.
struct Series {
  LabAbRow row;
  std::vector<double> differences;
  bool insufficient = false;  // too few samples for the metric
  bool ruled = true;          // the cell allows it
  std::string why_not;
  double seconds_per_round = 0;
};

std::int64_t rounded_exp(double logarithm) { return std::llround(std::exp(logarithm)); }

/// One series per query that both sides measured in some round.
std::vector<Series> series_of(const PairedCell& cell, const std::vector<RunPair>& pairs,
                              LatencyMetric metric) {
  std::map<std::string, Series> by_query;
  std::map<std::string, std::pair<std::vector<double>, std::vector<double>>> figures;
  for (const RunPair& pair : pairs) {
    for (const auto& [query, stat] : pair.before->queries) {
      const StatFields* was = measured(*pair.before, query);
      const StatFields* now = measured(*pair.after, query);
      if (was == nullptr || now == nullptr) continue;
      const std::int64_t a = metric_of(*was, metric), b = metric_of(*now, metric);
      if (a <= 0 || b <= 0) continue;
      const auto [at, first] = by_query.try_emplace(query);
      Series& series = at->second;
      const std::int64_t samples = std::min(successes(*was), successes(*now));
      series.row.samples = first ? samples : std::min(series.row.samples, samples);
      series.row.query_class = stat.query_class;
      const double before = std::log(static_cast<double>(a));
      const double after = std::log(static_cast<double>(b));
      series.differences.push_back(after - before);
      figures[query].first.push_back(before);
      figures[query].second.push_back(after);
    }
  }
  std::vector<Series> all;
  for (auto& [query, series] : by_query) {
    series.row.cell = cell.label;
    series.row.workload = workload_of(*pairs.front().after);
    series.row.query = query;
    series.row.before = rounded_exp(median_of(figures[query].first));
    series.row.after = rounded_exp(median_of(figures[query].second));
    series.insufficient = !enough_for(metric, series.row.samples);
    series.seconds_per_round = cell.seconds_per_round;
    all.push_back(std::move(series));
  }
  return all;
}

/// Queries and answers that one side has and the other lost.
void check_coverage(const PairedCell& cell, std::vector<Finding>& findings) {
  std::map<std::string, std::pair<std::int64_t, std::int64_t>> errors_before, errors_after;
  std::set<std::string> before, after;
  const auto count = [](const ResultDocument& document, std::set<std::string>& there,
                        auto& errors) {
    for (const auto& [query, stat] : document.queries) {
      if (successes(stat) > 0) there.insert(query);
      errors[query].first += stat.errors;
      errors[query].second += stat.count;
    }
  };
  for (const RunPair& pair : cell.pairs) {
    count(*pair.before, before, errors_before);
    count(*pair.after, after, errors_after);
  }
  const std::string& workload = workload_of(*cell.pairs.front().after);
  for (const std::string& query : before) {
    if (after.contains(query)) continue;
    findings.push_back({FindingKind::VanishedQuery, FindingEffect::Fails, workload, query, "",
                        "measured before, in no round after"});
  }
  for (const auto& [query, now] : errors_after) {
    const auto was = errors_before.find(query);
    if (now.first == 0 || was == errors_before.end()) continue;
    const auto share = [](const auto& errors) {
      return errors.second == 0
                 ? 0.0
                 : static_cast<double>(errors.first) / static_cast<double>(errors.second);
    };
    if (share(now) <= share(was->second)) continue;
    findings.push_back({FindingKind::NewErrors, FindingEffect::Fails, workload, query, "",
                        fmt::format("{} of {} operations fail, before {} of {}", now.first,
                                    now.second, was->second.first, was->second.second)});
  }
}

/// Wrong answers, cut-short and poisoned runs of the side judged; each once.
void check_integrity(const PairedCell& cell, std::vector<Finding>& findings) {
  std::set<std::pair<FindingKind, std::string>> seen;
  for (const RunPair& pair : cell.pairs) {
    for (Finding& one : integrity_of(*pair.after)) {
      if (seen.emplace(one.kind, one.where).second) findings.push_back(std::move(one));
    }
  }
}

/// A build that differs from itself makes every other difference doubtful.
bool control_rings(const PairedCell& cell, LatencyMetric metric, const PairedRules& rules) {
  if (cell.controls.empty()) return false;
  std::vector<std::vector<double>> differences;
  for (Series& one : series_of(cell, cell.controls, metric)) {
    differences.push_back(std::move(one.differences));
  }
  PairedRules fixed = rules;
  fixed.planned_rounds = 0;
  fixed.looks.clear();
  const auto rows = decide_pairs(differences, fixed);
  return std::any_of(rows.begin(), rows.end(), [](const PairedRow& row) {
    return row.verdict == RowVerdict::Regressed || row.verdict == RowVerdict::Improved;
  });
}

std::string why_not_ruled(const PairedCell& cell) {
  if (cell.across_machines) return "two machines: reported, never ruled";
  for (const Finding& one : cell.findings) {
    if (one.kind == FindingKind::IdenticalBuild) return "identical build";
    if (one.effect == FindingEffect::Undecides) return std::string(name_of(one.kind));
  }
  return "";
}

void decide(std::vector<Series>& all, const PairedRules& rules, LatencyMetric metric) {
  std::vector<std::vector<double>> family;
  for (const Series& one : all) {
    if (!one.insufficient) family.push_back(one.differences);
  }
  const auto rows = decide_pairs(family, rules);
  std::size_t at = 0;
  for (Series& one : all) {
    if (one.insufficient) {
      one.row.paired.rounds = one.differences.size();
      one.row.paired.factor = std::exp(median_of(one.differences));
      one.row.paired.why_undecided =
          fmt::format("{} samples a run: a verdict by {} needs {}", one.row.samples,
                      name_of(metric), fewest_for(metric));
      continue;
    }
    one.row.paired = rows[at++];
    if (one.row.paired.rounds_needed) {
      one.row.minutes_needed =
          static_cast<double>(*one.row.paired.rounds_needed) * one.seconds_per_round / 60;
    }
  }
}

void count(LabAb& ab, std::vector<Series>& all) {
  for (Series& one : all) {
    RowVerdict& verdict = one.row.paired.verdict;
    if (!one.ruled) {
      const bool alarm = verdict == RowVerdict::Regressed || verdict == RowVerdict::Improved;
      if (one.why_not == "identical build" && alarm) ++ab.false_alarms;
      verdict = RowVerdict::Undecided;
      one.row.paired.why_undecided = one.why_not;
      one.row.paired.rounds_needed.reset();
      one.row.minutes_needed = 0;
    }
    switch (verdict) {
      case RowVerdict::Regressed:
        ++ab.regressed;
        break;
      case RowVerdict::Improved:
        ++ab.improved;
        break;
      case RowVerdict::Equivalent:
        ++ab.equivalent;
        break;
      case RowVerdict::Undecided:
        ++ab.undecided;
        break;
    }
    ab.rows.push_back(std::move(one.row));
  }
}

int place(RowVerdict verdict) {
  switch (verdict) {
    case RowVerdict::Regressed:
      return 0;
    case RowVerdict::Improved:
      return 1;
    case RowVerdict::Undecided:
      return 2;
    case RowVerdict::Equivalent:
      break;
  }
  return 3;
}

/// A run that stands on both sides, by its id; empty when none does.
std::string shared_run(const std::vector<ResultDocument>& before,
                       const std::vector<ResultDocument>& after) {
  std::set<std::string> ids;
  for (const ResultDocument& one : before) {
    if (one.gb) ids.insert(one.gb->run_id);
  }
  ids.erase("");
  for (const ResultDocument& one : after) {
    if (one.gb && ids.contains(one.gb->run_id)) return one.gb->run_id;
  }
  return "";
}

VerdictOutcome outcome(const LabAb& ab) {
  const VerdictOutcome found = outcome_of(ab.findings);
  if (found == VerdictOutcome::Verification || found == VerdictOutcome::Violation) return found;
  if (ab.regressed > 0) return VerdictOutcome::Violation;
  if (ab.identical) return VerdictOutcome::Pass;
  if (found == VerdictOutcome::Indeterminate || ab.undecided > 0 || ab.rows.empty()) {
    return VerdictOutcome::Indeterminate;
  }
  return VerdictOutcome::Pass;
}

}  // namespace

std::int64_t fewest_for(LatencyMetric metric) {
  switch (metric) {
    case LatencyMetric::P50:
      return 2;
    case LatencyMetric::P90:
      return kTailSamples * 10;
    case LatencyMetric::P99:
      return kTailSamples * 100;
    case LatencyMetric::Min:
      break;
  }
  return 1;
}

bool enough_for(LatencyMetric metric, std::int64_t count) { return count >= fewest_for(metric); }

Result<LabAb> lab_ab(const std::vector<ResultDocument>& before,
                     const std::vector<ResultDocument>& after, LatencyMetric metric,
                     const PairedRules& rules, const AllowedDifferences& allowed) {
  if (metric == LatencyMetric::Min) {
    return fail(ErrorCode::InvalidArgument,
                "the lab rules decide nothing by min, for the best of few runs misleads; use p50, "
                "p90 or p99, or --rules reference");
  }
  if (auto sound = check(rules); !sound) return tl::unexpected(sound.error());
  if (const std::string shared = shared_run(before, after); !shared.empty()) {
    return fail(ErrorCode::InvalidArgument,
                "run {} stands on both sides: tell the builds apart, by folder, by engine or by "
                "build",
                shared);
  }

  LabAb ab;
  ab.metric = metric;
  ab.rules = rules;
  const auto cells = pair_runs(before, after, allowed);
  std::vector<Series> all;
  for (const PairedCell& cell : cells) {
    std::copy(cell.findings.begin(), cell.findings.end(), std::back_inserter(ab.findings));
    check_coverage(cell, ab.findings);
    check_integrity(cell, ab.findings);
    const bool invalid = control_rings(cell, metric, rules);
    if (invalid) {
      ab.findings.push_back({FindingKind::InvalidSession, FindingEffect::Undecides,
                             workload_of(*cell.pairs.front().after), cell.label, "",
                             "the build before differs from itself in the control rounds: "
                             "something else was at work"});
    }
    for (Series& one : series_of(cell, cell.pairs, metric)) {
      one.ruled = may_rule(cell) && !invalid;
      one.why_not = invalid ? "invalid session" : why_not_ruled(cell);
      all.push_back(std::move(one));
    }
  }
  if (cells.empty()) {
    ab.findings.push_back(
        {FindingKind::MissingBaseline, FindingEffect::Undecides, "", "all", "",
         "the two sides share no workload, scale and machine: nothing can be compared; across "
         "machines only with --allow-mismatch machine, and then nothing is ruled"});
  }
  ab.identical = !cells.empty() && std::all_of(cells.begin(), cells.end(), [](const auto& cell) {
    return std::any_of(cell.findings.begin(), cell.findings.end(),
                       [](const Finding& one) { return one.kind == FindingKind::IdenticalBuild; });
  });
  decide(all, rules, metric);
  count(ab, all);
  std::stable_sort(ab.rows.begin(), ab.rows.end(), [](const LabAbRow& a, const LabAbRow& b) {
    return place(a.paired.verdict) < place(b.paired.verdict);
  });
  sort_findings(ab.findings);
  ab.outcome = outcome(ab);
  return ab;
}

}  // namespace gb
