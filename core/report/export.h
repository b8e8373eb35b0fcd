#pragma once

#include <string>
#include <vector>

#include "core/document/result_document.h"

namespace gb {

// Documents in the forms other programs read. Withdrawn results are left out by whoever asks.

/// The reference's schema 3: integer nanoseconds, what is ours left out. It reads this back.
std::string export_schema3(ResultDocument document);

/// Tidy CSV: one row per run, query and metric. Header: run_id,machine,workload,scale,engine,
/// engine_version,plane,latency_model,clients,started_at,query,class,emulated,outcome,reason,metric,
/// value,unit,low,high,samples. low and high: the 95 % interval where one exists. A query without
/// figures has one row with an empty metric. Rates are per wall second.
std::string export_tidy_csv(const std::vector<ResultDocument>& documents);

/// Bencher Metric Format: per "workload/scale/query engine/plane on machine" the measures latency
/// (the median, with its interval), latency-p99 (from 299 samples on) in ns and throughput in
/// operations a second. Queries without figures are left out.
std::string export_bencher(const std::vector<ResultDocument>& documents);

/// Google Benchmark's JSON: per query an iteration row (the mean) and aggregates (mean, median,
/// stddev, p99), in ns; skipped and failed ones with error_occurred and the reason. Its readers
/// want a cpu_time: it repeats real_time, which the context says.
std::string export_google_benchmark(const std::vector<ResultDocument>& documents);

}  // namespace gb
