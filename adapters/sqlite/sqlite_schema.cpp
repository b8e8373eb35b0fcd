#include "adapters/sqlite/sqlite_schema.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "core/data/csv_reader.h"

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

/// Whether the label's ids are texts: its first one is no integer.
Result<bool> has_text_ids(const NodeTable& node) {
  for (const std::filesystem::path& file : node.files) {
    Result<CsvReader> reader = CsvReader::open(file);
    if (!reader) return tl::unexpected(reader.error());
    const Result<std::size_t> column = reader->column_of("ID");
    if (!column) return tl::unexpected(column.error());
    const Result<bool> any = reader->next();
    if (!any) return tl::unexpected(any.error());
    if (*any) return !reader->int64(*column).has_value();
  }
  return false;
}

Result<SqliteTable> node_table(const NodeTable& node, bool text) {
  const Result<Columns> columns = columns_of(node.label, {node.id_column}, node.properties);
  if (!columns) return tl::unexpected(columns.error());
  const std::string table = quote_identifier(node.label);
  const std::string id = quote_identifier(node.id_column);
  SqliteTable out;
  out.name = node.label;
  out.create =
      fmt::format("CREATE TABLE {} ({} {} PRIMARY KEY{}){}", table, id, text ? "TEXT" : "INTEGER",
                  columns->definitions, text ? " WITHOUT ROWID" : "");
  out.insert = fmt::format("INSERT INTO {} ({}{}) VALUES (?1{})", table, id, columns->names,
                           placeholders(2, columns->count));
  out.text_ids = {text};
  out.index_notes = {
      fmt::format("{}({}) {}", node.label, node.id_column, text ? "clustered" : "row id")};
  return out;
}

/// The kinds of id an edge's two ends have.
struct Ends {
  bool text_src = false;
  bool text_dst = false;
};

Result<SqliteTable> edge_table(const RelTable& rel, const std::string& name, const Ends& ends) {
  const Result<Columns> columns = columns_of(name, {"src", "dst", "ordinal"}, rel.properties);
  if (!columns) return tl::unexpected(columns.error());
  const std::string table = quote_identifier(name);
  const std::string values = placeholders(3, columns->count);
  const auto type = [](bool text) { return text ? "TEXT" : "INTEGER"; };
  SqliteTable out;
  out.name = name;
  out.create = fmt::format(
      "CREATE TABLE {} (src {} NOT NULL, dst {} NOT NULL, ordinal INTEGER NOT NULL{}, "
      "PRIMARY KEY (src, dst, ordinal)) WITHOUT ROWID",
      table, type(ends.text_src), type(ends.text_dst), columns->definitions);
  out.insert = fmt::format(
      "INSERT INTO {} (src, dst, ordinal{}) VALUES (?1, ?2, 0{}) ON CONFLICT DO NOTHING", table,
      columns->names, values);
  out.insert_parallel = fmt::format(
      "INSERT INTO {0} (src, dst, ordinal{1}) SELECT ?1, ?2, max(ordinal) + 1{2} FROM {0} "
      "WHERE src = ?1 AND dst = ?2",
      table, columns->names, values);
  out.text_ids = {ends.text_src, ends.text_dst};
  out.indexes = {fmt::format("CREATE INDEX {} ON {} (dst, src)",
                             quote_identifier(name + " (dst, src)"), table)};
  out.index_notes = {fmt::format("{}(src, dst, ordinal) clustered", name),
                     fmt::format("{}(dst, src)", name)};
  return out;
}

/// The type, or with the labels of its ends where the type has several tables.
std::string table_name(const Dataset& dataset, const RelTable& rel) {
  const auto of_type = std::count_if(dataset.rels.begin(), dataset.rels.end(),
                                     [&](const RelTable& r) { return r.type == rel.type; });
  return of_type == 1 ? rel.type
                      : fmt::format("{}_{}_{}", rel.start_label, rel.type, rel.end_label);
}

}  // namespace

bool may_stand_at(const NodeTable& node, const std::string& label) {
  return label.empty() || node.label == label ||
         std::find(node.labels.begin(), node.labels.end(), label) != node.labels.end();
}

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
  std::vector<bool> text_ids;  // of each node table
  for (const NodeTable& node : dataset.nodes) {
    const Result<bool> text = has_text_ids(node);
    if (!text) return tl::unexpected(text.error());
    text_ids.push_back(*text);
    if (auto added = add(node.label, node_table(node, *text), schema.nodes); !added) {
      return tl::unexpected(added.error());
    }
  }
  const auto any_text_at = [&](const std::string& label) {
    for (std::size_t i = 0; i < text_ids.size(); ++i) {
      if (text_ids[i] && may_stand_at(dataset.nodes[i], label)) return true;
    }
    return false;
  };
  for (const RelTable& rel : dataset.rels) {
    const std::string name = table_name(dataset, rel);
    const Ends ends{any_text_at(rel.start_label), any_text_at(rel.end_label)};
    if (auto added = add(name, edge_table(rel, name, ends), schema.edges); !added) {
      return tl::unexpected(added.error());
    }
  }
  return schema;
}

}  // namespace gb
