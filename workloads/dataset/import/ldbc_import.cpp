// The LDBC Social Network Benchmark as its official generators write it (datasets §10.2).
#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>

#include "workloads/dataset/import/delimited_reader.h"
#include "workloads/dataset/import/import_job.h"
#include "workloads/dataset/import/ldbc_layout.h"
#include "workloads/dataset/import/ldbc_schema.h"

namespace gb {
namespace {

using Position = std::optional<std::size_t>;
using Header = std::vector<std::string>;

Position find_column(const Header& header, const LdbcNames& names) {
  for (const std::string_view name : names) {
    const auto found = std::find(header.begin(), header.end(), name);
    if (found != header.end()) return static_cast<std::size_t>(found - header.begin());
  }
  return std::nullopt;
}

std::string_view cell(const DelimitedReader& reader, Position position) {
  return position ? reader.field(*position) : std::string_view();
}

/// "P933"; empty for an empty raw id.
std::string wired(char prefix, std::string_view raw) {
  if (raw.empty()) return {};
  std::string id(1, prefix);
  id.append(raw);
  return id;
}

class LdbcImport {
 public:
  LdbcImport(ImportJob& job, LdbcLayout layout) : job_(job), layout_(std::move(layout)) {}

  Result<void> run() {
    if (auto made = create_tables(); !made) return made;
    for (const std::string& file : job_.source.files()) {
      if (file.starts_with(layout_.prefix)) job_.source.expect(file, 1);
    }
    for (const auto& [entity, names] : {std::pair{"Person_speaks_Language", &languages_},
                                        {"Person_email_EmailAddress", &emails_}}) {
      if (auto read = read_attributes(entity, *names); !read) return read;
    }
    for (const LdbcNodeEntity& entity : ldbc_node_entities()) {
      if (auto read = read_nodes(entity); !read) return read;
    }
    for (const LdbcEdgeEntity& entity : ldbc_edge_entities()) {
      if (auto read = read_edges("dynamic", entity); !read) return read;
    }
    return {};
  }

 private:
  using Attributes = std::unordered_map<std::string, std::string>;

  /// All tables count in the checksum, those without a row as well.
  Result<void> create_tables() {
    const auto tables = ldbc_node_tables();
    for (std::size_t i = 0; i < tables.size(); ++i) {
      auto made = job_.output.nodes(tables[i], std::string(ldbc_node_entities()[i].header));
      if (!made) return tl::unexpected(made.error());
      nodes_[tables[i].label] = *made;
    }
    for (const LdbcTable& rel : ldbc_rel_tables()) {
      auto made = job_.output.rels(rel.table, rel.header);
      if (!made) return tl::unexpected(made.error());
      rels_[rel.table.type] = *made;
    }
    return {};
  }

  /// Calls start(header) once, then row(reader) for every record of all files.
  template <class Start, class Row>
  Result<void> read_entity(const std::vector<std::string>& files, Start start, Row row) {
    Header header;
    for (const std::string& file : files) {
      auto lines = SourceLines::open(job_.source, job_.report, file);
      if (!lines) return tl::unexpected(lines.error());
      DelimitedReader reader(std::move(*lines), '|', Quotes::Lazy);
      for (;;) {
        const Result<bool> more = reader.next();
        if (!more) return tl::unexpected(more.error());
        if (!*more) break;
        if (header.empty()) {
          header.assign(reader.fields().begin(), reader.fields().end());
          if (auto started = start(header, reader); !started) return started;
          continue;
        }
        if (std::equal(header.begin(), header.end(), reader.fields().begin(),
                       reader.fields().end())) {
          continue;
        }
        look_at(reader, header.size());
        if (auto used = row(reader); !used) return used;
      }
    }
    return {};
  }

  void look_at(const DelimitedReader& reader, std::size_t width) {
    if (reader.unclosed()) {
      job_.report.note(ImportAction::Kept,
                       "quotes that never close, so that a field holds the rest of its file",
                       reader.where());
    }
    if (reader.fields().size() < width) {
      job_.report.note(ImportAction::Repaired,
                       "rows shorter than the header, whose missing fields were left empty",
                       reader.where(reader.fields().size()));
    } else if (reader.fields().size() > width) {
      job_.report.note(ImportAction::Repaired,
                       "rows longer than the header, whose surplus fields were left out",
                       reader.where(width));
    }
  }

  /// Values that the generator keeps apart, joined by ';' per person. There are few.
  Result<void> read_attributes(std::string_view entity, Attributes& out) {
    return read_entity(
        ldbc_files(job_.source, layout_, "dynamic", {entity}),
        [&](const Header& header, const DelimitedReader& reader) -> Result<void> {
          person_ = find_column(header, {"PersonId", "Person.id"});
          value_ = find_column(header, {"language", "email"});
          if (person_ && value_) return {};
          return fail(ErrorCode::InvalidArgument,
                      "{}: column 1: the header must have PersonId and language or email",
                      reader.where());
        },
        [&](const DelimitedReader& reader) -> Result<void> {
          std::string& values = out[std::string(cell(reader, person_))];
          if (!values.empty()) values.push_back(';');
          values.append(cell(reader, value_));
          return {};
        });
  }

  Result<void> read_nodes(const LdbcNodeEntity& entity) {
    const auto files = ldbc_files(job_.source, layout_, entity.part, {entity.entity});
    columns_.clear();
    keys_.clear();
    auto read = read_entity(
        files,
        [&](const Header& header, const DelimitedReader& reader) -> Result<void> {
          id_ = find_column(header, {"id"});
          type_ = find_column(header, {"type"});
          for (const LdbcNames& names : entity.columns) {
            columns_.push_back(find_column(header, names));
          }
          for (const LdbcForeignKey& key : entity.foreign_keys) {
            keys_.emplace_back();
            for (const LdbcNames& names : key.columns) {
              keys_.back().push_back(find_column(header, names));
            }
          }
          if (id_) return {};
          return fail(ErrorCode::InvalidArgument,
                      "{}: column 1: the first line has no column id; is it no header? Let the "
                      "generator write one",
                      reader.where());
        },
        [&](const DelimitedReader& reader) { return write_node(entity, reader); });
    if (!read) return read;
    for (const LdbcForeignKey& key : entity.foreign_keys) {
      for (const LdbcEdgeEntity& projected : key.projected) {
        if (auto edges = read_edges(entity.part, projected); !edges) return edges;
      }
    }
    return {};
  }

  Result<void> write_node(const LdbcNodeEntity& entity, const DelimitedReader& reader) {
    const std::string_view raw = cell(reader, id_);
    const std::string id = wired(entity.prefix, raw);
    OutputTable& table = *nodes_[std::string(entity.entity)];
    CsvWriter& csv = table.row();
    csv.text(id).text(raw);
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      csv.text(columns_[i] ? cell(reader, columns_[i]) : attribute(entity.columns[i].front(), raw));
    }
    if (entity.label == LdbcLabel::Message) csv.plain("Message");
    if (entity.label == LdbcLabel::TypeColumn) csv.text(label_of(reader));
    if (auto ended = table.end_row(); !ended) return ended;
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      const LdbcForeignKey& key = entity.foreign_keys[i];
      std::string other;
      for (const Position& position : keys_[i]) {
        if (other.empty()) other = wired(key.other_prefix, cell(reader, position));
      }
      if (id.empty() || other.empty()) continue;
      OutputTable& edges = *rels_[std::string(key.type)];
      edges.row().text(key.incoming ? other : id).text(key.incoming ? id : other);
      if (auto ended = edges.end_row(); !ended) return ended;
    }
    return {};
  }

  std::string_view attribute(std::string_view column, std::string_view person) const {
    const Attributes& from = column == "language" ? languages_ : emails_;
    if (from.empty() || (column != "language" && column != "email")) return {};
    const auto found = from.find(std::string(person));
    return found == from.end() ? std::string_view() : std::string_view(found->second);
  }

  /// The older generator writes "city" for the label City.
  std::string label_of(const DelimitedReader& reader) {
    std::string label(cell(reader, type_));
    if (!layout_.folders && !label.empty() && label[0] >= 'a' && label[0] <= 'z') {
      label[0] = static_cast<char>(label[0] - 'a' + 'A');
      job_.report.note(ImportAction::Repaired, "labels that began in lower case", reader.where());
    }
    return label;
  }

  Result<void> read_edges(std::string_view part, const LdbcEdgeEntity& entity) {
    // The older generator keeps the edges of its static entities in static/ as well.
    auto files = ldbc_files(job_.source, layout_, part, entity.entities);
    Position start;
    Position end;
    Position property;
    OutputTable& table = *rels_[std::string(entity.type)];
    const std::string property_name(entity.property.empty() ? "" : entity.property.front());
    return read_entity(
        files,
        [&](const Header& header, const DelimitedReader& reader) -> Result<void> {
          start = find_column(header, entity.start);
          end = find_column(header, entity.end);
          property = find_column(header, entity.property);
          if (start && end) return {};
          std::vector<std::size_t> ids;
          for (std::size_t i = 0; i < header.size(); ++i) {
            if (header[i].ends_with("Id") || header[i].ends_with(".id")) ids.push_back(i);
          }
          if (ids.size() != 2) {
            return fail(ErrorCode::InvalidArgument,
                        "{}: column 1: the first line has no columns {} and {}; is it no header? "
                        "Let the generator write one",
                        reader.where(), entity.start.front(), entity.end.front());
          }
          start = ids[0];
          end = ids[1];
          return {};
        },
        [&](const DelimitedReader& reader) -> Result<void> {
          const std::string from = wired(entity.start_prefix, cell(reader, start));
          const std::string to = wired(entity.end_prefix, cell(reader, end));
          if (from.empty() || to.empty()) {
            job_.report.note(ImportAction::Kept, "edges without a start or an end", reader.where());
          }
          table.row().text(from).text(to);
          if (!entity.property.empty()) table.row().text(cell(reader, property));
          return table.end_row();
        });
  }

  ImportJob& job_;
  LdbcLayout layout_;
  std::map<std::string, OutputTable*> nodes_;
  std::map<std::string, OutputTable*> rels_;
  Attributes languages_;
  Attributes emails_;
  // Of the entity that is being read:
  Position id_;
  Position type_;
  Position person_;
  Position value_;
  std::vector<Position> columns_;
  std::vector<std::vector<Position>> keys_;
};

}  // namespace

bool looks_like_ldbc_snb(const ImportSource& source) {
  return find_ldbc_layout(source).has_value();
}

Result<void> import_ldbc_snb(ImportJob& job) {
  const auto layout = find_ldbc_layout(job.source);
  if (!layout) {
    return fail(ErrorCode::InvalidArgument,
                "{}: no folder in it holds both dynamic/ and static/, as the generator's "
                "initial_snapshot/ does",
                job.source.root().string());
  }
  job.dataset.kind = "ldbc";
  job.dataset.generator = "ldbc_snb_datagen";
  job.dataset.generator_version = 0;
  return LdbcImport(job, *layout).run();
}

}  // namespace gb
