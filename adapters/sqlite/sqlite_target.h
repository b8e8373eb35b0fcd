#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "adapters/sqlite/sqlite_connection.h"
#include "adapters/sqlite/sqlite_engine.h"
#include "adapters/target.h"

namespace gb {

/// What is known of a SQLite engine before anything is loaded.
TargetInfo static_sqlite_info(const SqliteEngine& engine);

/// One SQLite database: a file in the run's folder, or a named one in memory that lives as long as
/// this target.
class SqliteTarget final : public Target {
 public:
  static Result<std::unique_ptr<Target>> open(const SqliteEngine& engine,
                                              const TargetConfig& config);

  TargetInfo info() const override { return info_; }
  Result<LoadReport> load(const Dataset& dataset) override;
  /// FailedPrecondition before a load went through to its end.
  Result<std::unique_ptr<Session>> connect() override;
  std::int64_t store_bytes() override;
  Result<void> reopen() override;
  Result<void> close() override;

 private:
  SqliteTarget(const SqliteEngine& engine, std::shared_ptr<const SqliteLibrary> library,
               std::string location)
      : engine_(engine), library_(std::move(library)), location_(std::move(location)) {}
  Result<void> describe();

  const SqliteEngine& engine_;
  std::shared_ptr<const SqliteLibrary> library_;
  std::string location_;  // a path, or a URI that is this target's alone
  // For loading and asking; for the memory engine it also keeps the database alive. Empty once
  // closed.
  std::optional<SqliteConnection> control_;
  TargetInfo info_;
  bool loaded_ = false;
};

}  // namespace gb
