#include "core/rules/lab/paired.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/stats/multiple.h"
#include "core/stats/normal.h"
#include "core/stats/robust.h"
#include "core/stats/signed_rank.h"

namespace gb {
namespace {

constexpr double kSignedRankCost =
    1.05;  // rounds a signed-rank needs over a t interval, normal data

/// The share of alpha that may be used after this many rounds; nothing when the plan does not let
/// the answer be looked at now.
std::optional<double> usable_alpha(const PairedRules& rules, std::size_t rounds) {
  if (rules.looks.empty()) {
    return rounds >= rules.planned_rounds ? std::optional(rules.alpha) : std::nullopt;
  }
  const auto look = std::find(rules.looks.begin(), rules.looks.end(), rounds);
  if (look == rules.looks.end()) return std::nullopt;
  return spending_levels(rules.looks,
                         rules.alpha)[static_cast<std::size_t>(look - rules.looks.begin())];
}

/// Rounds for the half-width z * sigma / sqrt(n) to shrink to `room`.
std::optional<std::size_t> rounds_for(double z, double sigma, double room) {
  if (room <= 0) return std::nullopt;
  const double root = kSignedRankCost * z * sigma / room;
  const double rounds = std::ceil(root * root);
  if (!(rounds <= static_cast<double>(kMostRounds))) return std::nullopt;
  return static_cast<std::size_t>(rounds);
}

/// How many rounds would decide the row, if what it shows now is the truth.
std::optional<std::size_t> rounds_to_decide(std::span<const double> differences, double estimate,
                                            double level, double fewest, const PairedRules& rules) {
  constexpr double kPower = 0.8416;  // the normal quantile of 80 %
  const double sigma = mad_scale(differences);
  const double tau = std::log1p(rules.tau);
  const double size = std::abs(estimate);
  const auto rounds =
      size >= tau ? rounds_for(-normal_quantile(level / 2) + kPower, sigma, size)
                  : rounds_for(-normal_quantile(rules.alpha / 2) + kPower, sigma, tau - size);
  if (!rounds) return std::nullopt;
  // More than there are: these were not enough.
  return std::max({*rounds, static_cast<std::size_t>(fewest), differences.size() + 1});
}

std::string why(const PairedRow& row, bool rejected, double tau) {
  if (rejected) {
    return fmt::format("there is a change, of less than {:.4g} %", tau * 100);
  }
  if (std::abs(std::log(row.factor)) >= std::log1p(tau)) {
    return "the interval includes no change at all";
  }
  return fmt::format("the interval reaches beyond {:.4g} %", tau * 100);
}

}  // namespace

std::string_view name_of(RowVerdict verdict) {
  switch (verdict) {
    case RowVerdict::Regressed:
      return "regressed";
    case RowVerdict::Improved:
      return "improved";
    case RowVerdict::Equivalent:
      return "equivalent";
    case RowVerdict::Undecided:
      return "undecided";
  }
  return "";
}

std::size_t minimum_rounds(std::size_t rows, double alpha) {
  return fewest_for_level(alpha / static_cast<double>(std::max<std::size_t>(rows, 1)));
}

std::vector<PairedRow> decide_pairs(std::span<const std::vector<double>> differences,
                                    const PairedRules& rules) {
  std::vector<WalshAverages> walsh;
  std::vector<double> p_values;
  walsh.reserve(differences.size());
  std::size_t most = 0;
  for (const auto& one : differences) {
    walsh.emplace_back(one);
    p_values.push_back(walsh.back().p_value());
    most = std::max(most, one.size());
  }
  // Asked of the verdict, not of a row: a row that lost a round is still judged at the same look.
  const auto alpha = usable_alpha(rules, most);
  const std::size_t fewest = minimum_rounds(differences.size(), alpha.value_or(rules.alpha));
  const auto steps = holm(p_values, alpha.value_or(rules.alpha));
  const double tau = std::log1p(rules.tau);

  std::vector<PairedRow> rows(differences.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    PairedRow& row = rows[i];
    const double estimate = walsh[i].estimate();
    row.rounds = walsh[i].rounds();
    row.factor = std::exp(estimate);
    row.p = p_values[i];
    row.adjusted_p = steps[i].adjusted_p;
    row.level = steps[i].level;
    if (const auto interval = walsh[i].interval(row.level)) {
      row.low = std::exp(interval->low);
      row.high = std::exp(interval->high);
    }
    if (row.rounds < fewest) {
      row.why_undecided =
          fmt::format("with fewer than {} rounds nothing can be decided about {} {}", fewest,
                      rows.size(), rows.size() == 1 ? "row" : "rows");
      row.rounds_needed = fewest;
      continue;
    }
    if (!alpha) {
      row.why_undecided = rules.looks.empty()
                              ? fmt::format(
                                    "{} of the {} rounds asked for: an answer taken early is none, "
                                    "unless the looks were planned",
                                    most, rules.planned_rounds)
                              : fmt::format("{} rounds are none of the planned looks", most);
      const auto next = std::upper_bound(rules.looks.begin(), rules.looks.end(), most);
      if (rules.looks.empty()) {
        row.rounds_needed = rules.planned_rounds;
      } else if (next != rules.looks.end()) {
        row.rounds_needed = *next;
      }
      continue;
    }
    const auto same = walsh[i].interval(rules.alpha);
    if (same) {
      row.same_low = std::exp(same->low);
      row.same_high = std::exp(same->high);
    }
    row.proven_tau =
        (row.low && std::log(*row.low) >= tau) || (row.high && std::log(*row.high) <= -tau);
    if (steps[i].rejected && estimate >= tau) {
      row.verdict = RowVerdict::Regressed;
    } else if (steps[i].rejected && estimate <= -tau) {
      row.verdict = RowVerdict::Improved;
    } else if (same && same->low > -tau && same->high < tau) {
      row.verdict = RowVerdict::Equivalent;
    } else {
      row.why_undecided = why(row, steps[i].rejected, rules.tau);
      row.rounds_needed =
          rounds_to_decide(differences[i], estimate, row.level, static_cast<double>(fewest), rules);
    }
  }
  return rows;
}

Result<void> check(const PairedRules& rules) {
  if (!(rules.alpha > 0 && rules.alpha <= 0.5)) {
    return fail(ErrorCode::InvalidArgument, "alpha is a chance of error in (0, 0.5], not {}",
                rules.alpha);
  }
  if (!(rules.tau > 0 && rules.tau < 10)) {
    return fail(ErrorCode::InvalidArgument,
                "the smallest change that matters is a factor above 1, not {}", 1 + rules.tau);
  }
  const bool ascending = std::adjacent_find(rules.looks.begin(), rules.looks.end(),
                                            std::greater_equal<>()) == rules.looks.end();
  if (!ascending || (!rules.looks.empty() && rules.looks.front() == 0)) {
    return fail(ErrorCode::InvalidArgument,
                "the planned looks must be numbers of rounds, each larger than the one before");
  }
  return {};
}

}  // namespace gb
