#pragma once

#include <span>

#include "adapters/target.h"

namespace gb {

/// The prepared statements of one operation. One runs by itself; several run in order inside one
/// transaction, which their time includes.
using Operation = std::span<const StatementId>;

/// Executes and drains; the rows are those of the last statement. An operation of no statement does
/// nothing. After an error nothing of it is left, for it is rolled back. Allocates nothing of its
/// own.
inline Result<void> execute_operation(Session& session, Operation operation, const Params& params,
                                      RowSet& rows) {
  if (operation.size() == 1) [[likely]]
    return session.execute(operation[0], params, rows);
  if (operation.empty()) return {};
  Result<void> outcome = session.begin();
  if (!outcome) return outcome;
  for (const StatementId statement : operation) {
    outcome = session.execute(statement, params, rows);
    if (!outcome) break;
  }
  if (outcome) outcome = session.commit();
  // What the first error was is what counts; the transaction may be over already.
  if (!outcome) (void)session.rollback();
  return outcome;
}

}  // namespace gb
