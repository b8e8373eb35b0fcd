#include "adapters/sqlite/sqlite_error.h"

namespace gb {

ErrorCode code_of_sqlite(int result) {
  switch (result & 0xFF) {  // the low byte is the primary code
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return ErrorCode::DeadlineExceeded;
    case SQLITE_FULL:
    case SQLITE_NOMEM:
    case SQLITE_TOOBIG:
      return ErrorCode::ResourceExhausted;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return ErrorCode::DataLoss;
    case SQLITE_INTERRUPT:
      return ErrorCode::Cancelled;
    case SQLITE_PERM:
    case SQLITE_READONLY:
    case SQLITE_AUTH:
      return ErrorCode::PermissionDenied;
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
    case SQLITE_RANGE:
      return ErrorCode::InvalidArgument;
    default:
      return ErrorCode::Internal;
  }
}

tl::unexpected<Error> sqlite_error(const SqliteApi& api, sqlite3* db, int result,
                                   std::string_view doing) {
  const char* text = db == nullptr ? api.errstr(result) : api.errmsg(db);
  return fail(code_of_sqlite(result), "{}: {} (SQLite code {})", doing, text, result);
}

}  // namespace gb
