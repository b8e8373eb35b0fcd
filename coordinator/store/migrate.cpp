#include "coordinator/store/migrate.h"

#include "core/base/file.h"
#include "core/base/version.h"

namespace gb {
namespace {

constexpr std::int64_t kApplicationId = 1734501474;  // "gbdb", set by 0001_matrix.sql

std::int64_t pragma(Connection& connection, const std::string& name) {
  return connection.raw().execAndGet("PRAGMA " + name).getInt64();
}

Result<void> keep_backup(Connection& connection, const std::filesystem::path& file,
                         std::int64_t version) {
  std::filesystem::path kept = file;
  kept += fmt::format(".v{}.backup", version);
  std::filesystem::path unfinished = kept;
  unfinished += ".tmp";
  std::error_code error;
  std::filesystem::remove(unfinished, error);
  SQLite::Statement copy(connection.raw(), "VACUUM INTO ?");
  copy.bind(1, unfinished.string());
  copy.exec();
  std::filesystem::rename(unfinished, kept, error);
  if (error) {
    return fail(ErrorCode::Internal, "keep {} before the migration: {}", kept.string(),
                error.message());
  }
  return sync_folder(std::filesystem::absolute(kept).parent_path());
}

Result<void> apply(Connection& connection, const Migration& migration) {
  return connection.write(fmt::format("migration {}", migration.name), [&]() -> Result<void> {
    connection.raw().exec(std::string(migration.sql));
    // Inside the same transaction: the store is of the one version or of the other.
    connection.raw().exec(fmt::format("PRAGMA user_version = {}", migration.number));
    return {};
  });
}

}  // namespace

Result<void> migrate(Connection& connection, const std::filesystem::path& file,
                     std::span<const Migration> migrations) {
  std::int64_t version = 0, application = 0, tables = 0;
  const auto looked = connection.read("read the store's version", [&]() -> Result<void> {
    version = pragma(connection, "user_version");
    application = pragma(connection, "application_id");
    tables = connection.raw().execAndGet("SELECT count(*) FROM sqlite_schema").getInt64();
    return {};
  });
  if (!looked) return looked;
  const std::int64_t newest = migrations.empty() ? 0 : migrations.back().number;
  if (tables > 0 && application != kApplicationId) {
    return fail(ErrorCode::FailedPrecondition, "{} is an SQLite file but no graph-bench store",
                file.string());
  }
  if (version > newest) {
    return fail(
        ErrorCode::FailedPrecondition,
        "the store {} has version {}, written by a newer graph-bench; this one ({}) reads up "
        "to version {}: install the newer one, or choose another store",
        file.string(), version, kVersion, newest);
  }
  const auto durable = connection.read("set up the store", [&]() -> Result<void> {
    connection.make_durable();
    return {};
  });
  if (!durable) return durable;
  if (version > 0 && version < newest) {
    const auto kept = connection.read("back up the store before its migration",
                                      [&] { return keep_backup(connection, file, version); });
    if (!kept) return kept;
  }
  for (const Migration& migration : migrations) {
    if (migration.number <= version) continue;
    if (auto applied = apply(connection, migration); !applied) return applied;
  }
  return {};
}

}  // namespace gb
