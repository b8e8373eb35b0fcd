#include "core/rules/lab/rival.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "core/base/duration.h"
#include "core/document/lookup.h"
#include "core/rules/lab/sync_units.h"

namespace gb {
namespace {

std::string span(std::int64_t ns) { return format_duration(Nanos(ns)); }

double ratio(std::int64_t above, std::int64_t below) {
  return static_cast<double>(above) / static_cast<double>(below);
}

const QuerySamples* samples_of(const ResultDocument& document, const std::string& query) {
  if (!document.gb) return nullptr;
  const auto found = document.gb->samples.find(query);
  return found == document.gb->samples.end() ? nullptr : &found->second;
}

RivalQuery compare(const ResultDocument& own, const ResultDocument& rival,
                   const std::string& query) {
  const StatFields& mine = own.queries.at(query);
  const StatFields& theirs = rival.queries.at(query);
  RivalQuery row{query,        mine.query_class, mine.p50, theirs.p50, ratio(theirs.p50, mine.p50),
                 std::nullopt, std::nullopt};
  const QuerySamples* a = samples_of(own, query);
  const QuerySamples* b = samples_of(rival, query);
  if (a != nullptr && b != nullptr) {
    if (a->p50_high > 0 && b->p50_low > 0) row.low = ratio(b->p50_low, a->p50_high);
    if (a->p50_low > 0 && b->p50_high > 0) row.high = ratio(b->p50_high, a->p50_low);
  }
  return row;
}

SyncBand band_of(const ResultDocument& document) {
  const Hardware& h = document.condition.hardware;
  return {h.sync_ns, h.sync_low_ns, h.sync_high_ns};
}

void judge_read(LabRival& result, const RivalQuery& row, double target) {
  const auto found = [&](FindingKind kind, FindingEffect effect, std::string_view why) {
    result.findings.push_back({kind, effect, result.workload, row.query, "p50",
                               fmt::format("p50 {} against {}, {:.2f}x {} {:.2f}x", span(row.own),
                                           span(row.rival), row.speedup, why, target)});
  };
  if (!row.low || !row.high) {
    if (row.speedup < target) {
      found(FindingKind::Rival, FindingEffect::Fails, "without an interval, under");
    } else {
      found(FindingKind::InsufficientSamples, FindingEffect::Undecides,
            "without an interval, against");
    }
  } else if (*row.high < target) {
    found(FindingKind::Rival, FindingEffect::Fails, "under");
  } else if (*row.low < target) {
    found(FindingKind::Indeterminate, FindingEffect::Undecides, "with an interval that spans");
  }
}

void judge_write(LabRival& result, const RivalQuery& row, const ResultDocument& own,
                 const ResultDocument& rival, double ceiling) {
  const bool one_machine = machine_identity(own) == machine_identity(rival);
  const SyncBand band = one_machine ? shared_band(band_of(own), band_of(rival)) : band_of(own);
  const CommitJudgement judgement = judge_commit(row.own, band, ceiling);
  const bool violates = judgement.ruling == CommitRuling::Violation;
  if (judgement.ruling != CommitRuling::Pass) {
    result.findings.push_back({violates ? FindingKind::Rival : FindingKind::Indeterminate,
                               violates ? FindingEffect::Fails : FindingEffect::Undecides,
                               result.workload, row.query, "p50", judgement.detail});
  }
  // On one machine a commit of either waits for the same device: latencies say it without a unit.
  if (one_machine && judgement.ruling != CommitRuling::Declined && row.high && *row.high < 1) {
    result.findings.push_back(
        {FindingKind::Rival, FindingEffect::Fails, result.workload, row.query, "p50",
         fmt::format("a commit takes {}, the rival's {}", span(row.own), span(row.rival))});
  }
}

}  // namespace

LabRival lab_rival(const ResultDocument& own, const ResultDocument& rival, double read_speedup,
                   double commit_syncs, const AllowedDifferences& allowed) {
  constexpr std::array<std::string_view, 4> kReads{"point-read", "traversal", "subgraph",
                                                   "aggregation"};
  LabRival result;
  result.engine = own.condition.engine;
  result.rival = rival.condition.engine;
  result.workload = workload_of(own);
  // Two engines have each their own plane; nothing else may differ.
  AllowedDifferences planes = allowed;
  planes.insert("plane");
  result.findings = differences_between(rival, own, FindingEffect::Fails, planes);
  if (refused(result.findings)) return result;

  double logarithms = 0;
  for (const auto& [query, theirs] : rival.queries) {
    if (measured(rival, query) == nullptr || theirs.p50 <= 0) continue;
    if (measured(own, query) == nullptr || own.queries.at(query).p50 <= 0) {
      const VerificationLine* verdict = verdict_on(own, query);
      result.findings.push_back(
          {FindingKind::VanishedQuery, FindingEffect::Fails, result.workload, query, "",
           fmt::format("the rival answers it, {} does not: {}", result.engine,
                       verdict == nullptr || verdict->reason.empty() ? std::string("not measured")
                                                                     : verdict->reason)});
      continue;
    }
    const RivalQuery row = compare(own, rival, query);
    logarithms += std::log(row.speedup);
    if (std::find(kReads.begin(), kReads.end(), row.query_class) != kReads.end()) {
      judge_read(result, row, read_speedup);
    } else if (row.query_class == "write") {
      judge_write(result, row, own, rival, commit_syncs);
    }
    result.queries.push_back(row);
  }
  if (result.queries.empty()) {
    result.findings.push_back({FindingKind::MissingBaseline, FindingEffect::Fails, result.workload,
                               result.rival, "", "no query has figures on both sides"});
  } else {
    result.geometric_mean = std::exp(logarithms / static_cast<double>(result.queries.size()));
  }
  std::stable_sort(result.queries.begin(), result.queries.end(),
                   [](const RivalQuery& a, const RivalQuery& b) { return a.speedup < b.speedup; });
  return result;
}

}  // namespace gb
