#include "core/rules/lab/gate_baseline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/document/lookup.h"
#include "core/stats/robust.h"

namespace gb {
namespace {

bool same_run(const ResultDocument& a, const ResultDocument& b) {
  if (a.gb && b.gb && !a.gb->run_id.empty()) return a.gb->run_id == b.gb->run_id;
  return a.condition.started_at == b.condition.started_at &&
         a.condition.engine_version == b.condition.engine_version;
}

double error_share(const StatFields& stat) {
  return stat.count == 0 ? 0.0 : static_cast<double>(stat.errors) / static_cast<double>(stat.count);
}

/// Logarithms of the p50 of a query over runs, where measured.
std::vector<double> figures(const std::vector<const ResultDocument*>& runs,
                            const std::string& query) {
  std::vector<double> values;
  for (const ResultDocument* run : runs) {
    const StatFields* stat = measured(*run, query);
    if (stat != nullptr && stat->p50 > 0) {
      values.push_back(std::log(static_cast<double>(stat->p50)));
    }
  }
  return values;
}

}  // namespace

std::vector<const ResultDocument*> history_of(const CandidateRuns& candidate,
                                              const std::vector<ResultDocument>& history,
                                              const AllowedDifferences& allowed,
                                              std::vector<Finding>& findings) {
  const ResultDocument& newest = *candidate.back();
  std::vector<const ResultDocument*> runs;
  std::vector<Finding> nearest;  // of an unsuitable one, those with the fewest differences
  bool any = false;
  for (const ResultDocument& one : history) {
    if (workload_of(one) != workload_of(newest)) continue;
    if (std::any_of(candidate.begin(), candidate.end(),
                    [&](const auto* run) { return same_run(*run, one); })) {
      continue;
    }
    if (one.condition.started_at > candidate.front()->condition.started_at) continue;
    auto differences = differences_between(one, newest, FindingEffect::Fails, allowed);
    if (refused(differences)) {
      if (!any || differences.size() < nearest.size()) nearest = std::move(differences);
      any = true;
    } else {
      runs.push_back(&one);
    }
  }
  std::stable_sort(runs.begin(), runs.end(), [](const auto* a, const auto* b) {
    return a->condition.started_at < b->condition.started_at;
  });
  if (runs.empty()) {
    findings.push_back({FindingKind::MissingBaseline, FindingEffect::Fails, workload_of(newest),
                        newest.condition.engine, "",
                        any ? "no earlier run did the same thing; the nearest differs as said"
                            : "no earlier run of this workload: nothing to compare with; without "
                              "one on purpose: --baseline none"});
    std::move(nearest.begin(), nearest.end(), std::back_inserter(findings));
  }
  return runs;
}

std::vector<Finding> losses(const ResultDocument& now, const ResultDocument& was) {
  std::vector<Finding> findings;
  const auto found = [&](FindingKind kind, const std::string& query, std::string detail) {
    findings.push_back(
        {kind, FindingEffect::Fails, workload_of(now), query, "", std::move(detail)});
  };
  for (const auto& [query, stat] : was.queries) {
    if (measured(was, query) == nullptr || measured(now, query) != nullptr) continue;
    const auto mine = now.queries.find(query);
    if (mine != now.queries.end() && mine->second.count > 0) {
      found(
          FindingKind::NewErrors, query,
          fmt::format("all {} operations fail: {}", mine->second.count,
                      mine->second.first_error.empty() ? "no message" : mine->second.first_error));
    } else {
      found(FindingKind::VanishedQuery, query, "measured before, not now");
    }
  }
  for (const auto& [query, stat] : now.queries) {
    const auto before = was.queries.find(query);
    if (before == was.queries.end() || measured(now, query) == nullptr) continue;
    if (error_share(stat) > error_share(before->second)) {
      found(FindingKind::NewErrors, query,
            fmt::format("{} of {} operations fail, before {} of {}", stat.errors, stat.count,
                        before->second.errors, before->second.count));
    }
  }
  for (const VerificationLine& line : was.verification) {
    if (line.outcome != "PASS") continue;
    const VerificationLine* mine = verdict_on(now, line.query_id);
    if (mine == nullptr || mine->outcome == "SKIP") {
      found(FindingKind::Verification, line.query_id,
            fmt::format("its answer was checked before and is not now: {}",
                        mine == nullptr || mine->reason.empty() ? "no verdict" : mine->reason));
    }
  }
  return findings;
}

std::vector<GateRow> first_stage(const CandidateRuns& candidate,
                                 const std::vector<const ResultDocument*>& history, double tau) {
  std::vector<GateRow> rows;
  const ResultDocument& newest = *candidate.back();
  for (const auto& [query, stat] : newest.queries) {
    const auto mine = figures(candidate, query);
    if (measured(newest, query) == nullptr || mine.empty()) continue;
    GateRow row;
    row.cell = cell_label(newest);
    row.workload = workload_of(newest);
    row.query = query;
    row.candidate_runs = mine.size();
    const double now = median_of(mine);
    row.now = std::llround(std::exp(now));
    const auto before = figures(history, query);
    row.fence = draw_fence(before, tau, mine.size());
    if (!before.empty()) {
      row.was = std::llround(std::exp(row.fence.median));
      row.factor = std::exp(now - row.fence.median);
    }
    if (before.size() >= kFewestHistory) {
      const bool rang = rings(row.fence, now);
      const bool holdable = holds(row.fence, tau);
      row.state = rang ? GateState::Rang : (holdable ? GateState::Quiet : GateState::Unholdable);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace gb
