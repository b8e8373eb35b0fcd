#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/data/dataset.h"

namespace gb {

/// The statements that make and fill one table.
struct SqliteTable {
  std::string name;                  // label or relationship type, as the dataset spells it
  std::string create;                // CREATE TABLE
  std::string insert;                // ids first, then properties, in the dataset's order
  std::string insert_parallel;       // edges: when (src, dst) exists already; the same parameters
  std::vector<std::string> indexes;  // CREATE INDEX, after the rows
  std::vector<std::string>
      index_notes;  // of every way in, the table's own key too: "EDGE(dst, src)"
};

/// One table per label and per type, named by it:
///
///     CREATE TABLE "Node" (id INTEGER PRIMARY KEY, <properties>)
///     CREATE TABLE "EDGE" (src, dst, ordinal, <properties>, PRIMARY KEY (src, dst, ordinal))
///     WITHOUT ROWID CREATE INDEX ON "EDGE" (dst, src)
///
/// Why: a node's id is the row id, the only key SQLite finds without an index of its own. An edge
/// table without row id is one B-tree clustered by (src, dst), which is the out-adjacency with its
/// properties beside it; the index holds (dst, src) and covers the in-adjacency. A row-id table
/// with two covering indexes answers the same questions from three trees instead of two, and would
/// look properties up through the row id in both directions. `ordinal` numbers parallel edges from
/// 0, so that multigraphs load; 0 takes no byte in SQLite's record format, so a simple graph pays
/// nothing for it but one byte of header.
struct SqliteSchema {
  std::vector<SqliteTable> nodes;  // in the order of Dataset::nodes
  std::vector<SqliteTable> edges;  // in the order of Dataset::rels
};

/// Unsupported, "unsupported-dataset: ...", for what SQLite cannot hold: names that differ by case
/// alone, or that SQLite or the schema above keeps for itself.
Result<SqliteSchema> plan_sqlite_schema(const Dataset& dataset);

/// In double quotes, those inside doubled.
std::string quote_identifier(std::string_view name);

}  // namespace gb
