#include <sqlite3.h>

#include <fstream>

#include "coordinator/store/migrate.h"
#include "core/base/file.h"
#include "tests/coordinator/store/child_process.h"
#include "tests/coordinator/store/sample_store.h"

using namespace gb;
using namespace gb::test;

namespace {

std::int64_t version_of(const std::filesystem::path& file) {
  SQLite::Database database(file.string(), SQLite::OPEN_READWRITE);
  return database.execAndGet("PRAGMA user_version").getInt64();
}

int tables_named(const std::filesystem::path& file, const std::string& name) {
  SQLite::Database database(file.string(), SQLite::OPEN_READWRITE);
  SQLite::Statement count(database, "SELECT count(*) FROM sqlite_schema WHERE name = ?");
  count.bind(1, name);
  count.executeStep();
  return count.getColumn(0).getInt();
}

void die(sqlite3_context*, int, sqlite3_value**) { kill(getpid(), SIGKILL); }

/// What a coming version might bring, killed before statement `at`.
std::string next_migration(std::size_t at) {
  const std::vector<std::string> statements = {
      "CREATE TABLE verdict (verdict_id TEXT PRIMARY KEY) STRICT;",
      "ALTER TABLE cell ADD COLUMN priority INTEGER NOT NULL DEFAULT 0;",
      "UPDATE cell SET priority = 1;",
      "CREATE INDEX cell_priority ON cell (priority);",
  };
  std::string sql;
  for (std::size_t i = 0; i <= statements.size(); ++i) {
    if (i == at) sql += "SELECT die();";
    if (i < statements.size()) sql += statements[i];
  }
  return sql;
}

}  // namespace

TEST_CASE("migrations are numbered from 1 without gaps, as their files are") {
  int expected = 1;
  for (const Migration& migration : all_migrations()) {
    CHECK(migration.number == expected);
    CHECK(migration.name.starts_with(fmt::format("{:04}_", expected)));
    CHECK(migration.sql.starts_with(fmt::format("-- {}", migration.name)));
    ++expected;
  }
  CHECK(expected > 1);
}

TEST_CASE("a store written by a newer version is refused, naming both, and left alone") {
  TemporaryFolder folder;
  opened(folder.store()).reset();
  {
    SQLite::Database database(folder.store().string(), SQLite::OPEN_READWRITE);
    database.exec("PRAGMA user_version = 99");
  }
  const auto refused = Store::open(folder.store());
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().code == ErrorCode::FailedPrecondition);
  CHECK(refused.error().message.find("version 99") != std::string::npos);
  CHECK(refused.error().message.find(fmt::format("version {}", all_migrations().back().number)) !=
        std::string::npos);
  CHECK(version_of(folder.store()) == 99);
}

TEST_CASE("a file that is no store of ours is refused and left as it was") {
  TemporaryFolder folder;
  SUBCASE("another program's database") {
    {
      SQLite::Database database(folder.store().string(),
                                SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
      database.exec("CREATE TABLE recipe (title TEXT)");
    }
    const std::string before = need(read_file(folder.store()));
    const auto refused = Store::open(folder.store());
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().code == ErrorCode::FailedPrecondition);
    CHECK(need(read_file(folder.store())) == before);
  }
  SUBCASE("no database at all") {
    std::ofstream(folder.store()) << std::string(10'000, 'x');
    const auto refused = Store::open(folder.store());
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().code == ErrorCode::DataLoss);
    CHECK(refused.error().message.find(folder.store().string()) != std::string::npos);
  }
  SUBCASE("a folder") {
    std::filesystem::create_directory(folder.store());
    CHECK_FALSE(Store::open(folder.store()).has_value());
  }
}

TEST_CASE("an older store is migrated step by step, and a copy of it is kept") {
  TemporaryFolder folder;
  {
    Connection connection(folder.store());
    need(migrate(connection, folder.store(), all_migrations().first(2)));
    connection.raw().exec(
        "INSERT INTO matrix (matrix_id, name, submitted_ns, seed, operations, warm_up_ns, "
        "operation_limit_ns, run_deadline_ns, verify_draws_per_stratum, max_attempts, "
        "queue_deadline_ns, cell_count) VALUES ('old', 'old one', 0, 1, 1, 1, 1, 1, 1, 1, 0, 0)");
  }
  CHECK(version_of(folder.store()) == 2);
  auto store = opened(folder.store());
  CHECK(need(store->matrix(MatrixId::trusted("old"))).name == "old one");
  CHECK(need(store->agents()).empty());
  store.reset();
  CHECK(version_of(folder.store()) == all_migrations().back().number);
  const auto backup = folder.store().string() + ".v2.backup";
  CHECK(version_of(backup) == 2);
  CHECK(tables_named(backup, "matrix") == 1);
  CHECK(tables_named(backup, "agent") == 0);
}

TEST_CASE(
    "F3: killed at any statement of a migration, the store is of the old version or the new") {
  TemporaryFolder folder;
  const auto original = folder.path() / "original.db";
  need(opened(original)->add_matrix(sample_matrix("m", 3), kNoon));
  const int newest = all_migrations().back().number;
  for (std::size_t at = 0; at <= 5; ++at) {  // 5: not killed
    CAPTURE(at);
    std::filesystem::copy_file(original, folder.store(),
                               std::filesystem::copy_options::overwrite_existing);
    Child child([&](const Child::Tell&) {
      Connection connection(folder.store());
      connection.raw().createFunction("die", 0, false, nullptr, die, nullptr, nullptr, nullptr);
      const std::string sql = next_migration(at);
      std::vector<Migration> migrations(all_migrations().begin(), all_migrations().end());
      migrations.push_back({newest + 1, "next.sql", sql});
      if (!migrate(connection, folder.store(), migrations)) _exit(1);
    });
    const int status = child.wait_for_end();
    const bool killed = WIFSIGNALED(status);
    CHECK(killed == (at < 5));
    CHECK(version_of(folder.store()) == (killed ? newest : newest + 1));
    CHECK(tables_named(folder.store(), "verdict") == (killed ? 0 : 1));
    CHECK(tables_named(folder.store(), "cell_priority") == (killed ? 0 : 1));
    CHECK(version_of(folder.store().string() + fmt::format(".v{}.backup", newest)) == newest);
    if (killed) CHECK(need(opened(folder.store())->cells(MatrixId::trusted("m"))).size() == 3);
  }
}

TEST_CASE("a migration that fails leaves the store as it was") {
  TemporaryFolder folder;
  opened(folder.store()).reset();
  const int newest = all_migrations().back().number;
  std::vector<Migration> migrations(all_migrations().begin(), all_migrations().end());
  migrations.push_back(
      {newest + 1, "broken.sql", "CREATE TABLE verdict (x TEXT); CREATE TABLE cell (y);"});
  {
    Connection connection(folder.store());
    const auto failed = migrate(connection, folder.store(), migrations);
    REQUIRE_FALSE(failed.has_value());
    CHECK(failed.error().message.find("broken.sql") != std::string::npos);
  }
  CHECK(version_of(folder.store()) == newest);
  CHECK(tables_named(folder.store(), "verdict") == 0);
}
