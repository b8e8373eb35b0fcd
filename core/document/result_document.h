#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/clock.h"
#include "core/base/error.h"

namespace gb {

/// What every run ends in. Schema 4: the reference's schema 3 field by field (result-document §3
/// and §4), and under `gb` what that one lacks. All spans are integer nanoseconds, all sizes bytes;
/// -1 means nobody could answer.

struct Hardware {
  std::string cpu = "unknown";
  std::int64_t cores = 0;
  std::int64_t ram_bytes = -1;
  std::string os, arch;
  std::int64_t sync_ns = -1, sync_low_ns = -1,
               sync_high_ns = -1;  // durable sync probe before load: median and band
};

struct Condition {
  std::string harness_version, harness_commit = "none";
  std::string engine, engine_version, plane;
  std::map<std::string, std::string> dialect_used;  // approved queries only
  std::map<std::string, std::string> config;
  bool tuned = false;
  std::string dataset, scale, dataset_checksum, params_checksum = "none";
  std::string workload;
  std::int64_t mix_seed = 1;
  std::string latency_model;  // "service-time", "open-model"; empty when nothing was measured
  double rate = 0;            // 1/s; 0 = closed loop
  std::vector<std::int64_t> concurrency;
  std::string warmup_outcome;
  std::string cache = "warm", cold_protocol = "none", validation_mode = "full";
  std::int64_t repetitions = 0;
  Hardware hardware;
  WallTime started_at{}, finished_at{};
};

struct VerificationLine {
  std::string query_id, outcome, reason;  // PASS, FAIL, SKIP
  std::int64_t samples = 0;
  std::string dialect;
};

/// A stat object (result-document §4.3). Latencies of the successful samples; 0 when there are
/// none.
struct StatFields {
  std::string query_class;
  std::int64_t count = 0, errors = 0;
  std::string first_error;
  std::int64_t min = 0, p50 = 0, p90 = 0, p95 = 0, p99 = 0, max = 0, mean = 0, stddev = 0;
  double throughput = 0, row_throughput = 0;
};

struct SweepLine {
  std::int64_t concurrency = 0;
  std::string query_class;
  double throughput = 0;
  std::int64_t p99 = 0;
};

struct LoadFields {
  std::int64_t duration = 0, nodes = 0, edges = 0, bytes_on_disk = -1;
  std::string method;
};

/// Field name ("MaxRSSBytes", ...) -> value, for all fields of result-document §4.6; a missing one
/// reads as -1.
struct ResourceFields {
  std::map<std::string, std::int64_t> values;
};

struct TepsFields {
  std::string source;
  std::int64_t edges = 0;
  std::vector<double> per_rep;
  double harmonic_mean = 0;
};

struct DriftFields {
  std::int64_t window = 0, windows = 0, first_p99 = 0, worst_p99 = 0, worst_at = 0;
  double trend = 0;
  std::vector<std::int64_t> p99s;
};

// Under `gb`.

/// One pass of the durable-sync probe (measurement §14 and its closing section).
struct SyncProbe {
  std::int64_t median_ns = -1, low_ns = -1,
               high_ns = -1;         // of 75 fsyncs in 5 batches: median, band of batch medians
  std::vector<std::int64_t> all_ns;  // in order, the discarded first one left out
  bool reaches_device = false;       // false below 10 us or on a memory file system
  std::string file_system;           // "ext4"
  std::string why_not;               // when nothing was probed
};

/// How busy the host was: at one moment (load) and since the moment before (busy share).
struct HostMoment {
  std::string when;  // "before", "during", "after"
  double load_1m = -1, load_5m = -1, load_15m = -1;
  double busy_share = -1;  // of all CPUs, 0 to 1, since the moment before; -1 unknown
  double steal_share = -1;
};

/// Outcome of a query: measured, skipped, failed (answered wrongly) or broken (we or the engine
/// could not).
struct QueryOutcome {
  std::string outcome;
  std::string reason_code;  // "", "no-dialect-text", "wrong-answer", "timeout", "exec-error", ...
  std::string detail;       // the first difference, the error's text
  std::map<std::string, std::int64_t> verified_strata;  // matched draws per stratum
  std::string query_class;  // "traversal"; the only trace of it when nothing was measured
  /// The engine has no such kernel and ran a text that does the same work, such as a whole-graph
  /// kernel in SQL: never in one table with native ones.
  bool emulated = false;
};

/// The samples of one query and the intervals of its percentiles. -1: no such bound exists.
struct QuerySamples {
  std::string multiset;  // every sample (core/stats/multiset.h): any percentile, for ever
  std::string histogram =
      {};  // in its place beyond a million samples (core/stats/histogram_text.h)
  std::int64_t count = 0;
  std::int64_t p50_low = -1, p50_high = -1;  // 95 %, by order statistics
  std::int64_t p90_low = -1, p90_high = -1;
  std::int64_t p95_low = -1, p95_high = -1;
  std::int64_t p99_low = -1, p99_high = -1;
  double wall_seconds = 0;  // of the block
};

/// The same operations by another clock than that of `queries`: the service time of an open-loop
/// run, whose `queries` hold response times; or how late the generator sent.
struct LatencyFields {
  std::int64_t min = 0, p50 = 0, p90 = 0, p95 = 0, p99 = 0, max = 0;
  QuerySamples samples;
};

/// One query over a run, a figure per window; the lists are equally long, windows without a
/// completed operation have zeros.
struct SeriesFields {
  std::int64_t window_ns = 0;
  std::vector<std::int64_t> counts, errors, p50_ns, p99_ns;
};

/// How the median of one query moved (core/stats/series.h). Shares of the first window's level.
struct TrendFields {
  std::int64_t windows = 0;
  double p_value = 1, growth = 0, growth_low = 0, growth_high = 0;
};

/// One query by parameter binding, in the order of its pool, so that engines can be compared on
/// identical bindings. 0 where a binding was never drawn.
struct BindingFields {
  std::vector<std::int64_t> counts, p50_ns;
};

/// Operations too short for the clock, timed many at once; per operation.
struct BatchFields {
  std::int64_t operations = 0, batches = 0;  // in a batch; batches timed
  std::int64_t p50_ns = -1, p99_ns = -1;
};

struct GbFields {
  std::string run_id, group_id, cell_id, machine, machine_class, host_fingerprint;
  std::int64_t round = 0;
  std::string lineage_key, compatibility_key;  // hex, by keys.h
  std::string workload_version, configuration_digest, sequence_sha256;
  std::string durability, read_mode, library_path, library_sha256;
  std::vector<std::string> indexes;
  bool partial = false;
  std::map<std::string, QueryOutcome> outcomes;
  std::map<std::string, QuerySamples> samples;
  SyncProbe sync_before, sync_after;
  std::vector<HostMoment> host;
  std::map<std::string, std::string>
      host_facts;  // "kernel", "governor", "file_system", "virtualisation", ...
  std::map<std::string, std::int64_t> settings;  // "operations", "warm_up_ns", ...
  std::int64_t timer_floor_p50_ns = -1, timer_floor_p999_ns = -1, clock_read_ns = -1;
  std::string dataset_source;
  std::map<std::string, std::int64_t> phase_ns;  // how long each phase took

  // Of what not every run has; left out of the file when empty.
  std::map<std::string, LatencyFields> service;   // query -> service time, open loop only
  std::map<std::string, LatencyFields> lateness;  // query -> sent later than due, open loop only
  std::map<std::string, SeriesFields> windows;    // query -> windows of ten seconds
  std::map<std::string, SeriesFields> seconds;    // query -> each second
  std::map<std::string, TrendFields> trends;      // query -> drift over the run
  std::map<std::string, BindingFields> bindings;  // query -> per parameter binding
  std::map<std::string, BatchFields> batches;     // query -> timed in batches
  std::map<std::string, std::map<std::string, std::int64_t>>
      error_classes;  // query -> "timeout", "stream", "constraint", ... -> operations
  /// phase ("load", "measure") -> figure ("server.rss_peak_bytes", "cpu_user_ns") -> value; a
  /// figure nobody could read is absent.
  std::map<std::string, std::map<std::string, std::int64_t>> phase_resources;
};

/// What somebody said about a stored result afterwards. Results are never edited and never deleted.
struct Annotation {
  std::string kind;    // "note", "withdrawn", "reinstated"
  std::string reason;  // never empty
  std::string by;      // who, as they call themselves; may be empty
  WallTime at{};
};

struct ResultDocument {
  std::int64_t schema = 4;  // 3 and 2 (legacy) only after reading
  std::string workload, family, fidelity;
  Condition condition;
  std::vector<VerificationLine> verification;
  std::map<std::string, StatFields> classes, queries, cold;
  std::vector<SweepLine> sweep;
  LoadFields load;
  ResourceFields resource;
  std::map<std::string, TepsFields> teps;
  std::map<std::string, DriftFields> drift;
  std::optional<GbFields> gb;  // absent in the reference's own documents

  /// In the order they were made; beside the file, never in it (annotations.h).
  std::vector<Annotation> annotations;
};

}  // namespace gb
