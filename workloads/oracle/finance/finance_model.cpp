#include "workloads/oracle/finance/finance_model.h"

#include <algorithm>
#include <utility>

#include "workloads/oracle/table_records.h"

namespace gb {
namespace {

using Payment = FinanceModel::Payment;
using Transfer = FinanceModel::Transfer;

/// Transfers grouped by the account at one end, newest first within each.
void group(std::vector<std::pair<FinanceModel::Index, Transfer>> ends, std::size_t accounts,
           std::vector<Transfer>& grouped, std::vector<std::size_t>& first) {
  std::sort(ends.begin(), ends.end(), [](const auto& a, const auto& b) {
    return std::pair(a.first, std::pair(-a.second.ts, a.second.ordinal)) <
           std::pair(b.first, std::pair(-b.second.ts, b.second.ordinal));
  });
  first.assign(accounts + 1, 0);
  for (const auto& [account, transfer] : ends) {
    ++first[account + 1];
    grouped.push_back(transfer);
  }
  for (std::size_t i = 0; i < accounts; ++i) first[i + 1] += first[i];
}

Result<std::vector<Payment>> read_payments(const Dataset& dataset, std::string_view type) {
  std::vector<Payment> payments;
  const Result<void> read =
      for_each_edge(dataset, type, {"START_ID", "END_ID", "amount", "ts"},
                    [&](const CsvReader& reader, const std::vector<std::size_t>& at) {
                      Payment& payment = payments.emplace_back();
                      Result<void> field = read_into(payment.src, reader, at[0]);
                      if (field) field = read_into(payment.dst, reader, at[1]);
                      if (field) field = read_into(payment.amount, reader, at[2]);
                      if (field) field = read_into(payment.ts, reader, at[3]);
                      return field;
                    });
  if (!read) return tl::unexpected(read.error());
  return payments;
}

/// The first payment with an end that is no account; null when all is well.
const Payment* stray(const FinanceModel& known, const std::vector<Payment>& payments,
                     bool from_account) {
  const auto found = std::find_if(payments.begin(), payments.end(), [&](const Payment& payment) {
    return (from_account && known.find(payment.src) == FinanceModel::kNone) ||
           known.find(payment.dst) == FinanceModel::kNone;
  });
  return found == payments.end() ? nullptr : &*found;
}

}  // namespace

FinanceModel::FinanceModel(std::vector<Account> accounts, const std::vector<Payment>& transfers,
                           std::vector<Payment> deposits)
    : accounts_(std::move(accounts)), deposits_(std::move(deposits)) {
  for (std::size_t i = 0; i < accounts_.size(); ++i) {
    by_id_.emplace(accounts_[i].id, static_cast<Index>(i));
  }
  std::vector<std::pair<Index, Transfer>> tails;
  std::vector<std::pair<Index, Transfer>> heads;
  for (std::size_t i = 0; i < transfers.size(); ++i) {
    const Payment& transfer = transfers[i];
    const Index src = find(transfer.src);
    const Index dst = find(transfer.dst);
    const auto ordinal = static_cast<std::uint32_t>(i);
    tails.push_back({src, {dst, transfer.amount, transfer.ts, ordinal}});
    heads.push_back({dst, {src, transfer.amount, transfer.ts, ordinal}});
    first_ts_ = i == 0 ? transfer.ts : std::min(first_ts_, transfer.ts);
    last_ts_ = i == 0 ? transfer.ts : std::max(last_ts_, transfer.ts);
  }
  group(std::move(tails), accounts_.size(), out_, out_first_);
  group(std::move(heads), accounts_.size(), in_, in_first_);
  std::stable_sort(deposits_.begin(), deposits_.end(),
                   [](const Payment& a, const Payment& b) { return a.src < b.src; });
}

FinanceModel::Index FinanceModel::find(std::int64_t id) const {
  const auto found = by_id_.find(id);
  return found == by_id_.end() ? kNone : found->second;
}

Result<FinanceModel> FinanceModel::read(const Dataset& dataset) {
  std::vector<Account> accounts;
  const Result<void> read =
      for_each_node(dataset, "Account", {"ID", "createTime", "isBlocked"},
                    [&](const CsvReader& reader, const std::vector<std::size_t>& at) {
                      Account& account = accounts.emplace_back();
                      Result<void> field = read_into(account.id, reader, at[0]);
                      if (field) field = read_into(account.create_time, reader, at[1]);
                      if (field) field = read_into(account.is_blocked, reader, at[2]);
                      return field;
                    });
  if (!read) return tl::unexpected(read.error());
  const Result<std::vector<Payment>> transfers = read_payments(dataset, "TRANSFER");
  if (!transfers) return tl::unexpected(transfers.error());
  Result<std::vector<Payment>> deposits = read_payments(dataset, "DEPOSIT");
  if (!deposits) return tl::unexpected(deposits.error());

  const FinanceModel known(accounts, {}, {});
  const Payment* bad = stray(known, *transfers, true);
  if (bad == nullptr) bad = stray(known, *deposits, false);
  if (bad != nullptr) {
    return fail(ErrorCode::InvalidArgument,
                "dataset {}: a payment leads from {} to {}, and one of them is no account",
                dataset.name, bad->src, bad->dst);
  }
  return FinanceModel(std::move(accounts), *transfers, std::move(*deposits));
}

}  // namespace gb
