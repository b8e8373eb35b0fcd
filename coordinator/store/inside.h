#pragma once

#include "coordinator/store/database.h"
#include "coordinator/store/store.h"
#include "coordinator/store/store_lock.h"

namespace gb {

struct Store::Database {
  Database(StoreLock the_lock, const std::filesystem::path& file)
      : lock(std::move(the_lock)), connection(file) {}

  StoreLock lock;  // outlives the connection
  Connection connection;
};

/// The rows of a cell that more than one file changes.
struct CellHandle {
  std::int64_t seq = 0;
  std::int64_t matrix_seq = 0;
  std::uint64_t fencing_number = 0;
  std::uint32_t attempts = 0;
  std::string end;           // empty: not ended
  std::int64_t run_seq = 0;  // 0: none
};
/// NotFound when there is no such cell.
Result<CellHandle> find_cell(Connection& connection, const CellId& id);

/// Ends it and counts it in its matrix and in the summary. Within a transaction.
void end_cell_row(Connection& connection, const CellHandle& cell, CellEnd end,
                  const std::string& reason, std::uint64_t fencing_number);

/// The inverse of name_of; aborts on a word no table may hold.
CellEnd cell_end_of(const std::string& word);

/// A CellPlan in the columns that this names, from `column` on.
inline constexpr std::string_view kCellPlanColumns =
    "c.cell_id, c.engine, c.engine_version, c.settings, c.workload, c.scale, c.machine, c.round, "
    "c.position";
inline constexpr int kCellPlanColumnCount = 9;
CellPlan cell_plan_of(StoreQuery& row, int column);

/// Likewise a RunPlan.
inline constexpr std::string_view kRunPlanColumns =
    "m.seed, m.operations, m.warm_up_ns, m.operation_limit_ns, m.run_deadline_ns, "
    "m.verify_draws_per_stratum";
inline constexpr int kRunPlanColumnCount = 6;
RunPlan run_plan_of(StoreQuery& row, int column);

}  // namespace gb
