#include "workloads/oracle/finance/finance_rules.h"

#include <algorithm>
#include <tuple>

#include "workloads/oracle/finance/finance.h"

namespace gb {
namespace {

/// Rows of fb-sr2 at most.
constexpr std::size_t kRecent = 10;

Window window_of(const Asked& q) { return {q.integer("startTime"), q.integer("endTime")}; }

std::int64_t size_of(const std::vector<FinanceModel::Index>& accounts) {
  return static_cast<std::int64_t>(accounts.size());
}

using Model = FinanceModel;

OracleRows tcr1(const Model& model, const Asked& q) {
  return one_cell(size_of(reached(model, {q.integer("id")}, window_of(q), 2)));
}

OracleRows tcr2(const Model& model, const Asked& q) {
  OracleRows rows;
  for (Model::Index account = 0; account < model.accounts().size(); ++account) {
    const std::int64_t sources = payers(model, account, window_of(q));
    if (sources > q.integer("threshold")) rows.push_back({model.accounts()[account].id, sources});
  }
  return rows;
}

OracleRows tcr3(const Model& model, const Asked& q) {
  const auto hops = transfer_hops(model, q.integer("src"), q.integer("dst"), window_of(q), 4);
  return one_cell(hops ? Value(*hops) : Value());
}

OracleRows tcr4(const Model& model, const Asked& q) {
  const Model::Index account = model.find(q.integer("id"));
  std::int64_t loops = 0;
  for (const Model::Index middle : reached(model, {q.integer("id")}, window_of(q), 3)) {
    const auto out = model.out(middle);
    const bool returns = std::any_of(out.begin(), out.end(), [&](const Model::Transfer& transfer) {
      return transfer.other == account && window_of(q).holds(transfer.ts);
    });
    if (middle != account && returns) ++loops;
  }
  return one_cell(loops);
}

OracleRows tcr5(const Model& model, const Asked& q) {
  const FlowTotals in = paid_in(model, q.integer("id"), window_of(q));
  const FlowTotals out = paid_out(model, q.integer("id"), window_of(q));
  const bool breach = out.sum > 0 && in.sum > q.real("threshold") * out.sum;
  return {{in.count, in.sum, out.count, out.sum, breach}};
}

OracleRows tcr8(const Model& model, const Asked& q) {
  const auto accounts = deposited_to(model, q.integer("id"), window_of(q));
  return one_cell(size_of(reached(model, accounts, window_of(q), 2)));
}

OracleRows tcr11(const Model& model, const Asked& q) {
  return one_cell(decay_chain_ends(model, q.integer("id"), window_of(q), q.real("decay")));
}

OracleRows tcr12(const Model& model, const Asked& q) {
  std::int64_t accounts = 0;
  for (const Model::Account& account : model.accounts()) {
    if (!window_of(q).holds(account.create_time)) continue;
    if (paid_out(model, account.id, window_of(q)).count > q.integer("threshold")) ++accounts;
  }
  return one_cell(accounts);
}

OracleRows sr1(const Model& model, const Asked& q) {
  const Model::Index found = model.find(q.integer("id"));
  if (found == Model::kNone) return {};
  const Model::Account& account = model.accounts()[found];
  return {{account.id, account.create_time, account.is_blocked}};
}

OracleRows sr2(const Model& model, const Asked& q) {
  const Model::Index account = model.find(q.integer("id"));
  if (account == Model::kNone) return {};
  std::vector<std::tuple<std::int64_t, double, std::int64_t>> recent;  // -ts, -amount, dst
  for (const Model::Transfer& transfer : model.out(account)) {
    if (!window_of(q).holds(transfer.ts)) continue;
    recent.emplace_back(-transfer.ts, -transfer.amount, model.accounts()[transfer.other].id);
  }
  std::sort(recent.begin(), recent.end());
  if (recent.size() > kRecent) recent.resize(kRecent);
  OracleRows rows;
  for (const auto& [ts, amount, dst] : recent) rows.push_back({dst, -amount, -ts});
  return rows;
}

template <OracleRows (*kAnswer)(const Model&, const Asked&)>
Result<OracleRows> on_finance(const Asked& q) {
  const Result<const Model*> model = q.models.finance();
  if (!model) return tl::unexpected(model.error());
  return kAnswer(**model, q);
}

}  // namespace

const OracleRules& finance_rules() {
  constexpr OracleParameter kStart{"startTime"};
  constexpr OracleParameter kEnd{"endTime"};
  static const OracleRules kRules = {
      {"fb-tcr1", {{{"id"}, kStart, kEnd}, 1, on_finance<tcr1>}},
      {"fb-tcr2", {{kStart, kEnd, {"threshold"}}, 2, on_finance<tcr2>}},
      {"fb-tcr3", {{{"src"}, {"dst"}, kStart, kEnd}, 1, on_finance<tcr3>}},
      {"fb-tcr4", {{{"id"}, kStart, kEnd}, 1, on_finance<tcr4>}},
      {"fb-tcr5",
       {{{"id"}, kStart, kEnd, {"threshold", ParameterKind::Real}}, 5, on_finance<tcr5>}},
      {"fb-tcr8", {{{"id"}, kStart, kEnd}, 1, on_finance<tcr8>}},
      {"fb-tcr11", {{{"id"}, kStart, kEnd, {"decay", ParameterKind::Real}}, 1, on_finance<tcr11>}},
      {"fb-tcr12", {{kStart, kEnd, {"threshold"}}, 1, on_finance<tcr12>}},
      {"fb-sr1", {{{"id"}}, 3, on_finance<sr1>}},
      {"fb-sr2", {{{"id"}, kStart, kEnd}, 3, on_finance<sr2>}},
  };
  return kRules;
}

}  // namespace gb
