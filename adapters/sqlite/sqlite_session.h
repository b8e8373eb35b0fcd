#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "adapters/sqlite/sql_text.h"
#include "adapters/sqlite/sqlite_connection.h"
#include "adapters/target.h"

namespace gb {

/// One worker's connection and the statements it compiled.
class SqliteSession final : public Session {
 public:
  /// Takes a connection that is open; compiles BEGIN, COMMIT and ROLLBACK on it.
  static Result<std::unique_ptr<Session>> open(SqliteConnection connection);

  Result<StatementId> prepare(const Statement& statement) override;
  Result<void> execute(StatementId statement, const Params& params, RowSet& rows) override;
  Result<void> begin() override;
  Result<void> commit() override;
  Result<void> rollback() override;
  void interrupt() override;

  /// For `gb bench overhead`, which steps the same compiled statement without us.
  sqlite3_stmt* compiled(StatementId statement) const {
    return statements_[statement]->compiled.get();
  }
  const SqliteConnection& connection() const { return connection_; }

 private:
  struct Prepared {
    std::string query_id;
    SqliteStatement compiled;
    std::vector<std::size_t> used;  // parameters to bind; placeholder = index + 1
    std::size_t parameter_count = 0;
    std::vector<std::string> columns;   // visible names; rows point at them
    std::vector<std::uint8_t> boolean;  // per column, 1: decoded as a boolean
  };

  explicit SqliteSession(SqliteConnection connection)
      : connection_(std::move(connection)), api_(connection_.api()) {}
  int bind(const Prepared& prepared, const Params& params) const;
  int drain(const Prepared& prepared, RowSet& rows);
  Result<void> recover(const Prepared& prepared, RowSet& rows, int result);
  Result<void> transact(const SqliteStatement& statement, std::string_view what);

  SqliteConnection connection_;
  const SqliteApi api_;  // a copy, one indirection less per call
  std::vector<std::unique_ptr<Prepared>> statements_;
  SqliteStatement begin_, commit_, rollback_;
  std::string undecodable_;  // why `drain` gave up on a cell
  std::atomic<std::uint64_t> interrupts_{0};
};

}  // namespace gb
