#include "adapters/sqlite/sqlite_connection.h"

#include <fmt/format.h>

#include "adapters/sqlite/sqlite_error.h"

namespace gb {
namespace {

constexpr std::int64_t kCacheKiB = std::int64_t{256} * 1024;
constexpr std::int64_t kMmapBytes = kCacheKiB * 1024;

}  // namespace

Result<SqliteConnection> SqliteConnection::open(std::shared_ptr<const SqliteLibrary> library,
                                                const SqliteEngine& engine,
                                                const std::string& location, bool create) {
  // One connection per worker and its thread, so the library's own mutex would only cost.
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
  flags |= engine.in_memory ? SQLITE_OPEN_URI : SQLITE_OPEN_PRIVATECACHE;
  if (create) flags |= SQLITE_OPEN_CREATE;

  sqlite3* database = nullptr;
  const int result = library->api().open_v2(location.c_str(), &database, flags, nullptr);
  if (database == nullptr) {
    return fail(ErrorCode::ResourceExhausted, "open {}: SQLite is out of memory", location);
  }
  SqliteConnection connection(std::move(library), database);  // closes it in any case
  if (result != SQLITE_OK) {
    return sqlite_error(connection.api(), database, result, fmt::format("open {}", location));
  }
  if (Result<void> applied = connection.apply(engine); !applied) {
    return within(fmt::format("open {}", location), applied.error());
  }
  return connection;
}

Result<void> SqliteConnection::apply(const SqliteEngine& engine) {
  api().extended_result_codes(handle(), 1);
  api().busy_timeout(handle(), static_cast<int>(kSqliteBusyTimeout.count()));
  const Result<std::string> journal =
      text(fmt::format("PRAGMA journal_mode={}", engine.journal_mode));
  if (!journal) return tl::unexpected(journal.error());
  if (*journal != engine.journal_mode) {
    return fail(ErrorCode::Unavailable,
                "journal_mode={} was asked for, {} is what SQLite gives here", engine.journal_mode,
                *journal);
  }
  if (Result<void> set = run(fmt::format("PRAGMA synchronous={}; PRAGMA cache_size=-{}; "
                                         "PRAGMA mmap_size={}; PRAGMA temp_store=MEMORY; "
                                         "PRAGMA foreign_keys=OFF",
                                         engine.synchronous, kCacheKiB, kMmapBytes),
                             "apply settings");
      !set) {
    return set;
  }
  const Result<std::int64_t> synchronous = integer("PRAGMA synchronous");
  if (!synchronous) return tl::unexpected(synchronous.error());
  if (*synchronous != engine.synchronous_value) {
    return fail(ErrorCode::Unavailable,
                "synchronous={} was asked for, {} is what SQLite gives here", engine.synchronous,
                *synchronous);
  }
  return {};
}

Result<void> SqliteConnection::run(const std::string& sql, std::string_view doing) {
  char* message = nullptr;
  const int result = api().exec(handle(), sql.c_str(), nullptr, nullptr, &message);
  api().free(message);  // errmsg says the same
  if (result != SQLITE_OK) return sqlite_error(api(), handle(), result, doing);
  return {};
}

Result<std::string> SqliteConnection::text(std::string_view sql) {
  Result<SqliteStatement> statement = prepare(sql);
  if (!statement) return tl::unexpected(statement.error());
  const int result = api().step(statement->get());
  if (result == SQLITE_DONE) return fail(ErrorCode::Internal, "{}: no row", sql);
  if (result != SQLITE_ROW) return sqlite_error(api(), handle(), result, sql);
  const unsigned char* value = api().column_text(statement->get(), 0);
  return value == nullptr ? std::string() : std::string(reinterpret_cast<const char*>(value));
}

Result<std::int64_t> SqliteConnection::integer(std::string_view sql) {
  Result<SqliteStatement> statement = prepare(sql);
  if (!statement) return tl::unexpected(statement.error());
  const int result = api().step(statement->get());
  if (result == SQLITE_DONE) return fail(ErrorCode::Internal, "{}: no row", sql);
  if (result != SQLITE_ROW) return sqlite_error(api(), handle(), result, sql);
  return api().column_int64(statement->get(), 0);
}

Result<SqliteStatement> SqliteConnection::prepare(std::string_view sql) {
  const auto compile = [&](std::string_view text, const char** rest) -> Result<SqliteStatement> {
    sqlite3_stmt* statement = nullptr;
    const int result = api().prepare_v3(handle(), text.data(), static_cast<int>(text.size()),
                                        SQLITE_PREPARE_PERSISTENT, &statement, rest);
    if (result != SQLITE_OK) {
      tl::unexpected<Error> error = sqlite_error(api(), handle(), result, "prepare");
      // "SQL logic error" is how SQLite says that the text is wrong.
      if ((result & 0xFF) == SQLITE_ERROR) error.value().code = ErrorCode::InvalidArgument;
      return error;
    }
    return SqliteStatement(statement, SqliteFinalizer{api().finalize});
  };

  const char* rest = nullptr;
  Result<SqliteStatement> statement = compile(sql, &rest);
  if (!statement) return statement;
  if (*statement == nullptr) return fail(ErrorCode::InvalidArgument, "prepare: the text is empty");
  // White space, a semicolon or a comment may follow: each compiles to nothing.
  const char* const end = sql.data() + sql.size();
  while (rest < end) {
    const std::string_view remaining(rest, static_cast<std::size_t>(end - rest));
    const Result<SqliteStatement> next = compile(remaining, &rest);
    if (!next || *next != nullptr) {
      return fail(ErrorCode::InvalidArgument,
                  "prepare: one statement is allowed, another follows: {}",
                  remaining.substr(0, 60));
    }
  }
  return statement;
}

Result<std::map<std::string, std::string>> SqliteConnection::effective_settings() {
  std::map<std::string, std::string> settings;
  for (const char* pragma :
       {"journal_mode", "synchronous", "cache_size", "temp_store", "busy_timeout", "foreign_keys",
        "page_size", "locking_mode", "wal_autocheckpoint"}) {
    Result<std::string> value = text(fmt::format("PRAGMA {}", pragma));
    if (!value) return tl::unexpected(value.error());
    settings.emplace(pragma, std::move(*value));
  }
  // No row for a database in memory, and none where memory mapping is compiled out.
  settings.emplace("mmap_size", text("PRAGMA mmap_size").value_or("none"));
  return settings;
}

}  // namespace gb
