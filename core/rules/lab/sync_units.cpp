#include "core/rules/lab/sync_units.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/duration.h"
#include "core/rules/reference/rival.h"

namespace gb {
namespace {

std::string span(std::int64_t ns) { return format_duration(Nanos(ns)); }

double units(std::int64_t commit, std::int64_t unit) {
  return static_cast<double>(commit) / static_cast<double>(unit);
}

}  // namespace

std::string_view name_of(CommitRuling ruling) {
  switch (ruling) {
    case CommitRuling::Pass:
      return "pass";
    case CommitRuling::Violation:
      return "violation";
    case CommitRuling::Indeterminate:
      return "indeterminate";
    case CommitRuling::Declined:
      return "declined";
  }
  return "";
}

CommitJudgement judge_commit(std::int64_t commit_ns, const SyncBand& band, double ceiling) {
  CommitJudgement judgement;
  if (band.median_ns <= 0) {
    judgement.detail = "no durable sync was probed, so commits cannot be counted in syncs";
    return judgement;
  }
  if (commit_ns <= 0) {
    judgement.detail = "no commit was measured";
    return judgement;
  }
  judgement.syncs = units(commit_ns, band.median_ns);
  if (band.median_ns < kDeviceSyncNs) {
    judgement.detail = fmt::format(
        "a sync of {} reached no device: what a commit costs in syncs says nothing here",
        span(band.median_ns));
    return judgement;
  }
  const bool banded = band.low_ns > 0 && band.high_ns > 0;
  const std::int64_t low = banded ? band.low_ns : band.median_ns;
  const std::int64_t high = banded ? band.high_ns : band.median_ns;
  judgement.fewest = units(commit_ns, high);
  judgement.most = units(commit_ns, low);
  const std::string counted =
      fmt::format("{} is {:.2f} to {:.2f} syncs of {} to {}", span(commit_ns), judgement.fewest,
                  judgement.most, span(low), span(high));
  if (judgement.most <= ceiling) {
    judgement.ruling = CommitRuling::Pass;
    judgement.detail = fmt::format("{}, within {}", counted, ceiling);
  } else if (judgement.fewest > ceiling) {
    judgement.ruling = CommitRuling::Violation;
    judgement.detail = fmt::format("{}, over {}", counted, ceiling);
  } else {
    judgement.ruling = CommitRuling::Indeterminate;
    judgement.detail = fmt::format("{}: the volume's own band spans {}", counted, ceiling);
  }
  return judgement;
}

SyncBand shared_band(const SyncBand& one, const SyncBand& other) {
  if (one.median_ns <= 0) return other;
  if (other.median_ns <= 0) return one;
  SyncBand band;
  band.median_ns = std::min(one.median_ns, other.median_ns);
  const bool both = one.low_ns > 0 && other.low_ns > 0;
  const SyncBand& banded = one.low_ns > 0 ? one : other;
  band.low_ns = both ? std::min(one.low_ns, other.low_ns) : banded.low_ns;
  band.high_ns = both ? std::max(one.high_ns, other.high_ns) : banded.high_ns;
  return band;
}

}  // namespace gb
