#include "coordinator/store/store.h"

#include "coordinator/store/inside.h"
#include "coordinator/store/migrate.h"

namespace gb {

Store::Store(std::unique_ptr<Database> database) : database_(std::move(database)) {}
Store::~Store() = default;

Result<std::unique_ptr<Store>> Store::open(const std::filesystem::path& file) try {
  std::error_code error;
  if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path(), error);
  if (error) {
    return fail(ErrorCode::PermissionDenied, "make the folder of the store {}: {}", file.string(),
                error.message());
  }
  auto lock = StoreLock::take(file);
  if (!lock) return tl::unexpected(lock.error());
  auto database = std::make_unique<Database>(std::move(*lock), file);
  if (auto ready = migrate(database->connection, file, all_migrations()); !ready) {
    return within(fmt::format("open the store {}", file.string()), ready.error());
  }
  return std::unique_ptr<Store>(new Store(std::move(database)));
} catch (const SQLite::Exception& thrown) {
  return within(fmt::format("open the store {}", file.string()), sqlite_error(thrown));
}

Result<std::vector<Store::QueryPlan>> Store::query_plans() {
  Connection& connection = database_->connection;
  return connection.read("explain the queries", [&]() -> Result<std::vector<QueryPlan>> {
    std::vector<QueryPlan> plans;
    for (const std::string& sql : connection.used_statements()) {
      QueryPlan plan{sql, {}};
      SQLite::Statement explain(connection.raw(), "EXPLAIN QUERY PLAN " + sql);
      while (explain.executeStep()) plan.steps.push_back(explain.getColumn(3).getString());
      plans.push_back(std::move(plan));
    }
    return plans;
  });
}

}  // namespace gb
