#pragma once

#include "adapters/sqlite/sqlite_connection.h"
#include "adapters/sqlite/sqlite_schema.h"
#include "adapters/target.h"

namespace gb {

/// Empties the database and fills it: schema, one prepared insert inside one transaction per table,
/// indexes, ANALYZE and, for a file, a truncating checkpoint, all of it in the reported duration.
/// Afterwards, outside of it, the edges' ends are looked up and the counts compared with the
/// dataset's. An error names the file and line; the database is then marked incomplete.
/// `LoadReport::store_bytes` is left to the caller.
Result<LoadReport> load_into_sqlite(SqliteConnection& connection, const SqliteEngine& engine,
                                    const Dataset& dataset);

/// Whether a load went through to its end in this database, now or by an earlier process.
Result<bool> sqlite_load_is_complete(SqliteConnection& connection);

}  // namespace gb
