#include "core/rules/reference/rival.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/base/duration.h"
#include "core/document/lookup.h"

namespace gb {
namespace {

constexpr std::array<std::string_view, 4> kReads{"point-read", "traversal", "subgraph",
                                                 "aggregation"};

double ratio(std::int64_t above, std::int64_t below) {
  return below == 0 ? 0.0 : static_cast<double>(above) / static_cast<double>(below);
}

double syncs(std::int64_t latency, std::int64_t unit) {
  return unit <= 0 || latency <= 0 ? 0.0 : ratio(latency, unit);
}

std::string span(std::int64_t ns) { return format_duration(Nanos(ns)); }

bool one_host(const Hardware& a, const Hardware& b) {
  return a.cpu == b.cpu && a.cores == b.cores && a.ram_bytes == b.ram_bytes && a.os == b.os &&
         a.arch == b.arch;
}

void choose_unit(RivalComparison& c, const Hardware& own, const Hardware& rival) {
  c.same_host = one_host(own, rival);
  c.shared_unit = c.same_host && own.sync_ns > 0 && rival.sync_ns > 0;
  const std::int64_t shared = std::min(own.sync_ns, rival.sync_ns);
  c.own_unit = c.shared_unit ? shared : own.sync_ns;
  c.rival_unit = c.shared_unit ? shared : rival.sync_ns;
  c.band_low = own.sync_low_ns;
  c.band_high = own.sync_high_ns;
  if (c.same_host && own.sync_low_ns > 0 && rival.sync_low_ns > 0) {
    c.band_low = std::min(own.sync_low_ns, rival.sync_low_ns);
    c.band_high = std::max(own.sync_high_ns, rival.sync_high_ns);
  }
}

void judge_reads(const RivalComparison& c, const RivalRow& row, double target,
                 std::vector<Finding>& findings) {
  const auto judge = [&](const char* metric, double speedup, std::int64_t own, std::int64_t rival) {
    if (speedup <= 0 || speedup >= target) return;
    findings.push_back({FindingKind::Rival, FindingEffect::Fails, c.workload, row.query_class,
                        metric,
                        fmt::format("{} {} against {}, {:.2f}x under {:.2f}x", metric, span(own),
                                    span(rival), speedup, target)});
  };
  judge("p50", row.speedup_p50, row.own_p50, row.rival_p50);
  judge("p99", row.speedup_p99, row.own_p99, row.rival_p99);
}

void judge_writes(const RivalComparison& c, const RivalRow& row, double ceiling,
                  std::vector<Finding>& findings) {
  const auto found = [&](FindingKind kind, const char* metric, std::string detail) {
    const bool fails = kind == FindingKind::Rival;
    // An open question leaves the reference's code at 0.
    findings.push_back({kind, fails ? FindingEffect::Fails : FindingEffect::Informs, c.workload,
                        row.query_class, metric, std::move(detail)});
  };
  if (row.own_syncs_p50 == 0) {
    found(FindingKind::Indeterminate, "p50",
          "no durable flush was probed here, so commits cannot be counted in flushes");
    return;
  }
  if (c.own_unit < kDeviceSyncNs) {
    found(FindingKind::Indeterminate, "p50",
          fmt::format("a flush of {} did not reach a device, so commits cannot be counted in "
                      "flushes",
                      span(c.own_unit)));
    return;
  }
  const bool band = c.band_low > 0 && c.band_high > 0;
  const double band_low = band ? ratio(row.own_p50, c.band_high) : 0;
  const double band_high = band ? ratio(row.own_p50, c.band_low) : 0;
  if (band && band_low <= ceiling && ceiling < band_high) {
    found(FindingKind::Indeterminate, "p50",
          fmt::format("p50 {} is {:.2f} to {:.2f} flushes: the volume's own band of {} to {} spans "
                      "the ceiling of {}",
                      span(row.own_p50), band_low, band_high, span(c.band_low), span(c.band_high),
                      ceiling));
  } else if (row.own_syncs_p50 > ceiling) {
    found(FindingKind::Rival, "p50",
          fmt::format("p50 {} is {} flushes, over {}", span(row.own_p50), row.own_syncs_p50,
                      ceiling));
  }
  if (row.rival_syncs_p50 == 0) return;
  const auto against = [&](const char* metric, double own, double rival) {
    if (own <= rival) return;
    found(FindingKind::Rival, metric,
          fmt::format("{} takes {:.2f} flushes, the rival's {:.2f}", metric, own, rival));
  };
  against("p50", row.own_syncs_p50, row.rival_syncs_p50);
  against("p99", row.own_syncs_p99, row.rival_syncs_p99);
}

}  // namespace

RivalComparison compare_to_rival(const ResultDocument& own, const ResultDocument& rival) {
  RivalComparison c;
  c.engine = own.condition.engine;
  c.rival = rival.condition.engine;
  c.workload = workload_of(own);
  for (const std::int64_t clients : own.condition.concurrency) {
    c.clients = std::max(c.clients, clients);
  }
  c.clients = std::max<std::int64_t>(c.clients, 1);
  choose_unit(c, own.condition.hardware, rival.condition.hardware);
  for (const auto& [query_class, mine] : own.classes) {
    const auto theirs = rival.classes.find(query_class);
    if (mine.count <= 0 || theirs == rival.classes.end() || theirs->second.count <= 0) continue;
    RivalRow row{query_class, mine.p50, mine.p99, theirs->second.p50, theirs->second.p99};
    row.speedup_p50 = ratio(row.rival_p50, row.own_p50);
    row.speedup_p99 = ratio(row.rival_p99, row.own_p99);
    if (query_class == "write") {
      row.own_syncs_p50 = syncs(row.own_p50, c.own_unit);
      row.own_syncs_p99 = syncs(row.own_p99, c.own_unit);
      row.rival_syncs_p50 = syncs(row.rival_p50, c.rival_unit);
      row.rival_syncs_p99 = syncs(row.rival_p99, c.rival_unit);
    }
    c.rows.push_back(row);
  }
  std::stable_sort(c.rows.begin(), c.rows.end(), [](const RivalRow& a, const RivalRow& b) {
    return class_rank(a.query_class) < class_rank(b.query_class);
  });
  for (const auto& [query, stat] : rival.queries) {
    const auto mine = own.queries.find(query);
    if (stat.count > 0 && (mine == own.queries.end() || mine->second.count == 0)) {
      c.not_run.push_back(query);
    }
  }
  return c;
}

std::vector<Finding> reference_rival(const RivalComparison& comparison, double read_speedup,
                                     double commit_syncs) {
  std::vector<Finding> findings;
  for (const RivalRow& row : comparison.rows) {
    if (std::find(kReads.begin(), kReads.end(), row.query_class) != kReads.end()) {
      judge_reads(comparison, row, read_speedup, findings);
    } else if (row.query_class == "write") {
      judge_writes(comparison, row, commit_syncs, findings);
    }
  }
  return findings;
}

}  // namespace gb
