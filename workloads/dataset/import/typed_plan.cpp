#include "workloads/dataset/import/typed_plan.h"

#include <algorithm>
#include <set>

#include "workloads/dataset/import/cypher_schema.h"
#include "workloads/dataset/import/source_bytes.h"
#include "workloads/dataset/import/source_lines.h"

namespace gb {
namespace {

constexpr std::string_view kSchema = "schema.cypher";
constexpr std::string_view kCopy = "copy.cypher";

bool is_csv(std::string_view file) { return file.ends_with(".csv") || file.ends_with(".csv.gz"); }

/// "Person_knows_Person" of "dynamic/Person_knows_Person_1.csv.gz"
std::string stem_of(std::string_view file) {
  file.remove_prefix(file.rfind('/') + 1);
  file = file.substr(0, file.rfind(".csv"));
  for (;;) {
    const std::size_t end = file.find_last_not_of("0123456789");
    if (end == std::string_view::npos || end + 1 == file.size() || file[end] != '_') break;
    file = file.substr(0, end);
  }
  return std::string(file);
}

/// Empty for an empty file. Its repairs are reported when it is read.
Result<std::string> first_line(ImportSource& source, const std::string& file) {
  ImportReport silent;
  auto lines = SourceLines::open(source, silent, file);
  if (!lines) return tl::unexpected(lines.error());
  const auto found = lines->next();
  if (!found) return tl::unexpected(found.error());
  return *found ? std::string(lines->line()) : std::string();
}

std::vector<std::string_view> cells_of(std::string_view line, char separator) {
  std::vector<std::string_view> out;
  for (;;) {
    const std::size_t end = line.find(separator);
    out.push_back(line.substr(0, end));
    if (end == std::string_view::npos) return out;
    line.remove_prefix(end + 1);
  }
}

bool has_role(const std::vector<TypedColumn>& columns, ColumnRole role) {
  return std::any_of(columns.begin(), columns.end(),
                     [&](const TypedColumn& column) { return column.role == role; });
}

Result<TypedFile> headed_file(const std::string& path, std::string_view header) {
  TypedFile file{path, stem_of(path), separator_of(header), true, {}};
  std::size_t position = 0;
  std::set<std::string> names;
  for (const std::string_view cell : cells_of(header, file.separator)) {
    const std::string where = fmt::format("{}:1: column {}", path, ++position);
    auto column = typed_column(cell, where);
    if (!column) return tl::unexpected(column.error());
    const bool twice =
        column->role == ColumnRole::Property
            ? !names.insert(column->name).second
            : column->role != ColumnRole::Ignored && has_role(file.columns, column->role);
    if (twice) {
      return fail(ErrorCode::InvalidArgument, "{}: \"{}\" occurs twice", where, cell.substr(0, 80));
    }
    file.columns.push_back(std::move(*column));
  }
  const bool node = has_role(file.columns, ColumnRole::Id);
  const bool start = has_role(file.columns, ColumnRole::StartId);
  const bool end = has_role(file.columns, ColumnRole::EndId);
  if (node == (start || end) || start != end) {
    return fail(ErrorCode::InvalidArgument,
                "{}:1: column 1: the header needs either :ID or both :START_ID and :END_ID", path);
  }
  return file;
}

/// The label of a node file is its id space; without one, its name.
void add(TypedPlan& plan, TypedFile file) {
  if (!has_role(file.columns, ColumnRole::Id)) {
    plan.rels.push_back(std::move(file));
    return;
  }
  for (const TypedColumn& column : file.columns) {
    if (column.role == ColumnRole::Id && !column.space.empty()) file.table = column.space;
  }
  plan.nodes.push_back(std::move(file));
}

/// Part files of a split table, of which only the first has the header.
void add_headless(ImportJob& job, const std::string& path, std::size_t width_of_line,
                  const TypedFile& head, TypedPlan& plan) {
  if (width_of_line != head.columns.size()) {
    job.report.note(ImportAction::Dropped, "files without a header that fit no other file's", path);
    return;
  }
  job.report.note(ImportAction::Repaired, "files without a header, read with that of another part",
                  fmt::format("{}: as {}", path, head.path));
  TypedFile file = head;
  file.path = path;
  file.skip_first = false;
  add(plan, std::move(file));
}

Result<TypedPlan> plan_from_headers(ImportJob& job) {
  TypedPlan plan;
  std::vector<TypedFile> heads;
  std::vector<std::pair<std::string, std::string>> headless;  // path, first line
  for (const std::string& path : job.source.files()) {
    if (!is_csv(path)) continue;
    const auto line = first_line(job.source, path);
    if (!line) return tl::unexpected(line.error());
    if (!is_typed_header(*line)) {
      headless.emplace_back(path, *line);
      continue;
    }
    auto file = headed_file(path, *line);
    if (!file) return tl::unexpected(file.error());
    heads.push_back(*file);
    add(plan, std::move(*file));
  }
  for (const auto& [path, line] : headless) {
    const std::string stem = stem_of(path);
    const auto head = std::find_if(heads.begin(), heads.end(), [&](const TypedFile& file) {
      return stem_of(file.path) == stem;
    });
    if (head == heads.end()) {
      job.report.note(ImportAction::Dropped, "files without a header that fit no other file's",
                      path);
    } else {
      add_headless(job, path, cells_of(line, head->separator).size(), *head, plan);
    }
  }
  return plan;
}

/// A whole small file; it counts as read, for it says what the others mean.
Result<std::string> read_text(ImportSource& source, std::string_view file) {
  auto bytes = SourceBytes::open(source, file);
  if (!bytes) return tl::unexpected(bytes.error());
  std::string text;
  for (;;) {
    const auto piece = bytes->next();
    if (!piece) return tl::unexpected(piece.error());
    if (piece->empty()) return text;
    text.append(*piece);
    if (text.size() > SourceLines::kMaxBytes) {
      return fail(ErrorCode::ResourceExhausted, "{}: longer than {} MiB", file,
                  SourceLines::kMaxBytes >> 20U);
    }
  }
}

/// The columns of a file without a header: ends first, then what COPY lists or the table has.
Result<std::vector<TypedColumn>> columns_of(const CypherTable& table, const CypherCopy& copy) {
  std::vector<TypedColumn> out;
  if (!table.is_node) {
    out.push_back({ColumnRole::StartId, "", table.from, {}});
    out.push_back({ColumnRole::EndId, "", table.to, {}});
  }
  if (copy.columns.empty()) {
    out.insert(out.end(), table.columns.begin(), table.columns.end());
    return out;
  }
  for (const std::string& name : copy.columns) {
    const auto found = std::find_if(table.columns.begin(), table.columns.end(),
                                    [&](const TypedColumn& column) { return column.name == name; });
    if (found == table.columns.end()) {
      return fail(ErrorCode::InvalidArgument, "{}:{}: column 1: table {} has no column \"{}\"",
                  kCopy, copy.line, table.name, name);
    }
    out.push_back(*found);
  }
  return out;
}

/// The header's columns, the ends as the schema has them: a header may misspell an id space.
void adopt_spaces(ImportJob& job, const CypherTable& table, TypedFile& file) {
  for (TypedColumn& column : file.columns) {
    std::string_view space;
    if (column.role == ColumnRole::Id) space = table.name;
    if (column.role == ColumnRole::StartId) space = table.from;
    if (column.role == ColumnRole::EndId) space = table.to;
    if (space.empty() || column.space == space) continue;
    if (!column.space.empty()) {
      job.report.note(ImportAction::Repaired, "id spaces of headers that the schema contradicts",
                      fmt::format("{}:1: {} is {} in the schema", file.path, column.space, space));
    }
    column.space = space;
  }
}

bool names_the_key(const CypherTable& table, std::string_view line, char separator) {
  const auto cells = cells_of(line, separator);
  return table.is_node &&
         std::any_of(table.columns.begin(), table.columns.end(), [&](const TypedColumn& column) {
           return column.role == ColumnRole::Id && column.type == PropertyType::Int64 &&
                  std::find(cells.begin(), cells.end(), column.name) != cells.end();
         });
}

Result<TypedFile> copied_file(ImportJob& job, const CypherTable& table, const CypherCopy& copy) {
  if (!is_csv(copy.file)) {
    return fail(ErrorCode::Unsupported, "{}:{}: column 1: {} is no .csv or .csv.gz file", kCopy,
                copy.line, copy.file);
  }
  const auto line = first_line(job.source, copy.file);
  if (!line) return within(fmt::format("{}:{}: column 1", kCopy, copy.line), line.error());
  TypedFile file{copy.file, table.name, copy.separator.value_or(separator_of(*line)), false, {}};
  if (is_typed_header(*line)) {
    auto headed = headed_file(copy.file, *line);
    if (!headed) return headed;
    file.columns = std::move(headed->columns);
    file.separator = headed->separator;
    file.skip_first = true;
    adopt_spaces(job, table, file);
    return file;
  }
  auto columns = columns_of(table, copy);
  if (!columns) return tl::unexpected(columns.error());
  file.columns = std::move(*columns);
  file.skip_first = copy.header.value_or(names_the_key(table, *line, file.separator));
  return file;
}

Result<TypedPlan> plan_from_cypher(ImportJob& job) {
  const auto schema = read_text(job.source, kSchema);
  if (!schema) return tl::unexpected(schema.error());
  const auto tables = parse_cypher_schema(*schema, kSchema);
  if (!tables) return tl::unexpected(tables.error());
  const auto copy_text = read_text(job.source, kCopy);
  if (!copy_text) return tl::unexpected(copy_text.error());
  const auto copies = parse_cypher_copies(*copy_text, kCopy);
  if (!copies) return tl::unexpected(copies.error());
  TypedPlan plan;
  std::set<std::string> copied;
  for (const CypherCopy& copy : *copies) {
    const auto table = std::find_if(tables->begin(), tables->end(), [&](const CypherTable& known) {
      return known.name == copy.table;
    });
    if (table == tables->end()) {
      return fail(ErrorCode::InvalidArgument, "{}:{}: column 1: {} has no table \"{}\"", kCopy,
                  copy.line, kSchema, copy.table);
    }
    auto file = copied_file(job, *table, copy);
    if (!file) return tl::unexpected(file.error());
    copied.insert(file->path);
    (table->is_node ? plan.nodes : plan.rels).push_back(std::move(*file));
  }
  for (const std::string& path : job.source.files()) {
    if (is_csv(path) && copied.count(path) == 0) {
      job.report.note(ImportAction::Dropped, "files that copy.cypher does not name", path);
    }
  }
  return plan;
}

/// Every end must lie in an id space that some node file fills. A space nobody fills may be
/// misspelt: then a file named <label>_<type>_<label> tells.
Result<void> settle_spaces(ImportJob& job, TypedPlan& plan) {
  std::set<std::string> spaces;
  for (const TypedFile& file : plan.nodes) {
    for (const TypedColumn& column : file.columns) {
      if (column.role == ColumnRole::Id) spaces.insert(column.space);
    }
  }
  for (TypedFile& file : plan.rels) {
    const std::string stem = stem_of(file.path);
    for (std::size_t i = 0; i < file.columns.size(); ++i) {
      TypedColumn& column = file.columns[i];
      const bool start = column.role == ColumnRole::StartId;
      if ((!start && column.role != ColumnRole::EndId) || spaces.count(column.space) > 0) continue;
      const std::string named =
          start ? stem.substr(0, stem.find('_')) : stem.substr(stem.rfind('_') + 1);
      if (spaces.count(named) == 0) {
        return fail(ErrorCode::InvalidArgument,
                    "{}:1: column {}: no node file has the id space \"{}\"", file.path, i + 1,
                    column.space);
      }
      job.report.note(
          ImportAction::Repaired, "id spaces of headers that no node file has",
          fmt::format("{}:1: column {}: {} is read as {}", file.path, i + 1, column.space, named));
      column.space = named;
    }
  }
  return {};
}

}  // namespace

bool looks_like_typed_csv(ImportSource& source) {
  if (source.has(kSchema) && source.has(kCopy)) return true;
  return std::any_of(source.files().begin(), source.files().end(), [&](const std::string& file) {
    if (!is_csv(file)) return false;
    const auto line = first_line(source, file);
    return line && is_typed_header(*line);
  });
}

Result<TypedPlan> plan_typed_import(ImportJob& job) {
  const bool cypher = job.source.has(kSchema) && job.source.has(kCopy);
  auto plan = cypher ? plan_from_cypher(job) : plan_from_headers(job);
  if (!plan) return plan;
  if (plan->nodes.empty()) {
    return fail(ErrorCode::InvalidArgument, "{}: no file has a header with :ID",
                job.source.root().string());
  }
  if (auto settled = settle_spaces(job, *plan); !settled) return tl::unexpected(settled.error());
  return plan;
}

}  // namespace gb
