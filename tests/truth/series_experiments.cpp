#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "core/rules/lab/noise_model.h"
#include "core/rules/lab/paired.h"
#include "core/rules/lab/two_stage.h"
#include "core/stats/change_point.h"
#include "core/stats/percentile.h"
#include "tests/truth/reference_side.h"
#include "tests/truth/row.h"

namespace gb::truth {
namespace {

double percent(int count) { return 100.0 * count / kReplicates; }

struct StageCounts {
  int rang = 0, failed = 0, unholdable = 0;
  int reference_failed = 0, reference_open = 0;
};

/// A history of 20 nights, a new run with `change`, and, where it rings, six paired rounds.
StageCounts gates(std::string_view name, const SeriesWorld& world, double change,
                  double asked = 0.05) {
  Noise noise(name);
  ReferenceSide reference(1, 1);
  StageCounts counts;
  const auto night = [&] { return one_run(world, noise, world.session_sd * noise.normal()); };
  for (int i = 0; i < kReplicates; ++i) {
    std::vector<double> history;
    for (int run = 0; run < 20; ++run) history.push_back(night());
    const double now = night() + std::log1p(change);
    const Fence fence = draw_fence(history, 0.05, 1);
    counts.unholdable += holds(draw_fence(history, asked, 1), asked) ? 0 : 1;
    if (rings(fence, now)) {
      ++counts.rang;
      World pair;
      pair.sigma = world.sigma;
      pair.outliers = world.outliers;
      pair.change = change;
      PairedRules rules;
      rules.tau = 0.05;
      const auto rounds = differences(make_rounds(pair, second_stage_rounds(1), noise));
      const auto row = decide_pairs(std::vector<std::vector<double>>(1, rounds), rules).front();
      counts.failed += row.verdict == RowVerdict::Regressed ? 1 : 0;
    }
    // The reference: against the last stored run, with the floor of five repeats of one session.
    const double session = world.session_sd * noise.normal();
    std::vector<double> repeats;
    for (int run = 0; run < 5; ++run) repeats.push_back(one_run(world, noise, session));
    const auto said = reference.gate(now, history.back(), ReferenceSide::noise_floor(repeats));
    counts.reference_failed += said == ReferenceSide::Gate::Fail ? 1 : 0;
    counts.reference_open += said == ReferenceSide::Gate::Indeterminate ? 1 : 0;
  }
  return counts;
}

}  // namespace

Rows two_stage_gate() {
  Rows rows;
  const auto add = [&](const std::string& world, const SeriesWorld& series, double change,
                       double least, double most) {
    const StageCounts counts = gates("T11 " + world, series, change);
    rows.push_back(
        {"T11", fmt::format("{} (stage one rings {:.1f} %)", world, percent(counts.rang)),
         "gate fails", percent(counts.failed), percent(counts.reference_failed), least, most});
  };
  add("no change, s = 3 %", {0.03, 0, 0}, 0, 0, 0.2);
  add("no change, 10 % outlier runs of +30 %", {0.03, 0, 0.10}, 0, 0, 0.2);
  add("no change, sessions differ by sd 4 %", {0.03, 0.04, 0}, 0, 0, 0.2);
  add("no change, s = 10 %", {0.10, 0, 0}, 0, 0, 0.2);
  add("+10 %, s = 3 %", {0.03, 0, 0}, 0.10, 40, 75);
  add("+15 %, s = 3 %", {0.03, 0, 0}, 0.15, 85, 100);
  add("+20 %, s = 3 %", {0.03, 0, 0}, 0.20, 98, 100);
  add("+20 %, s = 10 %", {0.10, 0, 0}, 0.20, 0, 40);
  const StageCounts loud = gates("T11 unholdable", {0.10, 0, 0}, 0, 0.10);
  rows.push_back({"T11", "a 10 % gate asked of a host with s = 10 %", "told it cannot be held",
                  percent(loud.unholdable), kNone, 99, 100});
  const StageCounts quiet = gates("T11 holdable", {0.01, 0, 0}, 0, 0.10);
  rows.push_back({"T11", "a 10 % gate asked of a host with s = 1 %", "told it cannot be held",
                  percent(quiet.unholdable), kNone, 0, 1});
  return rows;
}

Rows changes_in_histories() {
  const auto series = [](Noise& noise, double step) {
    std::vector<double> values;
    for (int run = 0; run < 60; ++run) {
      values.push_back(0.02 * noise.normal() + (run >= 40 ? std::log1p(step) : 0));
    }
    return values;
  };
  Noise noise("T9");
  int found = 0, quiet = 0, ringing = 0;
  for (int i = 0; i < kReplicates; ++i) {
    const auto stepped = change_points(series(noise, 0.05));
    found += std::any_of(stepped.begin(), stepped.end(),
                         [](const ChangePoint& one) { return one.at >= 37 && one.at <= 43; });
    const auto still = series(noise, 0);
    quiet += change_points(still).empty() ? 0 : 1;
    // What comparing each run with the one before says of the same series.
    bool rings = false;
    for (std::size_t run = 1; run < still.size(); ++run) {
      rings = rings || still[run] - still[run - 1] > std::log(1.05);
    }
    ringing += rings ? 1 : 0;
  }
  return {
      {"T9", "60 runs, s = 2 %, +5 % from run 41 on", "found within 3 runs", percent(found), kNone,
       97, 100},
      {"T9", "60 runs, s = 2 %, no change", "any change reported", percent(quiet), kNone, 0, 5},
      {"T9", "the same by \"5 % over the run before\" (not ours, for contrast)",
       "any change reported", percent(ringing), kNone, 80, 100},
  };
}

Rows variance_levels() {
  constexpr double kWithin = 0.02, kRun = 0.03, kSession = 0.04;
  constexpr int kSets = 500;
  Noise noise("T12");
  double within = 0, run = 0, session = 0;
  for (int i = 0; i < kSets; ++i) {
    std::vector<std::vector<RunFigure>> sessions;
    for (int s = 0; s < 12; ++s) {
      const double shift = kSession * noise.normal();
      auto& runs = sessions.emplace_back();
      for (int r = 0; r < 6; ++r) {
        runs.push_back(
            {shift + kRun * noise.normal() + kWithin * noise.normal(), kWithin * kWithin});
      }
    }
    const VarianceComponents found = variance_components(sessions);
    within += found.within * found.within / kSets;
    run += found.run * found.run / kSets;
    session += found.session * found.session / kSets;
  }
  const auto row = [&](const std::string& level, double variance, double truth) {
    return TruthRow{"T12",
                    fmt::format("sd {:g} % {}, 12 sessions of 6 runs, mean of {} sets", truth * 100,
                                level, kSets),
                    "estimated variance, of the true one",
                    100 * variance / (truth * truth),
                    kNone,
                    80,
                    120};
  };
  return {row("within a run", within, kWithin), row("between runs", run, kRun),
          row("between sessions", session, kSession)};
}

Rows coordinated_omission() {
  // 1,000 requests a second for 10 s, 0.1 ms each; the server stands still for 1 s in the middle.
  constexpr std::int64_t kMs = 1'000'000, kService = kMs / 10, kStall = 1000 * kMs;
  std::vector<Nanos> open, closed;
  std::int64_t free_at = 0;
  bool stalled = false;
  for (std::int64_t i = 0; i <= 10'000; ++i) {
    const std::int64_t due = i * kMs;
    std::int64_t start = std::max(due, free_at);
    if (!stalled && due >= 5000 * kMs) {
      start += kStall;
      stalled = true;
    }
    free_at = start + kService;
    open.emplace_back(free_at - due);  // from when the plan wanted it
  }
  // The same server asked by a client that waits: the stall delays one request, and the others are
  // never sent.
  for (std::int64_t i = 0; i < 9'001; ++i) closed.emplace_back(i == 5'000 ? kStall : kService);
  std::sort(open.begin(), open.end());
  std::sort(closed.begin(), closed.end());
  const auto ms = [](Nanos latency) { return std::chrono::duration<double, std::milli>(latency); };
  const double open_p99 = ms(percentile(open, kP99)).count();
  const double closed_p99 = ms(percentile(closed, kP99)).count();
  return {
      {"T10", fmt::format("open loop through a stall of 1 s: p99 {:.0f} ms", open_p99),
       "of the true 910 ms", 100 * open_p99 / 910, kNone, 98, 102},
      {"T10",
       fmt::format("closed loop through the same stall: p99 {:.1f} ms, stamped service-time",
                   closed_p99),
       "of the true 910 ms", 100 * closed_p99 / 910, kNone, 0, 1},
  };
}

}  // namespace gb::truth
