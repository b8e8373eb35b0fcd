#include "coordinator/store/database.h"

#include <sqlite3.h>

namespace gb {

Error sqlite_error(const SQLite::Exception& thrown) {
  const std::string text = thrown.what();
  switch (thrown.getErrorCode()) {
    case SQLITE_FULL:
      return {
          ErrorCode::ResourceExhausted,
          "the disk of the store is full: free some space; no restart is needed (" + text + ")"};
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return {ErrorCode::DataLoss, "the store is damaged: " + text};
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return {ErrorCode::Unavailable, "another process has the store open: " + text};
    case SQLITE_CANTOPEN:
    case SQLITE_READONLY:
    case SQLITE_PERM:
      return {ErrorCode::PermissionDenied, "the store cannot be opened for writing: " + text};
    default:
      return {ErrorCode::Internal, text};
  }
}

Connection::Connection(const std::filesystem::path& file)
    : database_(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE) {
  // Before WAL: the index of the log then lives on our heap, not in a mapped file that a full disk
  // could take away under us.
  database_.exec("PRAGMA locking_mode = EXCLUSIVE");
  database_.exec("PRAGMA foreign_keys = ON");
  database_.exec("PRAGMA cell_size_check = ON");
  database_.exec("PRAGMA cache_size = -65536");  // KiB
}

void Connection::make_durable() {
  database_.exec("PRAGMA journal_mode = WAL");
  database_.exec("PRAGMA synchronous = FULL");
}

SQLite::Statement& Connection::prepared(std::string_view sql) {
  const auto found = statements_.find(sql);
  if (found != statements_.end()) return *found->second;
  const auto added = statements_.emplace(
      std::string(sql), std::make_unique<SQLite::Statement>(database_, std::string(sql)));
  return *added.first->second;
}

std::unique_ptr<SQLite::Statement> Connection::cursor(std::string_view sql) {
  ++cursors_[std::string(sql)];
  return std::make_unique<SQLite::Statement>(database_, std::string(sql));
}

std::vector<std::string> Connection::used_statements() const {
  std::vector<std::string> used;
  for (const auto& [sql, statement] : statements_) used.push_back(sql);
  for (const auto& [sql, count] : cursors_) used.push_back(sql);
  return used;
}

void Connection::undo() noexcept {
  // SQLite has rolled back on its own after some errors.
  if (sqlite3_get_autocommit(database_.getHandle()) != 0) return;
  database_.tryExec("ROLLBACK");
}

Error Connection::error_of(const SQLite::Exception& thrown) {
  Error error = sqlite_error(thrown);
  const int extended = thrown.getExtendedErrorCode();
  // A failed write or sync may have left anything on the disk, and trying again would report
  // success for bytes the system has dropped.
  if (extended == SQLITE_IOERR_WRITE || extended == SQLITE_IOERR_FSYNC ||
      extended == SQLITE_IOERR_DIR_FSYNC || extended == SQLITE_IOERR_TRUNCATE) {
    error.code = ErrorCode::Unavailable;
    error.message =
        "the disk of the store failed to write: restart the coordinator once the disk is "
        "well (" +
        error.message + ")";
    broken_ = error;
  }
  return error;
}

}  // namespace gb
