#include "core/rules/lab/pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

#include "core/document/lookup.h"
#include "core/stats/robust.h"

namespace gb {
namespace {

using Side = std::vector<const ResultDocument*>;
using CellKey = std::tuple<std::string, std::string, std::string>;  // machine, workload, scale

std::map<CellKey, Side> by_cell(const std::vector<ResultDocument>& documents, bool by_machine) {
  std::map<CellKey, Side> cells;
  for (const ResultDocument& one : documents) {
    std::string scale = one.condition.scale;
    std::transform(scale.begin(), scale.end(), scale.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    cells[{by_machine ? machine_identity(one) : "", workload_of(one), scale}].push_back(&one);
  }
  for (auto& [key, side] : cells) {
    std::stable_sort(side.begin(), side.end(), [](const auto* a, const auto* b) {
      return a->condition.started_at < b->condition.started_at;
    });
  }
  return cells;
}

using RoundKey = std::pair<std::string, std::int64_t>;  // matrix, round

std::map<RoundKey, Side> by_round(const Side& side) {
  std::map<RoundKey, Side> rounds;
  for (const ResultDocument* one : side) {
    if (!one->gb || one->gb->group_id.empty()) return {};
    rounds[{one->gb->group_id, one->gb->round}].push_back(one);
  }
  return rounds;
}

void make_pairs(const Side& before, const Side& after, PairedCell& cell) {
  const auto was = by_round(before), now = by_round(after);
  for (const auto& [round, first] : was) {
    const auto other = now.find(round);
    if (other == now.end()) continue;
    cell.pairs.push_back({first.front(), other->second.front()});
    // A second run of the side before in the same round is the negative control.
    for (std::size_t i = 1; i < first.size(); ++i) {
      cell.controls.push_back({first.front(), first[i]});
    }
  }
  if (cell.pairs.empty()) {  // no round in common: one after the other
    for (std::size_t i = 0; i < std::min(before.size(), after.size()); ++i) {
      cell.pairs.push_back({before[i], after[i]});
    }
  }
  cell.unpaired = before.size() + after.size() - 2 * cell.pairs.size() - cell.controls.size();
  const auto start = [](const RunPair& pair) {
    return std::min(pair.before->condition.started_at, pair.after->condition.started_at);
  };
  std::stable_sort(cell.pairs.begin(), cell.pairs.end(),
                   [&](const RunPair& a, const RunPair& b) { return start(a) < start(b); });
}

void found(PairedCell& cell, FindingKind kind, FindingEffect effect, std::string detail) {
  cell.findings.push_back(
      {kind, effect, workload_of(*cell.pairs.front().before), cell.label, "", std::move(detail)});
}

/// Whether time or place explains as much as the build does.
void check_order(PairedCell& cell) {
  std::size_t overlapping = 0;
  WallTime latest_before{};
  for (std::size_t i = 0; i < cell.pairs.size(); ++i) {
    const WallTime a = cell.pairs[i].before->condition.started_at;
    const WallTime b = cell.pairs[i].after->condition.started_at;
    cell.after_first += b < a ? 1 : 0;
    if (i > 0 && std::min(a, b) < latest_before) ++overlapping;
    latest_before = std::max({latest_before, a, b});
  }
  if (overlapping > 0) {
    found(cell, FindingKind::OrderConfounded, FindingEffect::Undecides,
          fmt::format("{} of {} rounds did not end before the next began: the sides ran in blocks, "
                      "and what changed between the blocks looks like the build; run them "
                      "interleaved, in one matrix",
                      overlapping, cell.pairs.size()));
    return;
  }
  const std::size_t rounds = cell.pairs.size();
  const std::size_t fewer = std::min(cell.after_first, rounds - cell.after_first);
  if (4 * fewer < rounds && rounds > 1) {
    found(cell, FindingKind::OrderConfounded, FindingEffect::Undecides,
          fmt::format("the side after ran first in {} of {} rounds: its place in the round looks "
                      "like the build; let the order alternate",
                      cell.after_first, rounds));
  }
}

/// Each kind of difference once, however many rounds have it.
void check_conditions(PairedCell& cell, const AllowedDifferences& allowed) {
  std::set<FindingKind> seen;
  for (const RunPair& pair : cell.pairs) {
    for (Finding& one :
         differences_between(*pair.before, *pair.after, FindingEffect::Undecides, allowed)) {
      if (seen.insert(one.kind).second) cell.findings.push_back(std::move(one));
    }
  }
  cell.across_machines = seen.contains(FindingKind::DifferentMachine);
}

void check_builds(PairedCell& cell) {
  std::set<std::string> before, after;
  for (const RunPair& pair : cell.pairs) {
    if (!pair.before->gb || !pair.after->gb) return;
    before.insert(pair.before->gb->library_sha256);
    after.insert(pair.after->gb->library_sha256);
  }
  if (before.contains("") || after.contains("")) return;  // not every engine is a library
  if (before == after && before.size() == 1) {
    const bool same_settings =
        !refused(cell.findings) &&

        cell.pairs.front().before->gb->configuration_digest ==
            cell.pairs.front().after->gb->configuration_digest &&
        cell.pairs.front().before->condition.engine == cell.pairs.front().after->condition.engine;
    if (same_settings) {
      found(cell, FindingKind::IdenticalBuild, FindingEffect::Informs,
            "identical build: both sides ran the library " + before.begin()->substr(0, 12) +
                "; nothing is ruled, and any difference counts as a false alarm of this machine");
    }
  } else if (before.size() == 1 && after.size() == 1) {
    found(
        cell, FindingKind::SingleBuild, FindingEffect::Informs,
        "single build: differences under 5 % may be layout; rebuild both sides several times for a "
        "claim that small");
  }
}

double seconds_per_round(const PairedCell& cell) {
  std::vector<double> seconds;
  for (const RunPair& pair : cell.pairs) {
    double both = 0;
    for (const ResultDocument* one : {pair.before, pair.after}) {
      both += std::chrono::duration<double>(one->condition.finished_at - one->condition.started_at)
                  .count();
    }
    if (both > 0) seconds.push_back(both);
  }
  return median_of(std::move(seconds));
}

}  // namespace

std::vector<PairedCell> pair_runs(const std::vector<ResultDocument>& before,
                                  const std::vector<ResultDocument>& after,
                                  const AllowedDifferences& allowed) {
  // Machines are kept apart unless the question is about two of them.
  const bool by_machine = !allowed.contains("machine");
  const auto was = by_cell(before, by_machine), now = by_cell(after, by_machine);
  std::vector<PairedCell> cells;
  for (const auto& [key, side] : was) {
    const auto other = now.find(key);
    if (other == now.end()) continue;
    PairedCell cell;
    cell.label = cell_label(*other->second.front());
    make_pairs(side, other->second, cell);
    check_conditions(cell, allowed);
    check_builds(cell);
    check_order(cell);
    cell.seconds_per_round = seconds_per_round(cell);
    cells.push_back(std::move(cell));
  }
  return cells;
}

bool may_rule(const PairedCell& cell) {
  return !cell.across_machines &&
         std::none_of(cell.findings.begin(), cell.findings.end(), [](const Finding& one) {
           return one.effect == FindingEffect::Undecides || one.kind == FindingKind::IdenticalBuild;
         });
}

}  // namespace gb
