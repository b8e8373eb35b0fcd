#pragma once

#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>

#include <string>

#include "core/base/error.h"
#include "core/data/row_set.h"
#include "core/data/statement.h"
#include "workloads/oracle/social/social_tables.h"

namespace gb {

/// The system's SQLite with the tables its adapter makes: one per label, one per type with parallel
/// edges numbered, ways in by both ends.
class SocialSqlite {
 public:
  explicit SocialSqlite(const SocialTables& tables)
      : database_(":memory:", SQLite::OPEN_READWRITE) {
    database_.exec(
        "CREATE TABLE Person (id INTEGER PRIMARY KEY, firstName TEXT, lastName TEXT, birthday "
        "INTEGER, creationDate INTEGER);"
        "CREATE TABLE Post (id INTEGER PRIMARY KEY, content TEXT, creationDate INTEGER, creatorId "
        "INTEGER);"
        "CREATE TABLE Forum (id INTEGER PRIMARY KEY, title TEXT);");
    for (const auto& p : tables.persons) {
      insert("INSERT INTO Person VALUES (?, ?, ?, ?, ?)",
             {p.id, p.first_name, p.last_name, p.birthday, p.creation_date});
    }
    for (const auto& m : tables.posts) {
      insert("INSERT INTO Post VALUES (?, ?, ?, NULL)", {m.id, m.content, m.creation_date});
    }
    for (const auto& f : tables.forums) insert("INSERT INTO Forum VALUES (?, ?)", {f.id, f.title});
    add_edges("KNOWS", tables.knows, true);
    add_edges("LIKES", tables.likes, true);
    add_edges("HAS_CREATOR", tables.has_creator, false);
    add_edges("HAS_MEMBER", tables.has_member, false);
    add_edges("CONTAINER_OF", tables.container_of, false);
    database_.exec("ANALYZE");
  }

  /// All of a text's statements; the rows are the last one's.
  Result<Answer> run(const std::vector<Statement>& statements, const Params& params) const try {
    Answer answer;
    for (const Statement& each : statements) answer = run_one(each, params);
    return answer;
  } catch (const SQLite::Exception& error) {
    return fail(ErrorCode::Internal, "{}", error.what());
  }

  /// Every row of every table, to see whether anything changed.
  std::string dump() const {
    std::string all;
    for (const char* table : {"Person", "Post", "Forum", "KNOWS", "LIKES", "HAS_CREATOR",
                              "HAS_MEMBER", "CONTAINER_OF"}) {
      const Answer rows = *run({{"", "sql", "SELECT * FROM " + std::string(table), {}}}, {});
      for (const auto& row : rows.rows) all += table + canonical_text(List(row)) + "\n";
    }
    return all;
  }

 private:
  void insert(const std::string& text, const std::vector<Value>& values) {
    SQLite::Statement statement(database_, text);
    for (std::size_t i = 0; i < values.size(); ++i)
      bind(statement, static_cast<int>(i + 1), values[i]);
    statement.exec();
  }

  template <class Where>
  static void bind(SQLite::Statement& statement, const Where& where, const Value& value) {
    if (const auto* number = std::get_if<std::int64_t>(&value.is)) {
      statement.bind(where, *number);
    } else {
      statement.bind(where, std::get<std::string>(value.is));
    }
  }

  void add_edges(const std::string& type, const std::vector<SocialTables::Edge>& edges,
                 bool dated) {
    database_.exec("CREATE TABLE " + type +
                   " (src INTEGER NOT NULL, dst INTEGER NOT NULL, ordinal " + "INTEGER NOT NULL" +
                   (dated ? ", creationDate INTEGER" : "") +
                   ", PRIMARY KEY (src, dst, ordinal)) WITHOUT ROWID");
    const std::string values =
        std::string("SELECT ?1, ?2, COUNT(*)") + (dated ? ", ?3" : "") + " FROM " + type;
    for (const SocialTables::Edge& edge : edges) {
      std::vector<Value> row{edge.src, edge.dst};
      if (dated) row.emplace_back(edge.creation_date);
      insert("INSERT INTO " + type + " " + values + " WHERE src = ?1 AND dst = ?2", row);
    }
    database_.exec("CREATE INDEX in_" + type + " ON " + type + " (dst, src)");
  }

  Answer run_one(const Statement& each, const Params& params) const {
    SQLite::Statement statement(database_, each.text);
    for (std::size_t i = 0; i < params.size(); ++i)
      bind(statement, "$" + each.parameters[i], params[i]);
    Answer answer;
    for (int i = 0; i < statement.getColumnCount(); ++i) {
      answer.columns.emplace_back(statement.getColumnName(i));
    }
    while (statement.executeStep()) {
      auto& row = answer.rows.emplace_back();
      for (int i = 0; i < statement.getColumnCount(); ++i)
        row.push_back(value_of(statement.getColumn(i)));
    }
    return answer;
  }

  static Value value_of(const SQLite::Column& column) {
    if (column.isInteger()) return std::int64_t{column.getInt64()};
    if (column.isFloat()) return column.getDouble();
    if (column.isText()) return column.getString();
    return {};
  }

  mutable SQLite::Database database_;
};

}  // namespace gb
