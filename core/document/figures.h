#pragma once

#include <span>
#include <string>

#include "core/base/error.h"
#include "core/document/result_document.h"
#include "core/stats/distribution.h"
#include "core/stats/series.h"

namespace gb {

// From what was measured to the fields a document keeps it in, and back.

/// A stat object. errors: failed operations, which count but have no latency. Throughput stays 0
/// where the reference has none (closed loop); the true one is samples over wall_seconds.
StatFields stat_fields(std::string query_class, const Distribution& latencies,
                       std::int64_t errors = 0, std::string first_error = "");

/// Every sample, or a histogram beyond a million, with the 95 % intervals of p50, p90, p95 and p99.
QuerySamples query_samples(const Distribution& latencies, double wall_seconds);

LatencyFields latency_fields(const Distribution& latencies, double wall_seconds);

SeriesFields series_fields(std::span<const SeriesWindow> windows, Nanos length);

/// What `series_fields` kept; the largest latency of a window is not among it. InvalidArgument when
/// the lists differ in length.
Result<std::vector<SeriesWindow>> windows_of(const SeriesFields& fields);

TrendFields trend_fields(const Drift& drift);

/// The samples again. NotFound when the document kept none (imported ones never have any); DataLoss
/// when what stands there is damaged or its number is not `count`.
Result<Distribution> distribution_of(const QuerySamples& samples);

/// Successful operations per second of wall time; nothing when the wall time is unknown.
std::optional<double> completed_per_second(const QuerySamples& samples);

}  // namespace gb
