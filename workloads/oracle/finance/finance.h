#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "workloads/oracle/finance/finance_model.h"

namespace gb {

/// Half-open: start <= ts < end.
struct Window {
  std::int64_t start = 0;
  std::int64_t end = 0;
  bool holds(std::int64_t ts) const { return start <= ts && ts < end; }
};

/// Edges a traversal follows from one account at most, the newest of the window first (workloads
/// §14.1, "hub truncation"). No text applies it: the data at hand has no account beyond it.
inline constexpr std::size_t kHubLimit = 5000;

// The answers behind the FinBench reads (workloads §14.1). An account that does not exist reaches
// nothing and is paid nothing.

/// Accounts at the end of a walk of 1 to `hops` transfers of the window, which the start is only
/// when a cycle returns to it. By index, ascending.
std::vector<FinanceModel::Index> reached(const FinanceModel& model,
                                         const std::vector<std::int64_t>& starts,
                                         const Window& window, int hops);

/// The least k of 1 to `hops` such that a walk of k transfers leads from src to dst.
std::optional<std::int64_t> transfer_hops(const FinanceModel& model, std::int64_t src,
                                          std::int64_t dst, const Window& window, int hops);

struct FlowTotals {
  std::int64_t count = 0;
  double sum = 0;
};
/// Transfers of the window into and out of the account.
FlowTotals paid_in(const FinanceModel& model, std::int64_t id, const Window& window);
FlowTotals paid_out(const FinanceModel& model, std::int64_t id, const Window& window);

/// How many different accounts paid into this one within the window.
std::int64_t payers(const FinanceModel& model, FinanceModel::Index account, const Window& window);

/// Accounts that a loan's deposits of the window went to, by id.
std::vector<std::int64_t> deposited_to(const FinanceModel& model, std::int64_t loan,
                                       const Window& window);

/// Different ends of chains of three different transfers from the account, each at most `decay`
/// times the one before it.
std::int64_t decay_chain_ends(const FinanceModel& model, std::int64_t id, const Window& window,
                              double decay);

}  // namespace gb
