#include "adapters/sqlite/sqlite_schema.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

namespace gb {
namespace {

// SQLite compares identifiers without regard to the case of ASCII letters.
std::string folded(std::string_view name) {
  std::string out(name);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

std::string_view column_type(PropertyType type) {
  switch (type) {
    case PropertyType::Int64:
    case PropertyType::Bool:  // 0 and 1
      return "INTEGER";
    case PropertyType::Float64:
      return "REAL";
    case PropertyType::String:
    case PropertyType::Date:  // dates and lists as the canonical CSV spells them
    case PropertyType::Datetime:
    case PropertyType::StringList:
      return "TEXT";
  }
  return "TEXT";
}

class NameSet {
 public:
  explicit NameSet(std::string where) : where_(std::move(where)) {}

  Result<void> reserve(std::string_view name) {
    taken_.insert(folded(name));
    return {};
  }

  Result<void> add(std::string_view name) {
    if (name.empty() || name.find('\0') != std::string_view::npos) {
      return fail(ErrorCode::Unsupported,
                  "unsupported-dataset: {} has a name that is empty or holds a NUL", where_);
    }
    if (!taken_.insert(folded(name)).second) {
      return fail(
          ErrorCode::Unsupported,
          "unsupported-dataset: {} has \"{}\" twice, or it is one of the schema's own names; "
          "SQLite does not tell upper from lower case",
          where_, name);
    }
    return {};
  }

 private:
  std::string where_;
  std::set<std::string> taken_;
};

// Columns: "a" INTEGER, "b" TEXT; names: the same without types; refused when a name is taken.
struct Columns {
  std::string definitions;  // each with ", " in front
  std::string names;        // likewise
  std::size_t count = 0;
};

Result<Columns> columns_of(const std::string& table, const std::vector<std::string_view>& own,
                           const std::vector<Property>& properties) {
  NameSet names(fmt::format("table \"{}\"", table));
  for (const std::string_view name : own) {
    if (Result<void> added = names.add(name); !added) return tl::unexpected(added.error());
  }
  Columns out;
  for (const Property& property : properties) {
    if (Result<void> added = names.add(property.name); !added) {
      return tl::unexpected(added.error());
    }
    const std::string quoted = quote_identifier(property.name);
    out.definitions += fmt::format(", {} {}", quoted, column_type(property.type));
    out.names += fmt::format(", {}", quoted);
    ++out.count;
  }
  return out;
}

// "?3, ?4", each with ", " in front.
std::string placeholders(std::size_t first, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += fmt::format(", ?{}", first + i);
  return out;
}

Result<SqliteTable> node_table(const NodeTable& node) {
  const Result<Columns> columns = columns_of(node.label, {node.id_column}, node.properties);
  if (!columns) return tl::unexpected(columns.error());
  const std::string table = quote_identifier(node.label);
  const std::string id = quote_identifier(node.id_column);
  SqliteTable out;
  out.name = node.label;
  out.create =
      fmt::format("CREATE TABLE {} ({} INTEGER PRIMARY KEY{})", table, id, columns->definitions);
  out.insert = fmt::format("INSERT INTO {} ({}{}) VALUES (?1{})", table, id, columns->names,
                           placeholders(2, columns->count));
  out.index_notes = {fmt::format("{}({}) row id", node.label, node.id_column)};
  return out;
}

Result<SqliteTable> edge_table(const RelTable& rel) {
  const Result<Columns> columns = columns_of(rel.type, {"src", "dst", "ordinal"}, rel.properties);
  if (!columns) return tl::unexpected(columns.error());
  const std::string table = quote_identifier(rel.type);
  const std::string values = placeholders(3, columns->count);
  SqliteTable out;
  out.name = rel.type;
  out.create = fmt::format(
      "CREATE TABLE {} (src INTEGER NOT NULL, dst INTEGER NOT NULL, ordinal INTEGER NOT NULL{}, "
      "PRIMARY KEY (src, dst, ordinal)) WITHOUT ROWID",
      table, columns->definitions);
  out.insert = fmt::format(
      "INSERT INTO {} (src, dst, ordinal{}) VALUES (?1, ?2, 0{}) ON CONFLICT DO NOTHING", table,
      columns->names, values);
  out.insert_parallel = fmt::format(
      "INSERT INTO {0} (src, dst, ordinal{1}) SELECT ?1, ?2, max(ordinal) + 1{2} FROM {0} "
      "WHERE src = ?1 AND dst = ?2",
      table, columns->names, values);
  out.indexes = {fmt::format("CREATE INDEX {} ON {} (dst, src)",
                             quote_identifier(rel.type + " (dst, src)"), table)};
  out.index_notes = {fmt::format("{}(src, dst, ordinal) clustered", rel.type),
                     fmt::format("{}(dst, src)", rel.type)};
  return out;
}

}  // namespace

std::string quote_identifier(std::string_view name) {
  std::string out = "\"";
  for (const char c : name) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

Result<SqliteSchema> plan_sqlite_schema(const Dataset& dataset) {
  SqliteSchema schema;
  NameSet tables(fmt::format("dataset {}", dataset.name));
  const auto add = [&](const std::string& name, Result<SqliteTable> table,
                       std::vector<SqliteTable>& to) -> Result<void> {
    if (Result<void> added = tables.add(name); !added) return added;
    if (folded(name).rfind("sqlite_", 0) == 0) {
      return fail(ErrorCode::Unsupported,
                  "unsupported-dataset: SQLite keeps names like \"{}\" for itself", name);
    }
    if (!table) return tl::unexpected(table.error());
    to.push_back(std::move(*table));
    return {};
  };
  for (const NodeTable& node : dataset.nodes) {
    if (auto added = add(node.label, node_table(node), schema.nodes); !added) {
      return tl::unexpected(added.error());
    }
  }
  for (const RelTable& rel : dataset.rels) {
    if (auto added = add(rel.type, edge_table(rel), schema.edges); !added) {
      return tl::unexpected(added.error());
    }
  }
  return schema;
}

}  // namespace gb
