#include "core/rules/lab/sequential_gate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "core/stats/multiple.h"
#include "core/stats/robust.h"
#include "core/stats/signed_rank.h"

namespace gb {

std::string_view name_of(SequentialDecision decision) {
  switch (decision) {
    case SequentialDecision::Open:
      return "open";
    case SequentialDecision::Regressed:
      return "regressed";
    case SequentialDecision::Cleared:
      return "cleared";
    case SequentialDecision::Undecided:
      return "undecided";
  }
  return "";
}

SequentialGate::SequentialGate(std::size_t rows, SequentialRules rules)
    : rules_(rules), rows_(rows), differences_(rows), slower_(rows), within_(rows) {}

void SequentialGate::add_pair(std::span<const double> differences) {
  if (finished()) return;
  ++pairs_;
  const double tau = std::log1p(rules_.tau);
  for (std::size_t i = 0; i < rows_.size() && i < differences.size(); ++i) {
    const double difference = differences[i];
    if (std::isnan(difference)) continue;
    differences_[i].push_back(difference);
    slower_[i].add(difference);
    within_[i].add(tau - difference);
    SequentialRow& row = rows_[i];
    row.pairs = differences_[i].size();
    row.slower = slower_[i].value();
    row.within_tau = within_[i].value();
    if (row.decision == SequentialDecision::Open) {
      row.factor = std::exp(WalshAverages(differences_[i]).estimate());
    }
  }
  decide();
}

void SequentialGate::decide() {
  // Every row's e-value counts for the family, decided or not: each is one at any stopping time.
  std::vector<double> evidence;
  for (const SequentialRow& row : rows_) evidence.push_back(row.slower);
  const auto rejected = e_bh(evidence, rules_.alpha);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    SequentialRow& row = rows_[i];
    if (row.decision != SequentialDecision::Open) continue;
    if (rejected[i] && row.factor >= 1 + rules_.tau) {
      row.decision = SequentialDecision::Regressed;
    } else if (row.within_tau >= 1 / rules_.alpha) {
      row.decision = SequentialDecision::Cleared;
    } else if (pairs_ >= rules_.budget) {
      row.decision = SequentialDecision::Undecided;
    }
  }
}

bool SequentialGate::finished() const {
  return pairs_ >= rules_.budget ||
         std::none_of(rows_.begin(), rows_.end(), [](const SequentialRow& row) {
           return row.decision == SequentialDecision::Open;
         });
}

std::vector<bool> toss_order(std::size_t pairs, Seed seed) {
  SplitMix64 random(derive(seed, "order of pairs"));
  std::vector<bool> order;
  while (order.size() < pairs) {
    std::array<bool, 4> block{true, true, false, false};
    for (std::size_t i = block.size(); i > 1; --i) std::swap(block[i - 1], block[random.below(i)]);
    order.insert(order.end(), block.begin(), block.end());
  }
  order.resize(pairs);
  return order;
}

double same_place_noise(std::span<const double> figures, const std::vector<bool>& first) {
  std::optional<double> last_first, last_second;
  std::vector<double> steps;
  for (std::size_t i = 0; i < figures.size() && i < first.size(); ++i) {
    auto& last = first[i] ? last_first : last_second;
    if (last) steps.push_back(figures[i] - *last);
    last = figures[i];
  }
  return mad_scale(steps);
}

}  // namespace gb
