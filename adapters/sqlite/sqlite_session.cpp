#include "adapters/sqlite/sqlite_session.h"

#include <charconv>
#include <limits>
#include <thread>

#include "adapters/sqlite/sqlite_error.h"

namespace gb {
namespace {

// Beside SQLite's own result codes, which are never negative.
constexpr int kUndecodable = -1;
constexpr int kUnbindable = -2;

// A row set addresses its text by 32 bits.
constexpr std::size_t kMaxTextBytes = std::numeric_limits<std::uint32_t>::max();

// Ids of the relational engines are integers, and a curated pool may spell them as text (engines
// §1.5). Only the spelling an integer prints as: "007" and "+7" stay text.
bool reads_as_integer(const std::string& text, std::int64_t& value) {
  if (text.empty() || text.size() > 20) return false;
  const std::size_t digits = text[0] == '-' ? 1 : 0;
  if (digits == text.size() || (text[digits] == '0' && text.size() > 1)) return false;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end;
}

}  // namespace

Result<std::unique_ptr<Session>> SqliteSession::open(SqliteConnection connection) {
  std::unique_ptr<SqliteSession> session(new SqliteSession(std::move(connection)));
  for (auto [statement, text] :
       {std::pair{&session->begin_, "BEGIN"}, std::pair{&session->commit_, "COMMIT"},
        std::pair{&session->rollback_, "ROLLBACK"}}) {
    Result<SqliteStatement> compiled = session->connection_.prepare(text);
    if (!compiled) return tl::unexpected(compiled.error());
    *statement = std::move(*compiled);
  }
  return session;
}

Result<StatementId> SqliteSession::prepare(const Statement& statement) {
  if (statement.dialect != "sql") {
    return fail(ErrorCode::Unsupported, "{}: SQLite takes the dialect sql, not {}",
                statement.query_id, statement.dialect);
  }
  Result<SqlText> rewritten = rewrite_sql(statement.text, statement.parameters);
  if (!rewritten) return within(statement.query_id, rewritten.error());
  Result<SqliteStatement> compiled = connection_.prepare(rewritten->text);
  if (!compiled) return within(statement.query_id, compiled.error());

  auto prepared = std::make_unique<Prepared>();
  prepared->query_id = statement.query_id;
  prepared->compiled = std::move(*compiled);
  prepared->used = std::move(rewritten->used);
  prepared->parameter_count = statement.parameters.size();
  sqlite3_stmt* const handle = prepared->compiled.get();

  // More placeholders than we wrote: the text has some in SQLite's own spelling.
  const std::size_t expected = prepared->used.empty() ? 0 : prepared->used.back() + 1;
  if (static_cast<std::size_t>(api_.bind_parameter_count(handle)) != expected) {
    return fail(
        ErrorCode::InvalidArgument,
        "{}: the text has a placeholder of SQLite's own (?, :name or @name); parameters are "
        "written $name",
        statement.query_id);
  }
  const int columns = api_.column_count(handle);
  for (int column = 0; column < columns; ++column) {
    Result<SqlColumn> alias = parse_alias(api_.column_name(handle, column));
    if (!alias) return within(statement.query_id, alias.error());
    prepared->columns.push_back(std::move(alias->name));
    prepared->boolean.push_back(alias->boolean ? 1 : 0);
  }
  statements_.push_back(std::move(prepared));
  return static_cast<StatementId>(statements_.size() - 1);
}

Result<void> SqliteSession::execute(StatementId statement, const Params& params, RowSet& rows) {
  if (statement >= statements_.size()) [[unlikely]] {
    return fail(ErrorCode::InvalidArgument, "statement {} was not prepared in this session",
                statement);
  }
  const Prepared& prepared = *statements_[statement];
  int result = bind(prepared, params);
  if (result == kUnbindable) [[unlikely]] {
    return fail(
        ErrorCode::InvalidArgument,
        "{}: takes {} parameters, each null, boolean, integer, float, text or bytes; {} were "
        "given, or one is of another kind",
        prepared.query_id, prepared.parameter_count, params.size());
  }
  if (result == SQLITE_OK) [[likely]]
    result = drain(prepared, rows);
  if (result != SQLITE_DONE) [[unlikely]]
    return recover(prepared, rows, result);
  api_.reset(prepared.compiled.get());
  return {};
}

// Texts and bytes are bound where they are: the caller keeps `params` while this executes.
int SqliteSession::bind(const Prepared& prepared, const Params& params) const {
  if (params.size() != prepared.parameter_count) [[unlikely]]
    return kUnbindable;
  sqlite3_stmt* const handle = prepared.compiled.get();
  for (const std::size_t index : prepared.used) {
    const int placeholder = static_cast<int>(index) + 1;
    const auto& value = params[index].is;
    int result = kUnbindable;
    if (const auto* integer = std::get_if<std::int64_t>(&value)) {
      result = api_.bind_int64(handle, placeholder, *integer);
    } else if (const auto* text = std::get_if<std::string>(&value)) {
      std::int64_t read = 0;
      result = reads_as_integer(*text, read)
                   ? api_.bind_int64(handle, placeholder, read)
                   : api_.bind_text(handle, placeholder, text->data(),
                                    static_cast<int>(text->size()), SQLITE_STATIC);
    } else if (const auto* real = std::get_if<double>(&value)) {
      result = api_.bind_double(handle, placeholder, *real);
    } else if (const auto* boolean = std::get_if<bool>(&value)) {
      result = api_.bind_int64(handle, placeholder, *boolean ? 1 : 0);
    } else if (std::holds_alternative<std::monostate>(value)) {
      result = api_.bind_null(handle, placeholder);
    } else if (const auto* bytes = std::get_if<Bytes>(&value)) {
      result = api_.bind_blob(handle, placeholder, bytes->bytes.data(),
                              static_cast<int>(bytes->bytes.size()), SQLITE_STATIC);
    }
    if (result != SQLITE_OK) [[unlikely]]
      return result;
  }
  return SQLITE_OK;
}

int SqliteSession::drain(const Prepared& prepared, RowSet& rows) {
  sqlite3_stmt* const handle = prepared.compiled.get();
  const int columns = static_cast<int>(prepared.boolean.size());
  std::size_t text_bytes = 0;
  rows.reset(prepared.columns);
  for (;;) {
    const int result = api_.step(handle);
    if (result != SQLITE_ROW) return result;
    for (int column = 0; column < columns; ++column) {
      const int type = api_.column_type(handle, column);
      const bool boolean = prepared.boolean[static_cast<std::size_t>(column)] != 0;
      if (type == SQLITE_INTEGER) {
        const std::int64_t value = api_.column_int64(handle, column);
        if (!boolean) {
          rows.add_int(value);
        } else if (value == 0 || value == 1) {
          rows.add_bool(value == 1);
        } else {
          undecodable_ = fmt::format("column \"{}\" is declared boolean and holds {}",
                                     prepared.columns[static_cast<std::size_t>(column)], value);
          return kUndecodable;
        }
        continue;
      }
      if (type == SQLITE_NULL) {
        rows.add_null();
        continue;
      }
      if (boolean) {
        undecodable_ = fmt::format("column \"{}\" is declared boolean and holds no integer",
                                   prepared.columns[static_cast<std::size_t>(column)]);
        return kUndecodable;
      }
      if (type == SQLITE_FLOAT) {
        rows.add_float(api_.column_double(handle, column));
        continue;
      }
      // Text or bytes: the pointer first, then the length, as SQLite asks.
      const void* const data = type == SQLITE_TEXT
                                   ? static_cast<const void*>(api_.column_text(handle, column))
                                   : api_.column_blob(handle, column);
      const auto size = static_cast<std::size_t>(api_.column_bytes(handle, column));
      text_bytes += size;
      if ((data == nullptr && size != 0) || text_bytes > kMaxTextBytes) return SQLITE_NOMEM;
      const std::string_view bytes(static_cast<const char*>(data), size);
      if (type == SQLITE_TEXT) {
        rows.add_text(bytes);
      } else {
        rows.add_nested(Bytes{std::string(bytes)});
      }
    }
  }
}

Result<void> SqliteSession::recover(const Prepared& prepared, RowSet& rows, int result) {
  sqlite3_stmt* const handle = prepared.compiled.get();
  // A table lock of the shared cache, which the busy timeout does not cover: wait for it likewise.
  const Instant give_up = now() + kSqliteBusyTimeout;
  const std::uint64_t interrupts = interrupts_.load(std::memory_order_acquire);
  while ((result & 0xFF) == SQLITE_LOCKED && now() < give_up) {
    api_.reset(handle);
    if (interrupts_.load(std::memory_order_acquire) != interrupts) {
      return fail(ErrorCode::Cancelled, "{}: interrupted while waiting for a lock",
                  prepared.query_id);
    }
    std::this_thread::sleep_for(std::chrono::microseconds(50));
    result = drain(prepared, rows);
  }
  if (result == SQLITE_DONE) {
    api_.reset(handle);
    return {};
  }
  tl::unexpected<Error> error =
      result == kUndecodable ? fail(ErrorCode::Internal, "{}: {}", prepared.query_id, undecodable_)
                             : sqlite_error(api_, connection_.handle(), result, prepared.query_id);
  api_.reset(handle);
  return error;
}

Result<void> SqliteSession::transact(const SqliteStatement& statement, std::string_view what) {
  const int result = api_.step(statement.get());
  if (result == SQLITE_DONE) {
    api_.reset(statement.get());
    return {};
  }
  tl::unexpected<Error> error = sqlite_error(api_, connection_.handle(), result, what);
  api_.reset(statement.get());
  return error;
}

// Deferred: a transaction that only reads takes no write lock.
Result<void> SqliteSession::begin() { return transact(begin_, "begin"); }
Result<void> SqliteSession::commit() { return transact(commit_, "commit"); }

Result<void> SqliteSession::rollback() {
  // SQLite rolls back by itself after some errors; then there is nothing left to do.
  if (api_.get_autocommit(connection_.handle()) != 0) return {};
  return transact(rollback_, "rollback");
}

void SqliteSession::interrupt() {
  interrupts_.fetch_add(1, std::memory_order_acq_rel);
  // It ends what is running now and nothing that starts later.
  api_.interrupt(connection_.handle());
}

}  // namespace gb
