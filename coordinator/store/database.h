#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <bit>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/id.h"

namespace gb {

/// A statement with its parameters bound, reset when it goes out of scope.
class StoreQuery {
 public:
  explicit StoreQuery(SQLite::Statement& statement) : statement_(statement) {}
  ~StoreQuery() {
    statement_.tryReset();
    statement_.clearBindings();
  }
  StoreQuery(const StoreQuery&) = delete;
  StoreQuery& operator=(const StoreQuery&) = delete;

  bool next() { return statement_.executeStep(); }

  std::int64_t number(int column) { return statement_.getColumn(column).getInt64(); }
  std::uint64_t wide(int column) { return std::bit_cast<std::uint64_t>(number(column)); }
  std::uint32_t narrow(int column) { return static_cast<std::uint32_t>(number(column)); }
  bool flag(int column) { return number(column) != 0; }
  bool is_null(int column) { return statement_.getColumn(column).isNull(); }
  Nanos span(int column) { return Nanos(number(column)); }
  WallTime moment(int column) { return WallTime(span(column)); }
  std::string text(int column) { return statement_.getColumn(column).getString(); }
  template <class TypedId>
  TypedId id(int column) {
    return TypedId::trusted(text(column));
  }

 private:
  SQLite::Statement& statement_;
};

/// One SQLite file that nobody else is let into. Belongs to one thread at a time.
class Connection {
 public:
  /// Throws SQLite::Exception. Changes nothing: the file may not be ours.
  explicit Connection(const std::filesystem::path& file);

  /// WAL and synchronous=FULL. Throws SQLite::Exception.
  void make_durable();

  SQLite::Database& raw() { return database_; }

  /// Prepared once, whatever its text is, and bound to `values` in order. Not to be used again
  /// while the StoreQuery lives.
  template <class... Values>
  StoreQuery query(std::string_view sql, const Values&... values) {
    SQLite::Statement& statement = prepared(sql);
    int index = 0;
    (bind(statement, ++index, values), ...);
    return StoreQuery(statement);
  }

  /// Runs to the end and says how many rows it changed.
  template <class... Values>
  int run(std::string_view sql, const Values&... values) {
    StoreQuery running = query(sql, values...);
    while (running.next()) {
    }
    return database_.getChanges();
  }

  std::int64_t last_row() const { return database_.getLastInsertRowid(); }

  /// Calls body() in one transaction, durable when this returns; an Error or an exception undoes
  /// all of it. step: what the message begins with.
  template <class Body>
  std::invoke_result_t<Body> write(std::string_view step, Body&& body) {
    if (broken_) return within(step, *broken_);
    return guarded(step, [&]() -> std::invoke_result_t<Body> {
      database_.exec("BEGIN IMMEDIATE");
      try {
        auto outcome = body();
        if (outcome) {
          database_.exec("COMMIT");
        } else {
          undo();
        }
        return outcome;
      } catch (...) {
        undo();
        throw;
      }
    });
  }

  /// Calls body() and turns what SQLite throws into an Error.
  template <class Body>
  std::invoke_result_t<Body> read(std::string_view step, Body&& body) {
    return guarded(step, std::forward<Body>(body));
  }

  std::vector<std::string> used_statements() const;
  /// A statement of its own, for several cursors over the same text at a time.
  std::unique_ptr<SQLite::Statement> cursor(std::string_view sql);

  template <class Value>
  static void bind(SQLite::Statement& statement, int index, const Value& value) {
    if constexpr (std::is_same_v<Value, std::nullopt_t>) {
      statement.bind(index);
    } else if constexpr (std::is_same_v<Value, WallTime>) {
      statement.bind(index, static_cast<std::int64_t>(value.time_since_epoch().count()));
    } else if constexpr (std::is_same_v<Value, Nanos>) {
      statement.bind(index, static_cast<std::int64_t>(value.count()));
    } else if constexpr (std::is_same_v<Value, std::uint64_t>) {
      statement.bind(index, std::bit_cast<std::int64_t>(value));
    } else if constexpr (std::is_integral_v<Value>) {
      statement.bind(index, static_cast<std::int64_t>(value));
    } else if constexpr (requires { value.has_value(); }) {
      value ? bind(statement, index, *value) : statement.bind(index);
    } else if constexpr (requires { value.text(); }) {
      statement.bind(index, value.text());
    } else {
      statement.bind(index, std::string(value));
    }
  }

 private:
  template <class Body>
  std::invoke_result_t<Body> guarded(std::string_view step, Body&& body) {
    try {
      return body();
    } catch (const SQLite::Exception& thrown) {
      return within(step, error_of(thrown));
    } catch (const std::exception& thrown) {
      return fail(ErrorCode::Internal, "{}: {}", step, thrown.what());
    }
  }
  SQLite::Statement& prepared(std::string_view sql);
  void undo() noexcept;
  Error error_of(const SQLite::Exception& thrown);

  SQLite::Database database_;
  std::map<std::string, std::unique_ptr<SQLite::Statement>, std::less<>> statements_;
  std::map<std::string, int, std::less<>> cursors_;
  std::optional<Error> broken_;  // after a failed write or sync nothing more is written
};

/// For opening, where there is no Connection yet.
Error sqlite_error(const SQLite::Exception& thrown);

}  // namespace gb
