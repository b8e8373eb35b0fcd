#include "workloads/oracle/finance/finance.h"

#include <algorithm>
#include <set>

namespace gb {
namespace {

using Index = FinanceModel::Index;
using Transfer = FinanceModel::Transfer;

/// Calls use(transfer) for those of the window that a traversal follows.
template <class Use>
void follow(const FinanceModel& model, Index account, const Window& window, const Use& use) {
  std::size_t followed = 0;
  for (const Transfer& transfer : model.out(account)) {
    if (!window.holds(transfer.ts)) continue;
    if (++followed > kHubLimit) return;
    use(transfer);
  }
}

/// Where one more transfer leads from any of these.
std::set<Index> next_of(const FinanceModel& model, const std::set<Index>& from,
                        const Window& window) {
  std::set<Index> next;
  for (const Index account : from) {
    follow(model, account, window, [&](const Transfer& transfer) { next.insert(transfer.other); });
  }
  return next;
}

std::set<Index> known(const FinanceModel& model, const std::vector<std::int64_t>& ids) {
  std::set<Index> found;
  for (const std::int64_t id : ids) {
    if (const Index index = model.find(id); index != FinanceModel::kNone) found.insert(index);
  }
  return found;
}

FlowTotals total(std::span<const Transfer> transfers, const Window& window) {
  FlowTotals flow;
  for (const Transfer& transfer : transfers) {
    if (!window.holds(transfer.ts)) continue;
    ++flow.count;
    flow.sum += transfer.amount;
  }
  return flow;
}

}  // namespace

std::vector<Index> reached(const FinanceModel& model, const std::vector<std::int64_t>& starts,
                           const Window& window, int hops) {
  std::set<Index> frontier = known(model, starts);
  std::set<Index> ends;
  for (int hop = 0; hop < hops; ++hop) {
    frontier = next_of(model, frontier, window);
    ends.insert(frontier.begin(), frontier.end());
  }
  return {ends.begin(), ends.end()};
}

std::optional<std::int64_t> transfer_hops(const FinanceModel& model, std::int64_t src,
                                          std::int64_t dst, const Window& window, int hops) {
  std::set<Index> frontier = known(model, {src});
  const Index target = model.find(dst);
  for (int hop = 1; hop <= hops; ++hop) {
    frontier = next_of(model, frontier, window);
    if (frontier.contains(target)) return hop;
  }
  return std::nullopt;
}

FlowTotals paid_in(const FinanceModel& model, std::int64_t id, const Window& window) {
  const Index account = model.find(id);
  return account == FinanceModel::kNone ? FlowTotals{} : total(model.in(account), window);
}

FlowTotals paid_out(const FinanceModel& model, std::int64_t id, const Window& window) {
  const Index account = model.find(id);
  return account == FinanceModel::kNone ? FlowTotals{} : total(model.out(account), window);
}

std::int64_t payers(const FinanceModel& model, Index account, const Window& window) {
  std::set<Index> sources;
  for (const Transfer& transfer : model.in(account)) {
    if (window.holds(transfer.ts)) sources.insert(transfer.other);
  }
  return static_cast<std::int64_t>(sources.size());
}

std::vector<std::int64_t> deposited_to(const FinanceModel& model, std::int64_t loan,
                                       const Window& window) {
  std::set<std::int64_t> accounts;
  for (const FinanceModel::Payment& deposit : model.deposits()) {
    if (deposit.src == loan && window.holds(deposit.ts)) accounts.insert(deposit.dst);
  }
  return {accounts.begin(), accounts.end()};
}

std::int64_t decay_chain_ends(const FinanceModel& model, std::int64_t id, const Window& window,
                              double decay) {
  std::set<Index> ends;
  const Index start = model.find(id);
  if (start == FinanceModel::kNone) return 0;
  follow(model, start, window, [&](const Transfer& first) {
    follow(model, first.other, window, [&](const Transfer& second) {
      if (second.ordinal == first.ordinal || second.amount > first.amount * decay) return;
      follow(model, second.other, window, [&](const Transfer& third) {
        const bool again = third.ordinal == first.ordinal || third.ordinal == second.ordinal;
        if (!again && third.amount <= second.amount * decay) ends.insert(third.other);
      });
    });
  });
  return static_cast<std::int64_t>(ends.size());
}

}  // namespace gb
