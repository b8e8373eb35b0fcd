#pragma once

#include <string>

#include "core/document/resource_fields.h"
#include "core/document/result_document.h"

namespace gb {

// The fields of a result document, each named once (result-document §3 and §4). `always` and
// `unless_empty`: the reference's fields, zero when missing. `kept`: ours under `gb`, whose default
// says "unknown"; `kept_unless` and `kept_unless_empty`: not written when they say nothing. Private
// to core/document.

template <class Archive>
void fields(Archive& a, Hardware& h) {
  a.always("CPU", h.cpu);
  a.always("Cores", h.cores);
  a.always("RAMBytes", h.ram_bytes);
  a.always("OS", h.os);
  a.always("Arch", h.arch);
  a.always("SyncNanos", h.sync_ns);
  a.always("SyncLowNanos", h.sync_low_ns);
  a.always("SyncHighNanos", h.sync_high_ns);
}

template <class Archive>
void fields(Archive& a, Condition& c) {
  a.always("HarnessVersion", c.harness_version);
  a.always("HarnessCommit", c.harness_commit);
  a.always("Engine", c.engine);
  a.always("EngineVersion", c.engine_version);
  a.always("Plane", c.plane);
  a.always("DialectUsed", c.dialect_used);
  a.always("Config", c.config);
  a.always("Tuned", c.tuned);
  a.always("Dataset", c.dataset);
  a.always("Scale", c.scale);
  a.always("DatasetChecksum", c.dataset_checksum);
  a.always("ParamsChecksum", c.params_checksum);
  a.always("Workload", c.workload);
  a.always("MixSeed", c.mix_seed);
  a.always("LatencyModel", c.latency_model);
  a.always("Rate", c.rate);
  a.always("Concurrency", c.concurrency);
  a.always("WarmupOutcome", c.warmup_outcome);
  a.always("Cache", c.cache);
  a.always("ColdProtocol", c.cold_protocol);
  a.always("ValidationMode", c.validation_mode);
  a.always("Repetitions", c.repetitions);
  a.always("Hardware", c.hardware);
  a.always("StartedAt", c.started_at);
  a.always("FinishedAt", c.finished_at);
}

template <class Archive>
void fields(Archive& a, VerificationLine& v) {
  a.always("query_id", v.query_id);
  a.always("outcome", v.outcome);
  a.unless_empty("reason", v.reason);
  a.always("samples", v.samples);
  a.unless_empty("dialect", v.dialect);
}

template <class Archive>
void fields(Archive& a, StatFields& s) {
  a.unless_empty("class", s.query_class);
  a.always("count", s.count);
  a.always("errors", s.errors);
  a.unless_empty("first_error", s.first_error);
  a.always("min", s.min);
  a.always("p50", s.p50);
  a.always("p90", s.p90);
  a.always("p95", s.p95);
  a.always("p99", s.p99);
  a.always("max", s.max);
  a.always("mean", s.mean);
  a.always("stddev", s.stddev);
  a.always("throughput", s.throughput);
  a.always("row_throughput", s.row_throughput);
}

template <class Archive>
void fields(Archive& a, SweepLine& s) {
  a.always("concurrency", s.concurrency);
  a.always("class", s.query_class);
  a.always("throughput", s.throughput);
  a.always("p99", s.p99);
}

template <class Archive>
void fields(Archive& a, LoadFields& l) {
  a.always("duration", l.duration);
  a.always("nodes", l.nodes);
  a.always("edges", l.edges);
  a.always("bytes_on_disk", l.bytes_on_disk);
  a.unless_empty("method", l.method);
}

template <class Archive>
void fields(Archive& a, ResourceFields& r) {
  for (const ResourceField& field : kResourceFields) {
    const std::string name(field.name);
    const auto found = r.values.find(name);
    std::int64_t value = found == r.values.end() ? -1 : found->second;
    a.kept(name.c_str(), value);
    r.values[name] = value;
  }
}

template <class Archive>
void fields(Archive& a, TepsFields& t) {
  a.unless_empty("source", t.source);
  a.always("edges", t.edges);
  a.always("per_rep", t.per_rep);
  a.always("harmonic_mean", t.harmonic_mean);
}

template <class Archive>
void fields(Archive& a, DriftFields& d) {
  a.always("window", d.window);
  a.always("windows", d.windows);
  a.always("first_p99", d.first_p99);
  a.always("worst_p99", d.worst_p99);
  a.always("worst_at", d.worst_at);
  a.always("trend", d.trend);
  a.unless_empty("p99s", d.p99s);
}

template <class Archive>
void fields(Archive& a, SyncProbe& s) {
  a.kept("median_ns", s.median_ns);
  a.kept("low_ns", s.low_ns);
  a.kept("high_ns", s.high_ns);
  a.kept("all_ns", s.all_ns);
  a.kept("reaches_device", s.reaches_device);
  a.kept("file_system", s.file_system);
  a.kept("why_not", s.why_not);
}

template <class Archive>
void fields(Archive& a, HostMoment& h) {
  a.kept("when", h.when);
  a.kept("load_1m", h.load_1m);
  a.kept("load_5m", h.load_5m);
  a.kept("load_15m", h.load_15m);
  a.kept("busy_share", h.busy_share);
  a.kept("steal_share", h.steal_share);
}

template <class Archive>
void fields(Archive& a, QueryOutcome& q) {
  a.kept("outcome", q.outcome);
  a.kept("reason_code", q.reason_code);
  a.kept("detail", q.detail);
  a.kept("verified_strata", q.verified_strata);
  a.kept("class", q.query_class);
  a.kept_unless("emulated", q.emulated, false);
}

template <class Archive>
void fields(Archive& a, QuerySamples& q) {
  a.kept_unless("multiset", q.multiset, std::string());
  a.kept_unless("histogram", q.histogram, std::string());
  a.kept("count", q.count);
  a.kept("p50_low_ns", q.p50_low);
  a.kept("p50_high_ns", q.p50_high);
  a.kept_unless("p90_low_ns", q.p90_low, std::int64_t{-1});
  a.kept_unless("p90_high_ns", q.p90_high, std::int64_t{-1});
  a.kept_unless("p95_low_ns", q.p95_low, std::int64_t{-1});
  a.kept_unless("p95_high_ns", q.p95_high, std::int64_t{-1});
  a.kept("p99_low_ns", q.p99_low);
  a.kept("p99_high_ns", q.p99_high);
  a.kept("wall_seconds", q.wall_seconds);
}

template <class Archive>
void fields(Archive& a, LatencyFields& l) {
  a.kept("min_ns", l.min);
  a.kept("p50_ns", l.p50);
  a.kept("p90_ns", l.p90);
  a.kept("p95_ns", l.p95);
  a.kept("p99_ns", l.p99);
  a.kept("max_ns", l.max);
  a.kept("samples", l.samples);
}

template <class Archive>
void fields(Archive& a, SeriesFields& s) {
  a.kept("window_ns", s.window_ns);
  a.kept("counts", s.counts);
  a.kept("errors", s.errors);
  a.kept("p50_ns", s.p50_ns);
  a.kept("p99_ns", s.p99_ns);
}

template <class Archive>
void fields(Archive& a, TrendFields& t) {
  a.kept("windows", t.windows);
  a.kept("p_value", t.p_value);
  a.kept("growth", t.growth);
  a.kept("growth_low", t.growth_low);
  a.kept("growth_high", t.growth_high);
}

template <class Archive>
void fields(Archive& a, BindingFields& b) {
  a.kept("counts", b.counts);
  a.kept("p50_ns", b.p50_ns);
}

template <class Archive>
void fields(Archive& a, BatchFields& b) {
  a.kept("operations", b.operations);
  a.kept("batches", b.batches);
  a.kept("p50_ns", b.p50_ns);
  a.kept("p99_ns", b.p99_ns);
}

template <class Archive>
void fields(Archive& a, GbFields& g) {
  a.kept("run_id", g.run_id);
  a.kept("group_id", g.group_id);
  a.kept("cell_id", g.cell_id);
  a.kept("machine", g.machine);
  a.kept("machine_class", g.machine_class);
  a.kept("host_fingerprint", g.host_fingerprint);
  a.kept("round", g.round);
  a.kept("lineage_key", g.lineage_key);
  a.kept("compatibility_key", g.compatibility_key);
  a.kept("workload_version", g.workload_version);
  a.kept("configuration_digest", g.configuration_digest);
  a.kept("sequence_sha256", g.sequence_sha256);
  a.kept("durability", g.durability);
  a.kept("read_mode", g.read_mode);
  a.kept("library_path", g.library_path);
  a.kept("library_sha256", g.library_sha256);
  a.kept("indexes", g.indexes);
  a.kept("partial", g.partial);
  a.kept("outcomes", g.outcomes);
  a.kept("samples", g.samples);
  a.kept("sync_before", g.sync_before);
  a.kept("sync_after", g.sync_after);
  a.kept("host", g.host);
  a.kept("host_facts", g.host_facts);
  a.kept("settings", g.settings);
  a.kept("timer_floor_p50_ns", g.timer_floor_p50_ns);
  a.kept("timer_floor_p999_ns", g.timer_floor_p999_ns);
  a.kept("clock_read_ns", g.clock_read_ns);
  a.kept("dataset_source", g.dataset_source);
  a.kept("phase_ns", g.phase_ns);
  a.kept_unless_empty("service", g.service);
  a.kept_unless_empty("lateness", g.lateness);
  a.kept_unless_empty("windows", g.windows);
  a.kept_unless_empty("seconds", g.seconds);
  a.kept_unless_empty("trends", g.trends);
  a.kept_unless_empty("bindings", g.bindings);
  a.kept_unless_empty("batches", g.batches);
  a.kept_unless_empty("error_classes", g.error_classes);
  a.kept_unless_empty("phase_resources", g.phase_resources);
}

template <class Archive>
void fields(Archive& a, ResultDocument& d) {
  a.always("schema", d.schema);
  a.always("workload", d.workload);
  a.unless_empty("family", d.family);
  a.unless_empty("fidelity", d.fidelity);
  a.always("condition", d.condition);
  a.unless_empty("verification", d.verification);
  a.unless_empty("classes", d.classes);
  a.unless_empty("queries", d.queries);
  a.unless_empty("cold", d.cold);
  a.unless_empty("sweep", d.sweep);
  a.always("load", d.load);
  a.always("resource", d.resource);
  a.unless_empty("teps", d.teps);
  a.unless_empty("drift", d.drift);
}

}  // namespace gb
