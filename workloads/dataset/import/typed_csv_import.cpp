// Folders of files whose headers say what the columns are: "id:ID(Person)|name:STRING".
#include <algorithm>
#include <map>
#include <set>

#include "core/data/manifest.h"
#include "workloads/dataset/import/delimited_reader.h"
#include "workloads/dataset/import/id_space.h"
#include "workloads/dataset/import/import_job.h"
#include "workloads/dataset/import/typed_plan.h"

namespace gb {
namespace {

constexpr std::size_t kMaxLabels = 1000;

/// A source's id space: its ids, and the number of the first node in it when they are numbered.
struct Space {
  IdSpace ids;
  std::int64_t base = 0;
  std::int64_t written = 0;  // in the second pass
};

struct OpenTable {
  OutputTable* file = nullptr;
  std::vector<Property> properties;
};

/// The record's cells in canonical form.
struct Row {
  std::string id;  // or the start
  std::string end;
  std::string label;  // or the type
  std::vector<std::string> properties;
};

std::vector<Property> properties_of(const TypedFile& file) {
  std::vector<Property> out;
  for (const TypedColumn& column : file.columns) {
    if (column.role == ColumnRole::Property) out.push_back({column.name, column.type});
  }
  return out;
}

bool equal(const std::vector<Property>& a, const std::vector<Property>& b) {
  return std::equal(
      a.begin(), a.end(), b.begin(), b.end(),
      [](const Property& x, const Property& y) { return x.name == y.name && x.type == y.type; });
}

const TypedColumn* find_role(const TypedFile& file, ColumnRole role) {
  for (const TypedColumn& column : file.columns) {
    if (column.role == role) return &column;
  }
  return nullptr;
}

std::string header_of(std::string header, const std::vector<Property>& properties) {
  for (const Property& property : properties) {
    append_csv_field(header += ",", fmt::format("{}:{}", property.name, name_of(property.type)));
  }
  return header;
}

class TypedImport {
 public:
  explicit TypedImport(ImportJob& job) : job_(job) {}

  Result<void> run() {
    auto plan = plan_typed_import(job_);
    if (!plan) return tl::unexpected(plan.error());
    for (const TypedFile& file : plan->nodes) job_.source.expect(file.path, 2);
    for (const TypedFile& file : plan->rels) job_.source.expect(file.path, 1);
    for (const TypedFile& file : plan->nodes) {
      if (auto read = learn_ids(file); !read) return read;
    }
    settle_ids();
    for (const TypedFile& file : plan->nodes) {
      if (auto read = write_nodes(file); !read) return read;
    }
    for (const auto& [label, values] : labels_) {
      std::vector<std::string>& labels = job_.output.node_table(label).labels;
      for (const std::string& value : values) {
        if (value != label) labels.push_back(value);
      }
    }
    for (const TypedFile& file : plan->rels) {
      if (auto read = write_rels(file); !read) return read;
    }
    return {};
  }

 private:
  /// Calls use(row, reader) for each record that can be taken over; the others are reported, or
  /// passed over silently where they were before.
  template <class Use>
  Result<void> read(const TypedFile& file, bool silently, Use use) {
    ImportReport silent;
    auto lines = SourceLines::open(job_.source, silently ? silent : job_.report, file.path);
    if (!lines) return tl::unexpected(lines.error());
    DelimitedReader reader(std::move(*lines), file.separator, Quotes::Strict);
    Row row;
    row.properties.resize(properties_of(file).size());
    for (bool first = true;; first = false) {
      const Result<bool> more = reader.next();
      if (!more) return tl::unexpected(more.error());
      if (!*more) return {};
      if (first && file.skip_first) continue;
      std::size_t at = 0;
      const std::string_view reason = take(file, reader, row, at);
      if (!reason.empty()) {
        if (silently) continue;
        auto dropped = job_.drop(reason, reader.where(at), reader.field(at));
        if (!dropped) return dropped;
        continue;
      }
      if (auto used = use(row, reader); !used) return used;
    }
  }

  /// Why the record cannot be taken over, with the column `at` fault; empty when it can.
  static std::string_view take(const TypedFile& file, const DelimitedReader& reader, Row& row,
                               std::size_t& at) {
    const std::size_t width = file.columns.size();
    if (reader.fields().size() != width) {
      at = std::min(reader.fields().size(), width);
      return reader.fields().size() < width ? "a row with fewer fields than the header"
                                            : "a row with more fields than the header";
    }
    std::size_t property = 0;
    for (at = 0; at < width; ++at) {
      const TypedColumn& column = file.columns[at];
      const std::string_view cell = reader.field(at);
      switch (column.role) {
        case ColumnRole::Id:
        case ColumnRole::StartId:
          row.id = cell;
          if (cell.empty()) return "a row without an id";
          break;
        case ColumnRole::EndId:
          row.end = cell;
          if (cell.empty()) return "a row without an id";
          break;
        case ColumnRole::Label:
        case ColumnRole::Type:
          row.label = cell;
          break;
        case ColumnRole::Property:
          if (!canonical_cell(cell, column.type, row.properties[property++])) {
            switch (column.type) {
              case PropertyType::Int64:
                return "a value that is no 64-bit integer";
              case PropertyType::Float64:
                return "a value that is no finite number";
              default:
                return "a value that is neither true nor false";
            }
          }
          break;
        case ColumnRole::Ignored:
          break;
      }
    }
    return {};
  }

  std::size_t id_position(const TypedFile& file, ColumnRole role) const {
    return static_cast<std::size_t>(find_role(file, role) - file.columns.data());
  }

  /// The first pass over the nodes.
  Result<void> learn_ids(const TypedFile& file) {
    const std::size_t at = id_position(file, ColumnRole::Id);
    Space& space = spaces_[file.columns[at].space];
    return read(file, false, [&](const Row& row, const DelimitedReader& reader) -> Result<void> {
      if (space.ids.add(row.id).fresh) return {};
      return job_.drop("a second node of the same id", reader.where(at), row.id);
    });
  }

  /// Ids stay as they are when there is one space of integers; else nodes are numbered, space by
  /// space.
  void settle_ids() {
    bool all_integers = true;
    std::int64_t base = 0;
    for (auto& [name, space] : spaces_) {
      space.base = base;
      base += space.ids.size();
      all_integers = all_integers && space.ids.all_integers();
    }
    keep_ids_ = all_integers && spaces_.size() == 1;
    job_.dataset.params["ids"] = keep_ids_ ? "kept" : "numbered";
  }

  Result<OpenTable*> node_table(const TypedFile& file, bool has_labels) {
    OpenTable& table = nodes_[file.table];
    const std::vector<Property> own = properties_of(file);
    if (table.file != nullptr) {
      if (equal(table.properties, own)) return &table;
      return fail(ErrorCode::InvalidArgument,
                  "{}:1: column 1: its columns are not those of the other files of {}", file.path,
                  file.table);
    }
    table.properties = own;
    NodeTable node;
    node.label = file.table;
    node.labels = {file.table};
    node.properties = own;
    std::string header = "id:ID";
    if (!keep_ids_) {
      const Space& space = spaces_[find_role(file, ColumnRole::Id)->space];
      std::string name = "sourceId";
      const auto taken = [&](const Property& property) { return property.name == name; };
      while (std::any_of(own.begin(), own.end(), taken)) name += '_';
      node.properties.insert(
          node.properties.begin(),
          {name, space.ids.all_integers() ? PropertyType::Int64 : PropertyType::String});
    }
    header = header_of(header, node.properties);
    if (has_labels || node.properties.empty()) header += ",:LABEL";
    auto made = job_.output.nodes(node, header);
    if (!made) return within(file.path + ":1: column 1", made.error());
    table.file = *made;
    return &table;
  }

  /// The second pass.
  Result<void> write_nodes(const TypedFile& file) {
    const bool has_labels = find_role(file, ColumnRole::Label) != nullptr;
    Space& space = spaces_[find_role(file, ColumnRole::Id)->space];
    auto table = node_table(file, has_labels);
    if (!table) return tl::unexpected(table.error());
    OutputTable& out = *(*table)->file;
    const bool bare = keep_ids_ && (*table)->properties.empty();
    std::set<std::string>& labels = labels_[file.table];
    return read(file, true, [&](const Row& row, const DelimitedReader&) -> Result<void> {
      const std::int64_t ordinal = *space.ids.find(row.id);
      if (ordinal != space.written) return {};  // the second of its id
      ++space.written;
      CsvWriter& csv = out.row();
      if (keep_ids_) {
        csv.plain(row.id);
      } else {
        csv.integer(space.base + ordinal).text(row.id);
      }
      for (const std::string& property : row.properties) csv.text(property);
      if (has_labels) {
        csv.text(row.label);
        if (!row.label.empty() && labels.size() < kMaxLabels) labels.insert(row.label);
      } else if (bare) {
        csv.text(file.table);
      }
      return out.end_row();
    });
  }

  Result<OpenTable*> rel_table(const TypedFile& file, const std::string& type) {
    const std::string& start = find_role(file, ColumnRole::StartId)->space;
    const std::string& end = find_role(file, ColumnRole::EndId)->space;
    OpenTable& table = rels_[type];
    if (table.file == nullptr) {
      table.properties = properties_of(file);
      auto made = job_.output.rels({type, label_of(start), label_of(end), table.properties, {}},
                                   header_of(":START_ID,:END_ID,:TYPE", table.properties));
      if (!made) return within(file.path + ":1: column 1", made.error());
      table.file = *made;
      return &table;
    }
    if (!equal(table.properties, properties_of(file))) {
      return fail(ErrorCode::InvalidArgument,
                  "{}:1: column 1: its columns are not those of the other files of {}", file.path,
                  type);
    }
    // Ends of several labels are described by none.
    RelTable& described = job_.output.rel_table(type);
    if (described.start_label != label_of(start)) described.start_label.clear();
    if (described.end_label != label_of(end)) described.end_label.clear();
    return &table;
  }

  /// The label of an id space that has one table; several tables may share a space.
  std::string label_of(const std::string& space) const {
    if (nodes_.count(space) > 0) return space;
    return nodes_.size() == 1 ? nodes_.begin()->first : std::string();
  }

  Result<void> write_rels(const TypedFile& file) {
    const bool has_types = find_role(file, ColumnRole::Type) != nullptr;
    const std::size_t start_at = id_position(file, ColumnRole::StartId);
    const std::size_t end_at = id_position(file, ColumnRole::EndId);
    const Space& starts = spaces_[file.columns[start_at].space];
    const Space& ends = spaces_[file.columns[end_at].space];
    // A file without a row still makes its table.
    auto table = has_types ? Result<OpenTable*>(nullptr) : rel_table(file, file.table);
    if (!table) return tl::unexpected(table.error());
    std::string type = file.table;
    return read(file, false, [&](const Row& row, const DelimitedReader& reader) -> Result<void> {
      const auto start = starts.ids.find(row.id);
      if (!start)
        return job_.drop("an edge whose start is no node", reader.where(start_at), row.id);
      const auto end = ends.ids.find(row.end);
      if (!end) return job_.drop("an edge whose end is no node", reader.where(end_at), row.end);
      if (has_types && (*table == nullptr || type != row.label)) {
        type = row.label.empty() ? file.table : row.label;
        auto other = rel_table(file, type);
        if (!other) return within(reader.where(), other.error());
        *table = *other;
        type = row.label;
      }
      OutputTable& out = *(*table)->file;
      CsvWriter& csv = out.row();
      if (keep_ids_) {
        csv.plain(row.id).plain(row.end);
      } else {
        csv.integer(starts.base + *start).integer(ends.base + *end);
      }
      csv.text(has_types && !row.label.empty() ? row.label : file.table);
      for (const std::string& property : row.properties) csv.text(property);
      return out.end_row();
    });
  }

  ImportJob& job_;
  std::map<std::string, Space> spaces_;
  bool keep_ids_ = false;
  std::map<std::string, OpenTable> nodes_;
  std::map<std::string, OpenTable> rels_;
  std::map<std::string, std::set<std::string>> labels_;
};

}  // namespace

Result<void> import_typed_csv(ImportJob& job) { return TypedImport(job).run(); }

}  // namespace gb
