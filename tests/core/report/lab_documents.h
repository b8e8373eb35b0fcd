#pragma once

#include <string>
#include <vector>

#include "core/base/duration.h"
#include "core/document/result_document.h"
#include "core/stats/interval.h"
#include "core/stats/summary.h"

namespace gb::test {

struct LabQuery {
  const char* id;
  const char* query_class;
};

inline const std::vector<LabQuery> kMicroRead{
    {"micro-point", "point-read"},  {"micro-point-miss", "point-read"},
    {"micro-khop1", "traversal"},   {"micro-khop2", "traversal"},
    {"micro-khop3", "traversal"},   {"micro-varlen", "traversal"},
    {"micro-sp", "traversal"},      {"micro-triangle", "subgraph"},
    {"micro-degree", "aggregation"}};

/// What the runner writes for 9 verified queries of `operations` samples each; query k takes about
/// 2^k microseconds times `factor`, from n equidistant samples.
inline ResultDocument lab_document(const std::string& engine, double factor,
                                   std::int64_t operations = 1000,
                                   const std::string& machine = "laptop",
                                   const std::string& scale = "sf1") {
  ResultDocument d;
  d.workload = "micro-read";
  d.family = "micro";
  d.fidelity = "harness-native";
  Condition& c = d.condition;
  c.workload = "micro-read";
  c.engine = engine;
  c.engine_version = "3.40.1";
  c.plane = "inproc";
  c.dataset = "grid-100x100";
  c.scale = scale;
  c.dataset_checksum = "sha256:fd000c2a1c8fe54f57761318492dd1c481374ae74f58a88cebffb272b5b79337";
  c.latency_model = "service-time";
  c.concurrency = {1};
  c.warmup_outcome = "fixed-2s";
  c.hardware = {"Example CPU", 2, 8LL << 30, "linux", "amd64", -1, -1, -1};
  c.started_at = parse_rfc3339("2026-11-30T22:00:00Z").value();
  d.load = {190'000'000, 10'000, 19'800, 1'441'792, "prepared inserts"};
  GbFields& g = d.gb.emplace();
  g.run_id = "run-" + engine + "-" + machine + "-" + scale;
  g.machine = machine;
  g.machine_class = "controlled";
  g.host_fingerprint = "host-of-" + machine;
  g.workload_version = "v1";
  g.sequence_sha256 = std::string(64, 'e');
  g.durability = "wal, synchronous=normal";
  g.settings["operations"] = operations;
  g.timer_floor_p50_ns = 30;
  g.sync_before = {77'100, 74'000, 80'200, {}, true, "ext4", ""};
  g.sync_after = {78'000, 75'000, 81'000, {}, true, "ext4", ""};
  g.host = {{"before", 0.25, 0.2, 0.1, 0.05, 0}, {"after", 1.1, 0.4, 0.2, 0.6, 0}};
  double micros = factor;
  for (const LabQuery& query : kMicroRead) {
    std::vector<Nanos> samples;
    for (std::int64_t i = 0; i < operations; ++i) {
      const double share = static_cast<double>(i) / static_cast<double>(operations);
      samples.emplace_back(static_cast<std::int64_t>(1000 * micros * (0.9 + 0.2 * share)));
    }
    const Summary s = summarise(samples);
    d.queries[query.id] = {query.query_class,
                           operations,
                           0,
                           "",
                           s.min.count(),
                           s.p50.count(),
                           s.p90.count(),
                           s.p95.count(),
                           s.p99.count(),
                           s.max.count(),
                           s.mean.count(),
                           s.stddev.count(),
                           0,
                           0};
    const Interval p50 = percentile_interval(samples, kP50);
    QuerySamples& kept = g.samples[query.id];
    kept.count = operations;
    if (p50.low) kept.p50_low = p50.low->count();
    if (p50.high) kept.p50_high = p50.high->count();
    d.verification.push_back({query.id, "PASS", "", 9, "sql"});
    g.outcomes[query.id] = {"measured", "", "", {}, query.query_class};
    micros *= 2;
  }
  return d;
}

/// Makes one query end otherwise, as the runner records it.
inline void end_otherwise(ResultDocument& d, const std::string& query, const std::string& verdict,
                          const std::string& outcome, const std::string& code,
                          const std::string& detail) {
  const std::string query_class = d.queries.at(query).query_class;
  d.queries.erase(query);
  d.gb->samples.erase(query);
  d.gb->outcomes[query] = {outcome, code, detail, {}, query_class};
  for (VerificationLine& line : d.verification) {
    if (line.query_id == query) {
      line.outcome = verdict;
      line.reason = code.empty() ? detail : code;
      line.samples = 0;
    }
  }
  d.gb->partial = d.gb->partial || verdict != "SKIP";
}

}  // namespace gb::test
