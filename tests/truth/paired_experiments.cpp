#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/rules/lab/paired.h"
#include "core/rules/lab/sequential_gate.h"
#include "core/stats/signed_rank.h"
#include "tests/truth/reference_side.h"
#include "tests/truth/row.h"

namespace gb::truth {
namespace {

/// How often what was said, over all replicates; in percent.
struct Counts {
  int accused = 0, praised = 0, same = 0, reference = 0;
  double percent(int count) const { return 100.0 * count / kReplicates; }
};

/// A verdict over `queries` independent queries: any accused, any praised, all equivalent.
Counts verdicts(std::string_view name, const World& world, std::size_t rounds,
                std::size_t queries = 1) {
  Noise noise(name);
  ReferenceSide reference(rounds, queries);
  Counts counts;
  for (int i = 0; i < kReplicates; ++i) {
    std::vector<Rounds> figures;
    std::vector<std::vector<double>> family;
    for (std::size_t q = 0; q < queries; ++q) {
      figures.push_back(make_rounds(world, rounds, noise));
      family.push_back(differences(figures.back()));
    }
    const auto rows = decide_pairs(family, {});
    const auto any = [&](RowVerdict verdict) {
      return std::any_of(rows.begin(), rows.end(),
                         [&](const PairedRow& row) { return row.verdict == verdict; });
    };
    counts.accused += any(RowVerdict::Regressed) ? 1 : 0;
    counts.praised += any(RowVerdict::Improved) ? 1 : 0;
    counts.same += rows.front().verdict == RowVerdict::Equivalent ? 1 : 0;
    counts.reference += reference.ab_accuses(figures) ? 1 : 0;
  }
  return counts;
}

TruthRow accusation(const std::string& id, const std::string& world, const Counts& counts,
                    double least, double most) {
  return {id,    world, "accused", counts.percent(counts.accused), counts.percent(counts.reference),
          least, most};
}

TruthRow false_alarm(const std::string& id, const std::string& world, const Counts& counts,
                     double most) {
  return {id,
          world,
          "accused or praised",
          counts.percent(counts.accused + counts.praised),
          counts.percent(counts.reference),
          0,
          most};
}

World with_sigma(double sigma) {
  World world;
  world.sigma = sigma;
  return world;
}

World changed(double change, double sigma = 0.03) {
  World world = with_sigma(sigma);
  world.change = change;
  return world;
}

}  // namespace

Rows false_alarms_of_identical_builds() {
  Rows rows;
  for (const double sigma : {0.01, 0.03, 0.10}) {
    for (const std::size_t queries : {1, 9, 50}) {
      const std::string world = fmt::format("no change, s = {:g} %, {} quer{}, 20 rounds",
                                            sigma * 100, queries, queries == 1 ? "y" : "ies");
      rows.push_back(
          false_alarm("T1", world, verdicts("T1" + world, with_sigma(sigma), 20, queries), 5));
    }
  }
  // Whole nanoseconds about 400: most differences are 0 or 0.25 %.
  Noise noise("T1 ties");
  Counts counts;
  for (int i = 0; i < kReplicates; ++i) {
    std::vector<double> few;
    for (int round = 0; round < 20; ++round) {
      const auto draw = [&] { return std::round(400 + 12 * noise.normal()); };
      few.push_back(std::log(draw() / draw()));
    }
    const auto row = decide_pairs(std::vector<std::vector<double>>(1, few), {}).front();
    counts.accused += row.verdict == RowVerdict::Regressed ? 1 : 0;
    counts.praised += row.verdict == RowVerdict::Improved ? 1 : 0;
  }
  TruthRow row =
      false_alarm("T1", "no change, s = 3 % of 400 ns in whole ns (ties), 20 rounds", counts, 5);
  row.reference = kNone;
  rows.push_back(row);
  return rows;
}

Rows drifting_and_noisy_hosts() {
  World drift = with_sigma(0.02);
  drift.drift = 0.10;
  World neighbour = with_sigma(0.01);
  neighbour.ar_rho = 0.9;
  neighbour.ar_sd = 0.05;
  World outliers = with_sigma(0.03);
  outliers.outliers = 0.10;
  World modes = with_sigma(0.03);
  modes.bimodal = 0.5;
  return {
      false_alarm("T2", "no change, +10 % drift over the session, s = 2 %, 10 rounds",
                  verdicts("T2 drift", drift, 10), 2),
      false_alarm("T2", "no change, noisy neighbour (AR(1) 0.9, sd 5 %), 20 rounds",
                  verdicts("T2 neighbour", neighbour, 20), 2),
      false_alarm("T2", "no change, 10 % outlier runs of +30 %, s = 3 %, 10 rounds",
                  verdicts("T2 outliers", outliers, 10), 5),
      false_alarm("T2", "no change, half of the runs in a mode 28 % slower, 30 rounds",
                  verdicts("T2 modes", modes, 30), 5),
  };
}

Rows true_changes() {
  const Counts small = verdicts("T6", changed(0.02), 30);
  Rows rows;
  for (const std::size_t n : {10, 20, 30}) {
    const std::string world = fmt::format("no change, s = 3 %, {} rounds", n);
    const Counts same = verdicts("T6 " + world, with_sigma(0.03), n);
    rows.push_back({"T6", world, "called equivalent", same.percent(same.same), kNone, 0, 100});
  }
  Rows changes{
      accusation("T3", "+5 %, s = 3 %, 10 rounds", verdicts("T3 10", changed(0.05), 10), 82, 88),
      accusation("T3", "+5 %, s = 3 %, 20 rounds", verdicts("T3 20", changed(0.05), 20), 95, 100),
      accusation("T4", "+10 %, s = 3 %, 10 rounds", verdicts("T4 10", changed(0.10), 10), 99, 100),
      accusation("T4", "+10 %, s = 3 %, 6 rounds", verdicts("T4 6", changed(0.10), 6), 90, 100),
      accusation("T6", "+2 % (less than matters, 3 %), s = 3 %, 30 rounds", small, 0, 20),
      {"T6", "the same", "called equivalent", small.percent(small.same), kNone, 0, 30},
      {"T3", "-5 %, s = 3 %, 20 rounds", "praised",
       [] {
         const Counts faster = verdicts("T3 faster", changed(-0.05), 20);
         return faster.percent(faster.praised);
       }(),
       kNone, 95, 100},
  };
  changes.insert(changes.end(), rows.begin(), rows.end());
  return changes;
}

Rows interval_coverage() {
  Rows rows;
  for (const std::size_t n : {10, 20, 30}) {
    Noise noise(fmt::format("T5 {}", n));
    int covered = 0;
    for (int i = 0; i < kReplicates; ++i) {
      const WalshAverages walsh(differences(make_rounds(changed(0.05), n, noise)));
      const auto interval = walsh.interval(0.05).value();
      const double truth = std::log(1.05);
      covered += interval.low <= truth && truth <= interval.high ? 1 : 0;
    }
    rows.push_back({"T5", fmt::format("+5 %, s = 3 %, {} rounds", n),
                    "the 95 % interval holds the truth", 100.0 * covered / kReplicates, kNone, 94,
                    96});
  }
  return rows;
}

Rows layout_of_rebuilt_pairs() {
  World rebuilt = with_sigma(0.01);
  rebuilt.layout = 0.02;
  // One build a side: the same shift in every round.
  Noise noise("T7 single");
  int accused = 0;
  for (int i = 0; i < kReplicates; ++i) {
    World single = with_sigma(0.01);
    single.change = std::expm1(0.02 * (noise.normal() - noise.normal()));
    const auto row =
        decide_pairs(
            std::vector<std::vector<double>>(1, differences(make_rounds(single, 20, noise))), {})
            .front();
    accused += row.verdict != RowVerdict::Equivalent && row.verdict != RowVerdict::Undecided;
  }
  return {
      false_alarm("T7", "no change, code layout sd 2 %, 8 pairs rebuilt each",
                  verdicts("T7 rebuilt", rebuilt, 8), 5),
      {"T7", "the same with one build a side, 20 rounds: the verdict carries \"single build\"",
       "accused or praised", 100.0 * accused / kReplicates, kNone, 0, 100},
  };
}

Rows early_looks() {
  Noise noise("T8");
  int planned = 0, peeking = 0, stopped = 0;
  PairedRules plan;
  plan.looks = {12, 20, 30};
  PairedRules fixed;
  fixed.planned_rounds = 30;
  for (int i = 0; i < kReplicates; ++i) {
    const auto all = differences(make_rounds(with_sigma(0.03), 30, noise));
    bool by_plan = false, by_peeking = false, early = false;
    for (std::size_t n = 6; n <= 30; ++n) {
      const std::vector<double> so_far(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n));
      const std::vector<std::vector<double>> one(1, so_far);
      const WalshAverages walsh(so_far);
      by_peeking = by_peeking || walsh.p_value() <= 0.05;
      const auto row = decide_pairs(one, plan).front();
      by_plan = by_plan || (row.adjusted_p <= row.level &&
                            std::find(plan.looks.begin(), plan.looks.end(), n) != plan.looks.end());
      early =
          early || (n < 30 && decide_pairs(one, fixed).front().verdict != RowVerdict::Undecided);
    }
    planned += by_plan ? 1 : 0;
    peeking += by_peeking ? 1 : 0;
    stopped += early ? 1 : 0;
  }
  const auto percent = [](int count) { return 100.0 * count / kReplicates; };
  return {
      {"T8", "no change, s = 3 %, looks planned at 12, 20 and 30 rounds", "significant at any look",
       percent(planned), kNone, 0, 5},
      {"T8", "the same, 30 rounds asked for, looked at after each", "decided before the end",
       percent(stopped), kNone, 0, 0},
      {"T8", "the same by a test that may peek (not ours, for contrast)", "significant at any look",
       percent(peeking), kNone, 15, 25},
  };
}

Rows slots_and_single_queries() {
  World slot = with_sigma(0.01);
  slot.second_place = 0.03;
  Noise noise("one of fifty");
  int found = 0, alone = 0;
  for (int i = 0; i < kReplicates; ++i) {
    std::vector<std::vector<double>> family;
    for (std::size_t q = 0; q < 50; ++q) {
      family.push_back(differences(make_rounds(changed(q == 17 ? 0.08 : 0.0, 0.02), 20, noise)));
    }
    const auto rows = decide_pairs(family, {});
    const bool hit = rows[17].verdict == RowVerdict::Regressed;
    const auto accused = std::count_if(rows.begin(), rows.end(), [](const PairedRow& row) {
      return row.verdict == RowVerdict::Regressed;
    });
    found += hit ? 1 : 0;
    alone += hit && accused == 1 ? 1 : 0;
  }
  return {
      false_alarm("W1", "no change, the second place of a round costs 3 %, s = 1 %, 20 rounds",
                  verdicts("W1", slot, 20), 5),
      {"W2", "one of fifty queries +8 %, s = 2 %, 20 rounds", "found", 100.0 * found / kReplicates,
       kNone, 95, 100},
      {"W2", "the same", "found and named alone", 100.0 * alone / kReplicates, kNone, 95, 100},
  };
}

Rows sequential_gate() {
  const auto gate = [](std::string_view name, double change, double sigma, std::size_t queries,
                       double& pairs) {
    Noise noise(name);
    int accused = 0;
    pairs = 0;
    for (int i = 0; i < kReplicates; ++i) {
      SequentialGate one(queries, {});
      const auto first = toss_order(40, Seed{static_cast<std::uint64_t>(i) + 1});
      while (!one.finished()) {
        std::vector<double> pair;
        for (std::size_t q = 0; q < queries; ++q) {
          // A place costs 3 %: tossed, it favours no side.
          const double place = first[one.pairs()] ? -0.03 : 0.03;
          const double shift = q == 0 ? std::log1p(change) : 0;
          pair.push_back(shift + place + sigma * (noise.normal() - noise.normal()));
        }
        one.add_pair(pair);
      }
      pairs += static_cast<double>(one.pairs()) / kReplicates;
      accused += std::any_of(one.rows().begin(), one.rows().end(), [](const SequentialRow& row) {
        return row.decision == SequentialDecision::Regressed;
      });
    }
    return 100.0 * accused / kReplicates;
  };
  double pairs = 0;
  Rows rows;
  double share = gate("W3 same", 0, 0.03, 9, pairs);
  rows.push_back({"W3",
                  fmt::format("sequential gate, no change, 9 queries, s = 3 %, a place costs 3 "
                              "% (ends after {:.1f} pairs of 40)",
                              pairs),
                  "any accused, at any time", share, kNone, 0, 5});
  share = gate("W3 slow", 0.15, 0.03, 9, pairs);
  rows.push_back({"W3",
                  fmt::format("sequential gate, one of 9 queries +15 % (ends after {:.1f} "
                              "pairs)",
                              pairs),
                  "accused", share, kNone, 95, 100});
  return rows;
}

}  // namespace gb::truth
