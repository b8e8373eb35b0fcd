#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "adapters/sqlite/sqlite_engine.h"
#include "adapters/sqlite/sqlite_library.h"

namespace gb {

/// A compiled statement, finalised with its owner and before its connection.
struct SqliteFinalizer {
  decltype(&::sqlite3_finalize) finalize = nullptr;
  void operator()(sqlite3_stmt* statement) const { finalize(statement); }
};
using SqliteStatement = std::unique_ptr<sqlite3_stmt, SqliteFinalizer>;

/// One connection with the engine's settings applied and read back. Belongs to one thread at a
/// time: it is opened without the library's own mutex.
class SqliteConnection {
 public:
  /// create: whether a file that does not exist is made. Unavailable when a setting does not take.
  static Result<SqliteConnection> open(std::shared_ptr<const SqliteLibrary> library,
                                       const SqliteEngine& engine, const std::string& location,
                                       bool create);

  /// Any number of statements, rows thrown away. `doing` is for the message.
  Result<void> run(const std::string& sql, std::string_view doing);
  /// The first column of the first row; Internal when there is no row.
  Result<std::int64_t> integer(std::string_view sql);
  Result<std::string> text(std::string_view sql);

  /// Exactly one statement. InvalidArgument when it does not parse, or another one follows.
  Result<SqliteStatement> prepare(std::string_view sql);

  /// What SQLite says of each setting, by pragma name.
  Result<std::map<std::string, std::string>> effective_settings();

  const SqliteApi& api() const { return library_->api(); }
  sqlite3* handle() const { return database_.get(); }

 private:
  struct Closer {
    decltype(&::sqlite3_close) close = nullptr;
    void operator()(sqlite3* database) const { close(database); }
  };

  SqliteConnection(std::shared_ptr<const SqliteLibrary> library, sqlite3* database)
      : library_(std::move(library)), database_(database, Closer{library_->api().close}) {}
  Result<void> apply(const SqliteEngine& engine);

  std::shared_ptr<const SqliteLibrary> library_;
  std::unique_ptr<sqlite3, Closer> database_;
};

}  // namespace gb
