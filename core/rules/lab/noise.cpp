#include "core/rules/lab/noise.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>

#include "core/document/keys.h"
#include "core/document/lookup.h"
#include "core/rules/lab/ab.h"
#include "core/rules/lab/comparable.h"
#include "core/rules/reference/noise.h"
#include "core/stats/robust.h"

namespace gb {
namespace {

using Runs = std::vector<const ResultDocument*>;

/// The build a document measured, as far as it tells.
std::string build_of(const ResultDocument& document) {
  const std::string library = document.gb ? document.gb->library_sha256 : "";
  return library.empty() ? document.condition.engine_version : library;
}

/// What is repeated: everything that makes the lineage, told by the library and not by its version
/// where the document knows it.
std::map<std::string, Runs> repeats_of(const std::vector<ResultDocument>& documents) {
  std::map<std::string, Runs> repeats;
  for (const ResultDocument& one : documents) {
    repeats[lineage_key(one) + build_of(one) + machine_identity(one)].push_back(&one);
  }
  for (auto& [key, runs] : repeats) {
    std::stable_sort(runs.begin(), runs.end(), [](const auto* a, const auto* b) {
      return a->condition.started_at < b->condition.started_at;
    });
  }
  return repeats;
}

bool same_session(const ResultDocument& a, const ResultDocument& b) {
  if (a.gb && b.gb && !a.gb->group_id.empty()) return a.gb->group_id == b.gb->group_id;
  return b.condition.started_at - a.condition.started_at < std::chrono::hours(1);
}

std::vector<Runs> sessions_of(const Runs& runs) {
  std::vector<Runs> sessions;
  for (const ResultDocument* one : runs) {
    if (sessions.empty() || !same_session(*sessions.back().back(), *one)) sessions.emplace_back();
    sessions.back().push_back(one);
  }
  return sessions;
}

/// From the 95 % interval that the document keeps of its median; 0 where it keeps none.
double sampling_variance(const ResultDocument& document, const std::string& query,
                         LatencyMetric metric) {
  if (!document.gb || metric == LatencyMetric::Min || metric == LatencyMetric::P90) return 0;
  const auto found = document.gb->samples.find(query);
  if (found == document.gb->samples.end()) return 0;
  const bool median = metric == LatencyMetric::P50;
  const std::int64_t low = median ? found->second.p50_low : found->second.p99_low;
  const std::int64_t high = median ? found->second.p50_high : found->second.p99_high;
  if (low <= 0 || high <= 0) return 0;
  constexpr double kWidth = 2 * 1.96;  // of a 95 % interval, in standard deviations
  const double deviation =
      (std::log(static_cast<double>(high)) - std::log(static_cast<double>(low))) / kWidth;
  return deviation * deviation;
}

void add_rows(const Runs& runs, LatencyMetric metric, std::vector<LabNoiseRow>& rows) {
  const auto sessions = sessions_of(runs);
  std::map<std::string, std::vector<std::vector<RunFigure>>> figures;
  for (std::size_t i = 0; i < sessions.size(); ++i) {
    for (const ResultDocument* run : sessions[i]) {
      for (const auto& [query, stat] : run->queries) {
        const std::int64_t value = metric_of(stat, metric);
        if (measured(*run, query) == nullptr || value <= 0) continue;
        auto& by_session = figures[query];
        by_session.resize(sessions.size());
        by_session[i].push_back(
            {std::log(static_cast<double>(value)), sampling_variance(*run, query, metric)});
      }
    }
  }
  for (const auto& [query, by_session] : figures) {
    LabNoiseRow row;
    row.cell = cell_label(*runs.front());
    row.workload = workload_of(*runs.front());
    row.query = query;
    row.model = noise_model(by_session);
    if (row.model.components.runs < 2) continue;
    std::vector<double> all;
    for (const auto& session : by_session) {
      for (const RunFigure& one : session) all.push_back(one.value);
    }
    row.median = std::llround(std::exp(median_of(std::move(all))));
    rows.push_back(std::move(row));
  }
}

void judge(LabNoise& noise) {
  double floor = 1;
  for (LabNoiseRow& row : noise.rows) {
    const double cv = row.model.within_session_cv;
    const std::size_t family = noise.rows.size();
    row.detectable_10 = minimum_detectable(cv, 10, family);
    row.detectable_20 = minimum_detectable(cv, 20, family);
    row.detectable_30 = minimum_detectable(cv, 30, family);
    row.rounds_for_tau = rounds_to_detect(cv, noise.tau, family);
    floor = std::max(floor, row.model.expected_floor);
    const double seen = minimum_detectable(cv, noise.gate_rounds, family);
    if (!row.model.enough) {
      // Of a whole cell as a rule: said once.
      const auto& last = noise.findings;
      if (!last.empty() && last.back().where == row.cell) continue;
      noise.findings.push_back(
          {FindingKind::InsufficientSamples, FindingEffect::Undecides, row.workload, row.cell,
           std::string(name_of(noise.metric)),
           fmt::format("{} runs in {} sessions: a noise model needs {} in {}",
                       row.model.components.runs, row.model.components.sessions, kNoiseRuns,
                       kNoiseSessions)});
    } else if (seen > noise.tau) {
      noise.findings.push_back(
          {FindingKind::Unholdable, FindingEffect::Undecides, row.workload, row.query,
           std::string(name_of(noise.metric)),
           fmt::format("this host cannot hold a {:.3g} % gate: {} paired rounds see {:.3g} % at "
                       "best{}",
                       noise.tau * 100, noise.gate_rounds, seen * 100,
                       row.rounds_for_tau == 0
                           ? std::string()
                           : fmt::format(", {} would see it", row.rounds_for_tau))});
    }
  }
  noise.floor = suggested_floor(floor);
}

}  // namespace

Result<LabNoise> lab_noise(const std::vector<ResultDocument>& documents, const std::string& engine,
                           LatencyMetric metric, double tau, std::size_t gate_rounds) {
  if (!(tau > 0)) {
    return fail(ErrorCode::InvalidArgument, "a gate is for a factor above 1, not {}", 1 + tau);
  }
  LabNoise noise;
  noise.engine = engine;
  noise.metric = metric;
  noise.tau = tau;
  noise.gate_rounds = gate_rounds;
  for (const auto& [key, runs] : repeats_of(documents)) add_rows(runs, metric, noise.rows);
  if (noise.rows.empty()) {
    return fail(ErrorCode::InvalidArgument,
                "noise needs repeats: of {} documents of engine {} no two are runs of one build on "
                "one machine with the same workload, scale and parameters",
                documents.size(), engine);
  }
  judge(noise);
  std::stable_sort(noise.rows.begin(), noise.rows.end(),
                   [](const LabNoiseRow& a, const LabNoiseRow& b) {
                     return a.model.robust_cv > b.model.robust_cv;
                   });
  sort_findings(noise.findings);
  noise.outcome = outcome_of(noise.findings);
  return noise;
}

}  // namespace gb
