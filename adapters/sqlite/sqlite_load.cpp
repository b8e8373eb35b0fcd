#include "adapters/sqlite/sqlite_load.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "adapters/sqlite/sqlite_error.h"
#include "adapters/sqlite/sqlite_rows.h"
#include "core/data/csv_reader.h"

namespace gb {
namespace {

// In `user_version`, written last: a load that was killed half-way leaves 0.
constexpr std::int64_t kComplete = 1;

Result<void> mark(SqliteConnection& connection, std::int64_t version) {
  return connection.run(fmt::format("PRAGMA user_version={}", version), "mark the load");
}

// Drops every table an earlier load left, and gives its pages back.
Result<void> empty(SqliteConnection& connection) {
  if (Result<void> marked = mark(connection, 0); !marked) return marked;
  bool any = false;
  for (;;) {
    const Result<std::int64_t> left = connection.integer(
        "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite@_%' "
        "ESCAPE '@'");
    if (!left) return tl::unexpected(left.error());
    if (*left == 0) break;
    any = true;
    const Result<std::string> name = connection.text(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite@_%' "
        "ESCAPE '@' LIMIT 1");
    if (!name) return tl::unexpected(name.error());
    Result<void> dropped =
        connection.run(fmt::format("DROP TABLE {}", quote_identifier(*name)), "empty the database");
    if (!dropped) return dropped;
  }
  return any ? connection.run("VACUUM", "empty the database") : Result<void>();
}

// One transaction per table; rolled back when anything in it fails.
Result<void> fill(SqliteConnection& connection, const SqliteTable& table,
                  const std::vector<std::string_view>& ids, const std::vector<Property>& properties,
                  const std::vector<std::filesystem::path>& files) {
  Result<SqliteRowWriter> writer = SqliteRowWriter::open(connection, table, ids, properties);
  if (!writer) return tl::unexpected(writer.error());
  if (Result<void> begun = connection.run("BEGIN", "begin"); !begun) return begun;
  for (const std::filesystem::path& file : files) {
    if (Result<void> written = writer->write_file(file); !written) {
      // The first error is the one to tell; SQLite may have rolled back by itself already.
      if (connection.api().get_autocommit(connection.handle()) == 0) {
        (void)connection.run("ROLLBACK", "rollback");
      }
      return written;
    }
  }
  return connection.run("COMMIT", "commit");
}

Result<void> build(SqliteConnection& connection, const SqliteEngine& engine, const Dataset& dataset,
                   const SqliteSchema& schema, LoadReport& report) {
  if (Result<void> emptied = empty(connection); !emptied) return emptied;
  for (const auto* tables : {&schema.nodes, &schema.edges}) {
    for (const SqliteTable& table : *tables) {
      Result<void> created =
          connection.run(table.create, fmt::format("create table \"{}\"", table.name));
      if (!created) return created;
    }
  }
  for (std::size_t i = 0; i < dataset.nodes.size(); ++i) {
    const NodeTable& node = dataset.nodes[i];
    Result<void> filled = fill(connection, schema.nodes[i], {"ID"}, node.properties, node.files);
    if (!filled) return filled;
  }
  for (std::size_t i = 0; i < dataset.rels.size(); ++i) {
    const RelTable& rel = dataset.rels[i];
    Result<void> filled =
        fill(connection, schema.edges[i], {"START_ID", "END_ID"}, rel.properties, rel.files);
    if (!filled) return filled;
  }
  for (const auto* tables : {&schema.nodes, &schema.edges}) {
    for (const SqliteTable& table : *tables) {
      for (const std::string& index : table.indexes) {
        Result<void> built = connection.run(index, fmt::format("index \"{}\"", table.name));
        if (!built) return built;
      }
      report.indexes.insert(report.indexes.end(), table.index_notes.begin(),
                            table.index_notes.end());
    }
  }
  if (Result<void> analyzed = connection.run("ANALYZE", "analyze"); !analyzed) return analyzed;
  if (Result<void> marked = mark(connection, kComplete); !marked) return marked;
  if (engine.in_memory) return {};
  return connection.run("PRAGMA wal_checkpoint(TRUNCATE)", "checkpoint");
}

// Where the first edge with that end stands; only to word an error, so the files are read again.
std::string place_of(const RelTable& rel, std::string_view structural_type, const std::string& id) {
  for (const std::filesystem::path& file : rel.files) {
    Result<CsvReader> reader = CsvReader::open(file);
    if (!reader) continue;
    const Result<std::size_t> column = reader->column_of(structural_type);
    if (!column) continue;
    while (reader->next().value_or(false)) {
      // An integer may be spelt in more than one way: "+7".
      const Result<std::int64_t> number = reader->int64(*column);
      if (reader->field(*column) == id || (number && std::to_string(*number) == id)) {
        return reader->where(*column);
      }
    }
  }
  return fmt::format("type \"{}\"", rel.type);
}

struct EdgeEnd {
  std::string_view column;  // of our schema
  std::string_view structural_type;
  std::string_view verb;
};

// An edge whose end label is not known may end at a node of any.
Result<void> check_end(SqliteConnection& connection, const Dataset& dataset, const RelTable& rel,
                       const std::string& table, const EdgeEnd& end, const std::string& label) {
  std::vector<std::string> missing;
  for (const NodeTable& node : dataset.nodes) {
    if (!may_stand_at(node, label)) continue;
    missing.push_back(fmt::format("NOT EXISTS (SELECT 1 FROM {} AS n WHERE n.{} = e.{})",
                                  quote_identifier(node.label), quote_identifier(node.id_column),
                                  end.column));
  }
  const std::string strays =
      fmt::format("FROM {} AS e WHERE {}", quote_identifier(table),
                  missing.empty() ? "1" : fmt::format("{}", fmt::join(missing, " AND ")));
  const Result<std::int64_t> count = connection.integer(fmt::format("SELECT count(*) {}", strays));
  if (!count) return tl::unexpected(count.error());
  if (*count == 0) return {};
  const Result<std::string> first =
      connection.text(fmt::format("SELECT CAST(e.{} AS TEXT) {} LIMIT 1", end.column, strays));
  if (!first) return tl::unexpected(first.error());
  return fail(ErrorCode::InvalidArgument,
              "{}: an edge of type \"{}\" {} node {}, which does not exist; {} edge(s) do so",
              place_of(rel, end.structural_type, *first), rel.type, end.verb, *first, *count);
}

Result<void> check_ends(SqliteConnection& connection, const Dataset& dataset,
                        const SqliteSchema& schema) {
  for (std::size_t i = 0; i < dataset.rels.size(); ++i) {
    const RelTable& rel = dataset.rels[i];
    const std::string& table = schema.edges[i].name;
    Result<void> checked = check_end(connection, dataset, rel, table,
                                     {"src", "START_ID", "starts at"}, rel.start_label);
    if (checked) {
      checked =
          check_end(connection, dataset, rel, table, {"dst", "END_ID", "ends at"}, rel.end_label);
    }
    if (!checked) return checked;
  }
  return {};
}

Result<std::int64_t> count(SqliteConnection& connection, const std::vector<SqliteTable>& tables) {
  std::int64_t total = 0;
  for (const SqliteTable& table : tables) {
    const Result<std::int64_t> rows =
        connection.integer(fmt::format("SELECT count(*) FROM {}", quote_identifier(table.name)));
    if (!rows) return tl::unexpected(rows.error());
    total += *rows;
  }
  return total;
}

Result<void> check_counts(SqliteConnection& connection, const Dataset& dataset,
                          const SqliteSchema& schema, LoadReport& report) {
  const Result<std::int64_t> nodes = count(connection, schema.nodes);
  if (!nodes) return tl::unexpected(nodes.error());
  const Result<std::int64_t> edges = count(connection, schema.edges);
  if (!edges) return tl::unexpected(edges.error());
  report.node_count = *nodes;
  report.edge_count = *edges;
  if (*nodes != dataset.node_count || *edges != dataset.edge_count) {
    return fail(ErrorCode::DataLoss,
                "SQLite holds {} nodes and {} edges, the dataset has {} and {}", *nodes, *edges,
                dataset.node_count, dataset.edge_count);
  }
  return {};
}

}  // namespace

Result<LoadReport> load_into_sqlite(SqliteConnection& connection, const SqliteEngine& engine,
                                    const Dataset& dataset) {
  const Result<SqliteSchema> schema =
      plan_sqlite_schema(dataset);  // refused before anything changes
  if (!schema) return tl::unexpected(schema.error());

  LoadReport report;
  report.method = "insert-tx";
  const Instant begun = now();
  Result<void> loaded = build(connection, engine, dataset, *schema, report);
  report.duration = std::chrono::duration_cast<Nanos>(now() - begun);
  if (loaded) loaded = check_counts(connection, dataset, *schema, report);
  if (loaded) loaded = check_ends(connection, dataset, *schema);
  if (!loaded) {
    (void)mark(connection, 0);  // if even this fails, the mark was never set: it is written last
    return tl::unexpected(loaded.error());
  }
  return report;
}

Result<bool> sqlite_load_is_complete(SqliteConnection& connection) {
  const Result<std::int64_t> version = connection.integer("PRAGMA user_version");
  if (!version) return tl::unexpected(version.error());
  return *version == kComplete;
}

}  // namespace gb
