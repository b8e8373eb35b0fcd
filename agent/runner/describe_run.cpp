#include "agent/runner/describe_run.h"

#include <algorithm>
#include <cmath>

#include "agent/runner/query_figures.h"
#include "core/base/duration.h"
#include "core/base/version.h"
#include "core/document/keys.h"
#include "core/document/scrub.h"

namespace gb {
namespace {

/// "once" where each question was asked one time and the answer's time discarded.
std::string warm_up_outcome(const RunRecord& record) {
  if (!record.warmed_up) return "none";
  if (record.workload->protocol == Protocol::Analytics) return "once";
  const auto span = static_cast<std::int64_t>(record.request.settings().warm_up_nanos());
  return "fixed-" + format_duration(Nanos(span));
}

Condition condition_of(const RunRecord& record) {
  const auto& request = record.request;
  Condition condition;
  condition.harness_version = kVersion;
  condition.harness_commit = kBuildCommit;
  condition.engine = record.target.engine;
  condition.engine_version = record.target.version;
  condition.plane = name_of(record.target.plane);
  condition.config = record.target.configuration;
  condition.tuned = record.target.tuned;
  condition.dataset = record.dataset.name;
  condition.scale = request.scale();
  condition.dataset_checksum = record.dataset.checksum;
  condition.workload = record.workload->name;
  condition.mix_seed = static_cast<std::int64_t>(request.settings().seed());
  condition.concurrency = {1};
  condition.warmup_outcome = warm_up_outcome(record);
  condition.hardware = record.hardware;
  condition.hardware.sync_ns = record.sync_before.median_ns;
  condition.hardware.sync_low_ns = record.sync_before.low_ns;
  condition.hardware.sync_high_ns = record.sync_before.high_ns;
  condition.started_at = record.started_at;
  condition.finished_at = record.finished_at;
  for (const QueryVerdict& verdict : record.verdicts) {
    if (verdict.verdict == Verdict::Pass) {
      condition.dialect_used[verdict.query_id] = verdict.dialect;
    }
  }
  for (const MeasuredQuery& query : record.measured) {
    if (!query.broken) condition.latency_model = "service-time";
  }
  return condition;
}

std::vector<VerificationLine> verification_of(const RunRecord& record) {
  std::vector<VerificationLine> lines;
  for (const QueryVerdict& verdict : record.verdicts) {
    // The document's vocabulary has three words; `gb.outcomes` tells broken from failed.
    const bool broken = verdict.verdict == Verdict::Broken;
    lines.push_back({.query_id = verdict.query_id,
                     .outcome = std::string(name_of(broken ? Verdict::Fail : verdict.verdict)),
                     .reason = verdict.reason,
                     .samples = verdict.samples,
                     .dialect = verdict.dialect});
  }
  return lines;
}

LoadFields load_of(const LoadReport& report) {
  return {.duration = report.duration.count(),
          .nodes = report.node_count,
          .edges = report.edge_count,
          .bytes_on_disk = report.store_bytes,
          .method = report.method};
}

/// What was asked for, but for `operations`, which is what was done. A mix says how many of them
/// each query had: "slots.<query>".
std::map<std::string, std::int64_t> settings_of(const RunRecord& record) {
  const graphbench::v1::RunSettings& settings = record.request.settings();
  const auto number = [](std::uint64_t value) { return static_cast<std::int64_t>(value); };
  const bool measured = record.operations != 0;
  std::map<std::string, std::int64_t> fields = {
      {"seed", number(settings.seed())},
      {"operations", measured ? record.operations : settings.operations()},
      {"warm_up_ns", number(settings.warm_up_nanos())},
      {"operation_limit_ns", number(settings.operation_limit_nanos())},
      {"run_deadline_ns", number(settings.run_deadline_nanos())},
      {"verify_draws_per_stratum", settings.verify_draws_per_stratum()}};
  for (std::size_t i = 0; i < record.mix.queries.size(); ++i) {
    fields["slots." + record.mix.queries[i]] = record.mix.slots[i];
  }
  return fields;
}

std::map<std::string, QueryOutcome> outcomes_of(const RunRecord& record) {
  std::map<std::string, QueryOutcome> outcomes;
  for (const QueryVerdict& verdict : record.verdicts) {
    outcomes[verdict.query_id] = outcome_of(verdict);
  }
  for (const MeasuredQuery& query : record.measured) {
    QueryOutcome measured = outcome_of(query);
    measured.verified_strata = std::move(outcomes[query.query->id].verified_strata);
    outcomes[query.query->id] = std::move(measured);
  }
  // A query without figures keeps its place among the others of its class.
  for (const Query& query : record.workload->queries) {
    if (const auto found = outcomes.find(query.id); found != outcomes.end()) {
      found->second.query_class = name_of(query.query_class);
      found->second.emulated = record.emulated.contains(query.id);
    }
  }
  return outcomes;
}

bool is_partial(const std::map<std::string, QueryOutcome>& outcomes) {
  return std::any_of(outcomes.begin(), outcomes.end(), [](const auto& entry) {
    return entry.second.outcome == "failed" || entry.second.outcome == "broken";
  });
}

GbFields gb_fields_of(const RunRecord& record) {
  const auto& request = record.request;
  GbFields gb;
  gb.run_id = request.run_id();
  gb.group_id = request.group_id();
  gb.cell_id = request.cell_id();
  gb.machine = request.machine();
  gb.machine_class = request.machine_class();
  gb.host_fingerprint = record.host_fingerprint;
  gb.round = request.round();
  gb.workload_version = record.workload->version;
  gb.configuration_digest = configuration_digest(
      {request.engine().settings().begin(), request.engine().settings().end()});
  gb.sequence_sha256 = record.parameters.sequence_sha256;
  gb.durability = record.target.durability;
  gb.read_mode = record.target.read_mode;
  gb.library_path = record.target.library_path;
  gb.library_sha256 = record.target.library_sha256;
  gb.indexes = record.load.indexes;
  gb.outcomes = outcomes_of(record);
  gb.partial = is_partial(gb.outcomes);
  gb.sync_before = record.sync_before;
  gb.sync_after = record.sync_after;
  gb.host = record.moments;
  gb.host_facts = record.host_facts;
  gb.settings = settings_of(record);
  gb.timer_floor_p50_ns = record.timer_floor.empty_p50_ns;
  gb.timer_floor_p999_ns = record.timer_floor.empty_p999_ns;
  gb.clock_read_ns = std::llround(record.timer_floor.clock_read_ns);
  gb.dataset_source = request.dataset_source();
  gb.phase_ns = record.phase_ns;
  return gb;
}

}  // namespace

ResultDocument describe_run(const RunRecord& record) {
  ResultDocument document;
  document.workload = record.workload->name;
  document.family = record.workload->family;
  document.fidelity = record.workload->fidelity;
  document.condition = condition_of(record);
  document.verification = verification_of(record);
  document.load = load_of(record.load);
  document.resource = record.resources;
  document.gb = gb_fields_of(record);
  for (const MeasuredQuery& query : record.measured) {
    if (query.broken) continue;
    document.queries[query.query->id] = stat_of(query);
    document.gb->samples[query.query->id] = samples_of(query);
  }
  document.classes = classes_of(record.measured);
  scrub_home_paths(document);
  document.gb->lineage_key = lineage_key(document);
  document.gb->compatibility_key = compatibility_key(document);
  return document;
}

std::uint32_t failed_count(const RunRecord& record) {
  return static_cast<std::uint32_t>(
      std::count_if(record.verdicts.begin(), record.verdicts.end(),
                    [](const auto& verdict) { return verdict.verdict == Verdict::Fail; }));
}

}  // namespace gb
