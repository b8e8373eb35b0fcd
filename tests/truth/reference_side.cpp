#include "tests/truth/reference_side.h"

#include <fmt/format.h>

#include <cmath>

#include "core/rules/reference/noise.h"

namespace gb::truth {
namespace {

/// A figure as a document has it: whole nanoseconds about a millisecond.
std::int64_t nanos(double logarithm) { return std::llround(1e6 * std::exp(logarithm)); }

ResultDocument empty_run(std::size_t queries) {
  ResultDocument document;
  document.workload = std::string("w");
  for (std::size_t i = 0; i < queries; ++i) {
    document.queries[fmt::format("q{:02}", i)].count = 100;
  }
  return document;
}

void fill(std::vector<ResultDocument>& runs, const std::vector<Rounds>& rounds, bool after) {
  for (std::size_t run = 0; run < runs.size(); ++run) {
    std::size_t query = 0;
    for (auto& [id, stat] : runs[run].queries) {
      const Rounds& one = rounds[query++];
      stat.min = stat.p50 = nanos(after ? one.after[run] : one.before[run]);
    }
  }
}

}  // namespace

ReferenceSide::ReferenceSide(std::size_t runs, std::size_t queries)
    : before_(runs, empty_run(queries)), after_(runs, empty_run(queries)) {}

bool ReferenceSide::ab_accuses(const std::vector<Rounds>& rounds) {
  fill(before_, rounds, false);
  fill(after_, rounds, true);
  return reference_ab(before_, after_, LatencyMetric::Min, 1.10).regressed > 0;
}

ReferenceSide::Gate ReferenceSide::gate(double now, double was, double noise_floor) {
  after_.front().queries.begin()->second.p50 = nanos(now);
  before_.front().queries.begin()->second.p50 = nanos(was);
  const auto findings = reference_regression(after_.front(), before_.front(), 1.10, noise_floor);
  if (findings.empty()) return Gate::Pass;
  return findings.front().kind == FindingKind::Indeterminate ? Gate::Indeterminate : Gate::Fail;
}

double ReferenceSide::noise_floor(const std::vector<double>& repeats) {
  std::vector<ResultDocument> runs(repeats.size(), empty_run(1));
  for (std::size_t i = 0; i < runs.size(); ++i) {
    runs[i].queries.begin()->second.p50 = nanos(repeats[i]);
  }
  return reference_noise(runs, "zu", 90, 1.10).value().floor;
}

}  // namespace gb::truth
