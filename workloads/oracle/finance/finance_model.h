#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "core/base/error.h"
#include "core/data/dataset.h"

namespace gb {

/// Accounts, loans and the money between them (workloads §14), accounts by index.
class FinanceModel {
 public:
  using Index = std::uint32_t;

  struct Account {
    std::int64_t id = 0;
    std::int64_t create_time = 0;
    bool is_blocked = false;
  };
  /// A transfer, or a deposit from a loan, by the ids of its ends.
  struct Payment {
    std::int64_t src = 0;
    std::int64_t dst = 0;
    double amount = 0;
    std::int64_t ts = 0;
  };
  /// A transfer seen from one of its ends.
  struct Transfer {
    Index other = 0;
    double amount = 0;
    std::int64_t ts = 0;
    std::uint32_t ordinal = 0;  // its place in the files: two equal transfers are two
  };

  /// From the canonical CSV: Account, Loan, TRANSFER, DEPOSIT. InvalidArgument naming what is
  /// missing or wrong, and for a transfer between accounts that do not exist.
  static Result<FinanceModel> read(const Dataset& dataset);
  /// Every end of a transfer and every head of a deposit is an account's id.
  FinanceModel(std::vector<Account> accounts, const std::vector<Payment>& transfers,
               std::vector<Payment> deposits);

  const std::vector<Account>& accounts() const { return accounts_; }  // in file order
  /// kNone when there is no such account.
  Index find(std::int64_t id) const;
  static constexpr Index kNone = ~Index{0};

  /// Newest first, in file order at equal times.
  std::span<const Transfer> out(Index account) const { return of(out_, out_first_, account); }
  std::span<const Transfer> in(Index account) const { return of(in_, in_first_, account); }
  /// By loan id.
  const std::vector<Payment>& deposits() const { return deposits_; }
  /// Of all transfers; 0 and 0 without any.
  std::int64_t first_ts() const { return first_ts_; }
  std::int64_t last_ts() const { return last_ts_; }

 private:
  static std::span<const Transfer> of(const std::vector<Transfer>& all,
                                      const std::vector<std::size_t>& first, Index account) {
    return std::span(all).subspan(first[account], first[account + 1] - first[account]);
  }

  std::vector<Account> accounts_;
  std::map<std::int64_t, Index> by_id_;
  std::vector<Transfer> out_, in_;
  std::vector<std::size_t> out_first_, in_first_;  // of each account's, and one past the last
  std::vector<Payment> deposits_;
  std::int64_t first_ts_ = 0, last_ts_ = 0;
};

}  // namespace gb
