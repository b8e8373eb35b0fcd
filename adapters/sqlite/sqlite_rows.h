#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "adapters/sqlite/sqlite_connection.h"
#include "adapters/sqlite/sqlite_schema.h"
#include "core/data/csv_reader.h"

namespace gb {

/// Inserts the records of canonical CSV files into one table, through statements prepared once.
class SqliteRowWriter {
 public:
  /// ids: structural column types in the order of the insert's parameters ("ID", or "START_ID" and
  /// "END_ID"); then the properties follow. `table` and `properties` outlive the writer.
  static Result<SqliteRowWriter> open(SqliteConnection& connection, const SqliteTable& table,
                                      const std::vector<std::string_view>& ids,
                                      const std::vector<Property>& properties);

  /// Errors name file and line: a value that is no integer, a missing column, an id that occurs
  /// twice.
  Result<void> write_file(const std::filesystem::path& file);

 private:
  SqliteRowWriter(SqliteConnection& connection, const SqliteTable& table,
                  std::vector<std::string_view> ids, const std::vector<Property>& properties)
      : connection_(&connection), table_(&table), ids_(std::move(ids)), properties_(&properties) {}
  Result<void> insert(const CsvReader& reader, sqlite3_stmt* statement) const;
  Result<void> bind_property(const CsvReader& reader, sqlite3_stmt* statement,
                             std::size_t index) const;
  Result<void> bind_text(const CsvReader& reader, sqlite3_stmt* statement, int parameter,
                         std::size_t column) const;

  SqliteConnection* connection_;
  const SqliteTable* table_;
  std::vector<std::string_view> ids_;
  const std::vector<Property>* properties_;
  SqliteStatement insert_;
  SqliteStatement insert_parallel_;   // null for nodes
  std::vector<std::size_t> columns_;  // of the current file: where each parameter's field is
};

}  // namespace gb
