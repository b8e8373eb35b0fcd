#pragma once

#include <string_view>

#include "adapters/sqlite/sqlite_api.h"
#include "core/base/error.h"

namespace gb {

/// Busy or locked after the busy timeout: DeadlineExceeded; full or out of memory:
/// ResourceExhausted; corrupt or no database: DataLoss; interrupted: Cancelled; the rest Internal.
ErrorCode code_of_sqlite(int result);

/// "<doing>: <SQLite's own text> (SQLITE code 5)". db may be null.
tl::unexpected<Error> sqlite_error(const SqliteApi& api, sqlite3* db, int result,
                                   std::string_view doing);

}  // namespace gb
