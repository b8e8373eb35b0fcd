#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/duration.h"
#include "core/report/quantity.h"
#include "core/report/verdict_page.h"

namespace gb {
namespace {

std::string span(std::int64_t ns) { return format_duration(Nanos(ns)); }
std::string times(double factor) { return fmt::format("{:.2f}x", factor); }

/// Rounded half away from zero to 10 µs from 1 ms up, to 10 ns from 1 µs up, exact below.
std::string rounded_span(std::int64_t ns) {
  const std::int64_t grain = ns >= 1'000'000 ? 10'000 : (ns >= 1'000 ? 10 : 1);
  return span((ns + grain / 2) / grain * grain);
}

std::string setting(const VerdictQuestion& question, const std::string& name) {
  const auto found = question.settings.find(name);
  return found == question.settings.end() ? "" : found->second;
}

const std::vector<Align> kRightFromThird{Align::Left,  Align::Left,  Align::Right, Align::Right,
                                         Align::Right, Align::Right, Align::Right};

void add_costs(const ReferenceAb& ab, VerdictPage& page) {
  if (ab.costs.empty()) return;
  PageTable costs{{"workload", "metric", "before", "after", "factor", "runs"}, {}, kRightFromThird};
  for (const ReferenceCostRow& row : ab.costs) {
    const auto shown = [&](std::int64_t value) {
      return row.metric == "cpu" ? span(value) : format_bytes(value);
    };
    costs.rows.push_back({row.workload, row.metric, shown(row.before), shown(row.after),
                          times(row.factor),
                          fmt::format("{}/{}", row.before_runs, row.after_runs)});
  }
  page.blocks.emplace_back(std::move(costs));
}

std::string ab_summary(const ReferenceAb& ab) {
  if (ab.rows.empty()) return "no query was measured on both sides";
  const std::string compared = fmt::format("{} compared by {}, median {}", ab.rows.size(),
                                           name_of(ab.metric), times(ab.median));
  if (ab.regressed == 0) {
    return fmt::format("{}, worst {}, none at or over {}", compared, times(ab.worst),
                       times(ab.threshold));
  }
  const ReferenceAbRow& worst = ab.rows.front();
  return fmt::format("{}, {} regressed at {} or over, worst {} {} {}", compared, ab.regressed,
                     times(ab.threshold), worst.workload, worst.query, times(worst.factor));
}

std::string sync_words(const RivalComparison& c, const RivalRow& row) {
  if (c.own_unit < kDeviceSyncNs) {
    return fmt::format("commits in flushes cannot be asked here: a flush took {}",
                       span(c.own_unit));
  }
  std::string text = fmt::format("commits in flushes: {} p50 {:.2f}, p99 {:.2f}", c.engine,
                                 row.own_syncs_p50, row.own_syncs_p99);
  if (row.rival_syncs_p50 > 0) {
    text += fmt::format("; {} p50 {:.2f}, p99 {:.2f}", c.rival, row.rival_syncs_p50,
                        row.rival_syncs_p99);
  }
  if (c.shared_unit) {
    text +=
        fmt::format("; one flush is {}, the cheaper probe of one host, for both", span(c.own_unit));
  } else if (c.rival_unit > 0) {
    text += fmt::format("; one flush is {} here and {} there: two hosts, not comparable",
                        span(c.own_unit), span(c.rival_unit));
  } else {
    text += fmt::format("; one flush is {}", span(c.own_unit));
  }
  if (c.band_low > 0 && c.band_high > 0) {
    const auto p50 = static_cast<double>(row.own_p50);
    text +=
        fmt::format("; the p50 is {:.2f} at the dearest and {:.2f} at the cheapest",
                    p50 / static_cast<double>(c.band_high), p50 / static_cast<double>(c.band_low));
  }
  return text;
}

void add_rival(const RivalComparison& c, VerdictPage& page) {
  page.blocks.emplace_back(fmt::format("{} against {}, {}, {} client{}", c.engine, c.rival,
                                       c.workload, c.clients, c.clients == 1 ? "" : "s"));
  if (c.rows.empty()) {
    page.blocks.emplace_back("no class has figures on both sides");
  } else {
    PageTable table{{"Class", c.engine + " p50", c.engine + " p99", c.rival + " p50",
                     c.rival + " p99", "p50 x", "p99 x"},
                    {},
                    {Align::Left, Align::Right, Align::Right, Align::Right, Align::Right,
                     Align::Right, Align::Right}};
    for (const RivalRow& row : c.rows) {
      table.rows.push_back({row.query_class, rounded_span(row.own_p50), rounded_span(row.own_p99),
                            rounded_span(row.rival_p50), rounded_span(row.rival_p99),
                            fmt::format("{:.2f}", row.speedup_p50),
                            fmt::format("{:.2f}", row.speedup_p99)});
    }
    page.blocks.emplace_back(std::move(table));
  }
  for (const RivalRow& row : c.rows) {
    if (row.query_class == "write" && row.own_syncs_p50 > 0) {
      page.blocks.emplace_back(sync_words(c, row));
    }
  }
  if (!c.not_run.empty()) {
    page.blocks.emplace_back(
        fmt::format("not run by {}: {}", c.engine, fmt::join(c.not_run, ", ")));
  }
}

}  // namespace

void reference_page(const ReferenceNoise& noise, VerdictPage& page) {
  page.blocks.emplace_back(fmt::format("noise of {} over {} documents ({} {})", noise.engine,
                                       noise.documents, noise.workload, noise.scale));
  PageTable table{
      {"query", "metric", "runs", "min", "median", "max", "spread"}, {}, kRightFromThird};
  for (const NoiseSpread& row : noise.rows) {
    table.rows.push_back({row.query, row.metric, std::to_string(row.runs), span(row.min),
                          span(row.median), span(row.max), times(row.spread)});
  }
  page.blocks.emplace_back(std::move(table));
  page.blocks.emplace_back(fmt::format("floor (p{:g}) {}, worst {}", noise.percentile,
                                       times(noise.floor), times(noise.worst)));
  if (noise.usable) {
    page.blocks.emplace_back(
        fmt::format("this machine can hold a gate at {}: the floor is {} over {} runs",
                    times(noise.regression_factor), times(noise.floor), noise.documents));
  } else {
    page.blocks.emplace_back(fmt::format(
        "this machine cannot hold a gate at {}: the floor is {} over {} runs; pass --noise-floor "
        "{:.2f} to gate all the same",
        times(noise.regression_factor), times(noise.floor), noise.documents,
        suggested_floor(noise.floor)));
  }
}

void reference_page(const ReferenceAb& ab, const VerdictQuestion& question,
                    const PageOptions& options, VerdictPage& page) {
  constexpr std::size_t kUnfolded = 12;
  page.blocks.emplace_back(fmt::format("{}: {} against {}, by {}", setting(question, "engine"),
                                       setting(question, "after"), setting(question, "before"),
                                       name_of(ab.metric)));
  PageTable table{{"workload", "query", "before", "after", "factor", "runs"}, {}, kRightFromThird};
  std::size_t folded = 0;
  for (const ReferenceAbRow& row : ab.rows) {
    if (!options.all_rows && ab.rows.size() > kUnfolded && row.factor < 1) {
      ++folded;
      continue;
    }
    table.rows.push_back({row.workload, row.query, span(row.before), span(row.after),
                          times(row.factor),
                          fmt::format("{}/{}", row.before_runs, row.after_runs)});
  }
  if (!table.rows.empty()) page.blocks.emplace_back(std::move(table));
  if (folded > 0) page.blocks.emplace_back(fmt::format("{} faster rows folded: --all", folded));
  add_costs(ab, page);
  page.blocks.emplace_back(ab_summary(ab));
}

void reference_page(const ReferenceGate& gate, const VerdictQuestion& question,
                    const PageOptions& options, VerdictPage& page) {
  for (const RivalComparison& one : gate.rivals) add_rival(one, page);
  const auto open = finding_lines(gate.findings, FindingEffect::Informs);
  if (!open.empty()) {
    std::string heading = fmt::format("{}: {} indeterminate", options.label, open.size());
    const std::string floor = setting(question, "noise_floor");
    if (!floor.empty() && floor != "0") heading += ", noise floor " + floor;
    page.blocks.emplace_back(heading);
    for (const std::string& line : open) page.blocks.emplace_back("  " + line);
  }
  page.failures = finding_lines(gate.findings, FindingEffect::Fails);
  if (page.failures.empty()) {
    page.blocks.emplace_back(
        fmt::format("{} passed the gate in {} workloads", options.label, gate.workloads));
  }
}

}  // namespace gb
