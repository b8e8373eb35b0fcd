#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/report/lab_view.h"

namespace gb {

/// Tables of at most `width` characters (more than one per machine when the engines do not fit side
/// by side), the problems, the conditions and, at the end, what the runs cannot show.
std::string lab_text(const std::vector<ResultDocument>& documents, bool side_by_side,
                     std::size_t width);

/// The same as GitHub-flavoured Markdown.
std::string lab_markdown(const std::vector<ResultDocument>& documents, bool side_by_side);

/// A page of its own, printable, with the plots as SVG inside and nothing loaded from elsewhere.
std::string lab_html(const std::vector<ResultDocument>& documents, bool side_by_side,
                     bool resources);

/// A page around `body`, with the style of ours and of the plots.
std::string html_page(const std::string& title, const std::string& body);

/// One record per document and query; times in ns, empty where nothing was measured or no bound
/// exists. Header: machine,workload,scale,engine,engine_version,plane,class,query,outcome,reason,
/// detail,count,errors,min_ns,p50_ns,p50_low_ns,p50_high_ns,p90_ns,p95_ns,p99_ns,p99_low_ns,
/// p99_high_ns,p99_is_max,max_ns,mean_ns,stddev_ns,ratio,run_id,emulated,p90_low_ns,p90_high_ns,
/// p95_low_ns,p95_high_ns,ratio_low,ratio_high,per_second,withdrawn.
std::string lab_csv(const std::vector<ResultDocument>& documents, bool side_by_side);

/// Stable JSON, keys sorted:
/// {"schema": "graph-bench/report/1",
///  "verified": {"passed", "asked", "skipped"}, "limits": [text],
///  "tables": [{"machine", "workload", "scale", "emulated", "differences": [text],
///    "columns": [{"label", "engine", "engine_version", "plane", "workload", "scale", "dataset",
///       "dataset_checksum", "dataset_source", "sequence_sha256", "seed", "latency_model",
///       "rate_per_second", "concurrency", "warm_up", "operations" (or null), "durability",
///       "tuned", "machine", "host_fingerprint", "fsync_ns", "fsync_low_ns", "fsync_high_ns" (null:
///       not probed), "load_before", "load_after" (null: unknown), "started_at", "run_id",
///       "partial", "compatibility_key", "lineage_key", "document_schema"}],
///    "rows": [{"query", "class", "cells": [one per column:
///       {"outcome": measured|errors|skipped|failed|broken|absent, "reason", "detail",
///        and when figures exist "count", "errors", "min_ns", "p50_ns", "p90_ns", "p95_ns",
///        "p99_ns", "max_ns", "mean_ns", "stddev_ns", "p50_low_ns", "p50_high_ns", "p99_low_ns",
///        "p99_high_ns", and of p90 and p95 (null: no bound), "per_second", "p99_is_max",
///        "below_resolution", "ratio" (to the first column, or null), "ratio_low", "ratio_high",
///        "undecided"}]}],
///    "cold": [rows alike, a class each]}]}
std::string lab_json(const std::vector<ResultDocument>& documents, bool side_by_side);

}  // namespace gb
