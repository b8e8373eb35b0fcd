#include "workloads/verify/finance_pools.h"

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <utility>

#include "workloads/oracle/finance/finance.h"

namespace gb {
namespace {

using Model = FinanceModel;
using Index = Model::Index;

constexpr std::size_t kHubs = 12;
constexpr std::size_t kDraws = 16;  // per stratum: an answer here costs a traversal
constexpr std::size_t kAttempts = 8 * kDraws;
constexpr std::int64_t kDay = 86400;

/// The quarters, then the whole; half-open, the last second included.
std::vector<Window> windows(const Model& model) {
  const std::int64_t first = model.first_ts();
  const std::int64_t end = model.last_ts() + 1;
  const std::int64_t quarter = std::max<std::int64_t>(1, (end - first) / 4);
  std::vector<Window> all;
  for (std::int64_t i = 0; i < 4; ++i) {
    all.push_back({first + i * quarter, i == 3 ? end : first + (i + 1) * quarter});
  }
  all.push_back({first, end});
  return all;
}

Window any_quarter(const Model& model, SplitMix64& random) {
  return windows(model)[random.below(4)];
}

Window whole(const Model& model) { return windows(model).back(); }

std::int64_t id_of(const Model& model, Index account) { return model.accounts()[account].id; }

/// Accounts by transfers out, most first, smaller id at ties.
std::vector<std::int64_t> ranked(const Model& model) {
  std::vector<Index> order;
  for (Index account = 0; account < model.accounts().size(); ++account) order.push_back(account);
  std::sort(order.begin(), order.end(), [&](Index a, Index b) {
    return std::pair(model.out(b).size(), id_of(model, a)) <
           std::pair(model.out(a).size(), id_of(model, b));
  });
  std::vector<std::int64_t> ids;
  for (const Index account : order) ids.push_back(id_of(model, account));
  return ids;
}

std::int64_t any(const std::vector<std::int64_t>& ids, SplitMix64& random) {
  return ids[random.below(ids.size())];
}

/// Collects draws of one stratum until it has enough, each once.
class Collector {
 public:
  explicit Collector(const char* name) : name_(name) {}
  bool full() const { return draws_.size() >= kDraws; }
  void add(const Params& params) {
    const std::string text = canonical_text(List(params));
    if (!full() && seen_.insert(text).second) draws_.push_back({params, name_});
  }
  Stratum take() { return std::move(draws_); }

 private:
  const char* name_;
  std::set<std::string> seen_;
  Stratum draws_;
};

using Accepts = bool (*)(const Model&, std::int64_t id, const Window&);

/// (id, startTime, endTime) that are accepted: hubs and others, in a quarter and in the whole.
template <Accepts kAccepts>
std::vector<Stratum> id_and_window(const Model& model, SplitMix64 random) {
  const std::vector<std::int64_t> ids = ranked(model);
  const std::vector<std::int64_t> hubs(
      ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(std::min(kHubs, ids.size())));
  std::array<Collector, 4> strata = {Collector("hub-quarter"), Collector("other-quarter"),
                                     Collector("hub-whole"), Collector("other-whole")};
  for (std::size_t attempt = 0; !ids.empty() && attempt < kAttempts; ++attempt) {
    for (std::size_t i = 0; i < strata.size(); ++i) {
      const std::int64_t id = any(i % 2 == 0 ? hubs : ids, random);
      const Window window = i < 2 ? any_quarter(model, random) : whole(model);
      if (strata[i].full() || !kAccepts(model, id, window)) continue;
      strata[i].add({id, window.start, window.end});
    }
  }
  return {strata[0].take(), strata[1].take(), strata[2].take(), strata[3].take()};
}

bool reaches(const Model& model, std::int64_t id, const Window& window) {
  return !reached(model, {id}, window, 2).empty();
}

bool pays(const Model& model, std::int64_t id, const Window& window) {
  return paid_out(model, id, window).count > 0;
}

using LargestCount = std::int64_t (*)(const Model&, const Window&);

std::int64_t most_payers(const Model& model, const Window& window) {
  std::int64_t most = 0;
  for (Index account = 0; account < model.accounts().size(); ++account) {
    most = std::max(most, payers(model, account, window));
  }
  return most;
}

std::int64_t largest_burst(const Model& model, const Window& window) {
  std::int64_t most = 0;
  for (const Model::Account& account : model.accounts()) {
    if (!window.holds(account.create_time)) continue;
    most = std::max(most, paid_out(model, account.id, window).count);
  }
  return most;
}

template <LargestCount kLargest>
std::vector<Stratum> window_and_threshold(const Model& model, SplitMix64 /*no draw*/) {
  std::array<Collector, 2> strata = {Collector("quarter"), Collector("whole")};
  const std::vector<Window> all = windows(model);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::int64_t largest = kLargest(model, all[i]);
    if (largest > 0) strata[i == 4 ? 1 : 0].add({all[i].start, all[i].end, largest / 2});
  }
  return {strata[0].take(), strata[1].take()};
}

/// The accounts of one hop fewer are not taken out: what counts is the least number of hops.
std::vector<Stratum> hop_strata(const Model& model, SplitMix64 random) {
  constexpr int kHops = 4;
  const std::vector<std::int64_t> ids = ranked(model);
  std::array<Collector, 4> strata = {Collector("near"), Collector("far"), Collector("cycle"),
                                     Collector("unreachable")};
  for (std::size_t attempt = 0; !ids.empty() && attempt < kAttempts; ++attempt) {
    const std::int64_t src = any(ids, random);
    const Window window = any_quarter(model, random);
    const std::vector<Index> near = reached(model, {src}, window, 1);
    if (near.empty()) continue;
    const auto draw = [&](Collector& stratum, std::int64_t dst) {
      stratum.add({src, dst, window.start, window.end});
    };
    draw(strata[0], id_of(model, near[random.below(near.size())]));
    const std::int64_t dst = any(ids, random);
    const auto hops = transfer_hops(model, src, dst, window, kHops);
    if (!hops) draw(strata[3], dst);
    if (hops && *hops > 1 && dst != src) draw(strata[1], dst);
    if (transfer_hops(model, src, src, window, kHops)) draw(strata[2], src);
  }
  return {strata[0].take(), strata[1].take(), strata[2].take(), strata[3].take()};
}

bool loops_back(const Model& model, std::int64_t id, const Window& window) {
  const Index account = model.find(id);
  for (const Index middle : reached(model, {id}, window, 3)) {
    if (middle == account) continue;
    for (const Model::Transfer& transfer : model.out(middle)) {
      if (transfer.other == account && window.holds(transfer.ts)) return true;
    }
  }
  return false;
}

std::vector<Stratum> loop_strata(const Model& model, SplitMix64 random) {
  const std::vector<std::int64_t> ids = ranked(model);
  std::array<Collector, 2> strata = {Collector("some"), Collector("none")};
  for (std::size_t attempt = 0; !ids.empty() && attempt < kAttempts; ++attempt) {
    const std::int64_t id = any(ids, random);
    const Window window = any_quarter(model, random);
    strata[loops_back(model, id, window) ? 0 : 1].add({id, window.start, window.end});
  }
  return {strata[0].take(), strata[1].take()};
}

std::vector<Stratum> ratio_strata(const Model& model, SplitMix64 random) {
  const std::vector<std::int64_t> ids = ranked(model);
  std::array<Collector, 3> strata = {Collector("breach"), Collector("kept"),
                                     Collector("nothing-out")};
  for (std::size_t attempt = 0; !ids.empty() && attempt < kAttempts; ++attempt) {
    const std::int64_t id = any(ids, random);
    const Window window = any_quarter(model, random);
    const double in = paid_in(model, id, window).sum;
    const double out = paid_out(model, id, window).sum;
    if (out > 0 && in > 0) {
      strata[0].add({id, window.start, window.end, in / out / 2});
      strata[1].add({id, window.start, window.end, in / out * 2});
    } else if (in > 0) {
      strata[2].add({id, window.start, window.end, 1.0});
    }
  }
  return {strata[0].take(), strata[1].take(), strata[2].take()};
}

std::vector<Stratum> loan_strata(const Model& model, SplitMix64 random) {
  std::array<Collector, 3> strata = {Collector("three-days"), Collector("whole"),
                                     Collector("before")};
  const auto& deposits = model.deposits();
  for (std::size_t attempt = 0; !deposits.empty() && attempt < kAttempts; ++attempt) {
    const Model::Payment& deposit = deposits[random.below(deposits.size())];
    const Window after{deposit.ts, deposit.ts + 3 * kDay};
    const Window all{std::min(model.first_ts(), deposit.ts),
                     std::max(model.last_ts(), deposit.ts) + 1};
    for (const auto& [stratum, window] :
         {std::pair(&strata[0], after), std::pair(&strata[1], all)}) {
      if (stratum->full()) continue;
      const auto accounts = deposited_to(model, deposit.src, window);
      if (reached(model, accounts, window, 2).empty()) continue;
      stratum->add({deposit.src, window.start, window.end});
    }
    const Window before{0, deposit.ts};
    if (deposited_to(model, deposit.src, before).empty()) {
      strata[2].add({deposit.src, before.start, before.end});
    }
  }
  return {strata[0].take(), strata[1].take(), strata[2].take()};
}

std::vector<Stratum> decay_strata(const Model& model, SplitMix64 random) {
  constexpr std::array<double, 3> kDecays = {0.5, 1.0, 2.0};
  const auto everybody = static_cast<std::int64_t>(model.accounts().size());
  const std::vector<std::int64_t> ids = ranked(model);
  std::array<Collector, 3> strata = {Collector("decay-0.5"), Collector("decay-1"),
                                     Collector("decay-2")};
  std::vector<std::pair<std::size_t, Params>> saturated;
  for (std::size_t attempt = 0; !ids.empty() && attempt < kDraws; ++attempt) {
    const std::int64_t id = any(ids, random);
    const Window window = any_quarter(model, random);
    for (std::size_t i = 0; i < kDecays.size(); ++i) {
      const std::int64_t ends = decay_chain_ends(model, id, window, kDecays[i]);
      const Params params{id, window.start, window.end, kDecays[i]};
      if (ends > 0 && ends < everybody) strata[i].add(params);
      if (ends == everybody) saturated.emplace_back(i, params);
    }
  }
  std::vector<Stratum> taken;
  for (std::size_t i = 0; i < strata.size(); ++i) {
    taken.push_back(strata[i].take());
    // Where everybody is always reached, a saturated question is better than none.
    for (const auto& [which, params] : saturated) {
      if (which == i && taken[i].empty()) taken[i].push_back({params, "saturated"});
    }
  }
  return taken;
}

std::vector<Stratum> account_strata(const Model& model, SplitMix64 random) {
  const std::vector<std::int64_t> ids = ranked(model);
  std::array<Collector, 3> strata = {Collector("hub"), Collector("other"), Collector("absent")};
  for (std::size_t i = 0; i < std::min(kHubs, ids.size()); ++i) strata[0].add({ids[i]});
  for (std::size_t attempt = 0; !ids.empty() && attempt < kAttempts; ++attempt) {
    strata[1].add({any(ids, random)});
    const auto absent = -1 - static_cast<std::int64_t>(random.below(1U << 30U));
    strata[2].add({absent});
  }
  return {strata[0].take(), strata[1].take(), strata[2].take()};
}

std::vector<Stratum> pair_strata(const Model& model, SplitMix64 /*no draw*/) {
  constexpr double kAmount = 12.34;
  constexpr std::int64_t kNever = 9000000000;  // beyond any time a generator draws
  Collector pairs("pair");
  for (std::size_t i = 0; i + 1 < model.accounts().size() && !pairs.full(); i += 2) {
    pairs.add({model.accounts()[i].id, model.accounts()[i + 1].id, kAmount, kNever});
  }
  return {pairs.take()};
}

template <std::vector<Stratum> (*kStrata)(const Model&, SplitMix64)>
Result<std::vector<Stratum>> on_finance(const Models& models, SplitMix64 random) {
  const Result<const Model*> model = models.finance();
  if (!model) return tl::unexpected(model.error());
  return kStrata(**model, random);
}

}  // namespace

std::span<const PoolRule> finance_pool_rules() {
  static const std::vector<std::string> kIdAndWindow = {"id", "startTime", "endTime"};
  static const std::vector<std::string> kThreshold = {"startTime", "endTime", "threshold"};
  static const std::array<PoolRule, 11> kRules = {
      {{"fb-tcr1", kIdAndWindow, on_finance<id_and_window<reaches>>},
       {"fb-tcr2", kThreshold, on_finance<window_and_threshold<most_payers>>},
       {"fb-tcr3", {"src", "dst", "startTime", "endTime"}, on_finance<hop_strata>},
       {"fb-tcr4", kIdAndWindow, on_finance<loop_strata>},
       {"fb-tcr5", {"id", "startTime", "endTime", "threshold"}, on_finance<ratio_strata>},
       {"fb-tcr8", kIdAndWindow, on_finance<loan_strata>},
       {"fb-tcr11", {"id", "startTime", "endTime", "decay"}, on_finance<decay_strata>},
       {"fb-tcr12", kThreshold, on_finance<window_and_threshold<largest_burst>>},
       {"fb-sr1", {"id"}, on_finance<account_strata>},
       {"fb-sr2", kIdAndWindow, on_finance<id_and_window<pays>>},
       {"fb-w1", {"src", "dst", "amount", "ts"}, on_finance<pair_strata>}}};
  return kRules;
}

}  // namespace gb
